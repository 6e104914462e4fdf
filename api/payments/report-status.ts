import { z } from 'zod';
import type { PartnerPrincipal } from '../../domain/auth/principal';
import { invalidRequest, type FieldFault } from '../../domain/errors';
import { ReportReceipt } from '../../domain/payments/answer-schema';
import { StatusReport } from '../../domain/payments/report-schema';
import { Timestamp } from '../../domain/schema-tools';
import { newId } from '../../lib/ids';
import { sealEvidence } from '../../db/payments/private-data';
import { recordStatusReport, type ReportContext } from '../../db/payments/record-report';
import type { Vault } from '../../lib/vault';
import { endpoint, type Call } from '../endpoint';
import { InstructionParams } from './parameters';

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

/** @returns the same fault of a body that has others. Source: docs/GAPS.md#G2 */
export function aheadFaults(field: string, body: unknown, now: Date): FieldFault[] {
  const timed = z.object({ [field]: Timestamp }).safeParse(body);
  return timed.success ? faultsOfTime(field, String(timed.data[field]), now) : [];
}

/** Who reports, about what, under which key: the same for every kind of report. */
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

/** Source: specification, "Payments" 3; docs/GAPS.md#P3, docs/GAPS.md#P4 */
export const reportStatus = endpoint({
  operationId: 'reportPaymentStatus',
  summary: 'Report a status change (settlement partners)',
  tag: 'Partners',
  method: 'put',
  path: '/api/v1/payments/instructions/{instructionId}/status',
  access: { kind: 'partner' },
  limit: 'statusReport',
  envelope: 'wrapped',
  params: InstructionParams,
  body: StatusReport,
  reportKey: true,
  responses: {
    200: { description: 'Recorded', schema: ReportReceipt },
    202: { description: 'Recorded; it waits for a missing step, at most 24 hours', schema: ReportReceipt },
  },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICTING_REPORT', 'DUPLICATE'],
  furtherFaults: (body, { receivedAt }) => aheadFaults('timestamp', body, receivedAt),
  async handle(call, services) {
    checkNotAhead('timestamp', call.body.timestamp, call.receivedAt);
    const answer = await recordStatusReport(services.database, reportContext(call, services.vault), call.body);
    const data = { ...answer, recordedAt: answer.recordedAt.toISOString() };
    return { status: answer.disposition === 'waiting' ? 202 : 200, data };
  },
});
