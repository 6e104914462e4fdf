import { sealEvidence } from '../../db/payments/instruction/private-data';
import type { ReportContext } from '../../db/payments/reports/record-report';
import { DomainError } from '../../domain/errors';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';

/** The table of transitions answers so; what led to it is kept. Source: docs/GAPS.md#P3, docs/GAPS.md#P4 */
const VERDICTS = new Set(['NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICTING_REPORT', 'DUPLICATE']);

/**
 * Records a report, whose refusal by its verdict counts as recorded.
 * @returns false where it names a payment that is not known to be at this partner; then it was stored as unmatched
 */
export async function recordVerdict(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (fault) {
    if (!(fault instanceof DomainError) || !VERDICTS.has(fault.code)) throw fault;
    return fault.code !== 'NOT_FOUND';
  }
}

/** What a bank said that we asked or read ourselves. */
export interface Evidence {
  vault: Vault;
  partnerId: string;
  /** What is sealed as evidence of each report: the bytes that it is read from, or a part of them where they are many. */
  evidence: Buffer;
  receivedAt: Date;
}

/** The context in which a bank's report about a payment is recorded, with its sealed evidence. */
export function reportContext(
  { vault, partnerId, evidence, receivedAt }: Evidence,
  instructionId: string,
): ReportContext {
  const reportId = newId('report');
  const sealed = sealEvidence(vault, reportId, { body: evidence.toString('base64'), timestamp: '', signature: '' });
  return {
    instructionId,
    partnerId,
    idempotencyKey: null,
    requestId: newId('request'),
    receivedAt,
    reportId,
    evidence: sealed,
  };
}
