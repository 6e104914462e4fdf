import { z } from 'zod';
import type { PartnerPrincipal } from '../../../domain/auth/principal';
import { invalidRequest, type FieldFault } from '../../../domain/errors';
import { Timestamp } from '../../../domain/schema-tools';
import { sealEvidence } from '../../../db/payments/instruction/private-data';
import type { ReportContext } from '../../../db/payments/reports/record-report';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import type { Call } from '../../endpoint';

/** Clocks differ; a report from further ahead is refused. Source: docs/GAPS.md#G9 */
const MAX_AHEAD_MS = 5 * 60 * 1000;

function faultsOfTime(field: string, timestamp: string, now: Date): FieldFault[] {
  if (Date.parse(timestamp) <= now.getTime() + MAX_AHEAD_MS) return [];
  return [{ field, code: 'future', message: 'must not lie more than 5 minutes in the future' }];
}

/** @throws DomainError INVALID_REQUEST for a timestamp that lies in the future */
export function checkNotAhead(field: string, timestamp: string | undefined, now: Date): void {
  const faults = timestamp === undefined ? [] : faultsOfTime(field, timestamp, now);
  if (faults.length > 0) throw invalidRequest(faults);
}

/** The fault of a timestamp in the future, for a body that has other faults too. Source: docs/GAPS.md#G2 */
export function aheadFaults(field: string, body: unknown, now: Date): FieldFault[] {
  const timed = z.object({ [field]: Timestamp }).safeParse(body);
  return timed.success ? faultsOfTime(field, String(timed.data[field]), now) : [];
}

/** The context of a partner's report: who reports about which payment, under which key, with the sealed evidence. */
export function reportContext(
  call: Pick<
    Call<PartnerPrincipal, { instructionId: string }, unknown, unknown>,
    'params' | 'principal' | 'idempotencyKey' | 'requestId' | 'receivedAt' | 'rawBody' | 'header'
  >,
  vault: Vault,
): ReportContext {
  const { idempotencyKey, requestId, receivedAt } = call;
  const { instructionId } = call.params;
  const { partnerId } = call.principal;
  const reportId = newId('report');
  const evidence = sealEvidence(vault, reportId, {
    body: call.rawBody.toString('base64'),
    timestamp: call.header('X-Partner-Timestamp'),
    signature: call.header('X-Partner-Signature'),
  });
  return { instructionId, partnerId, idempotencyKey, requestId, receivedAt, reportId, evidence };
}
