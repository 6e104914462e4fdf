import { ReportReceipt } from '../../../domain/payments/reports/receipt-schema';
import { StatusReport } from '../../../domain/payments/reports/report-schema';
import { recordStatusReport } from '../../../db/payments/reports/record-report';
import { recordPayeeCheck } from '../../../db/payments/review/payee-check';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';
import { aheadFaults, checkNotAhead, reportContext } from './partner-report';

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
    const context = reportContext(call, services.vault);
    const { payeeCheck } = call.body;
    const about = { ...context, source: 'report' as const };
    const answer = await recordStatusReport(services.database, context, call.body);
    // After the status: where it ends the payment, no decision is asked for. A partner that gets no answer repeats both.
    const isRepeat = answer.disposition === 'duplicate';
    await recordPayeeCheck(services.database, services.vault, { ...about, isRepeat }, payeeCheck);
    const data = { ...answer, recordedAt: answer.recordedAt.toISOString() };
    return { status: answer.disposition === 'waiting' ? 202 : 200, data };
  },
});
