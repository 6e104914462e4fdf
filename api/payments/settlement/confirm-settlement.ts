import { SettlementReceipt } from '../../../domain/payments/reports/receipt-schema';
import { SettlementConfirmation } from '../../../domain/payments/reports/report-schema';
import { recordSettlement } from '../../../db/payments/reports/record-report';
import { endpoint, type Method } from '../../endpoint';
import { InstructionParams } from '../parameters';
import { aheadFaults, checkNotAhead, reportContext } from '../reports/partner-report';

/** The operation that confirms a settlement, for one HTTP method. */
function settlementEndpoint(method: Method, operationId: string) {
  return endpoint({
    operationId,
    summary: 'Confirm final settlement (settlement partners)',
    tag: 'Partners',
    method,
    path: '/api/v1/payments/instructions/{instructionId}/settlement',
    access: { kind: 'partner' },
    limit: 'settlementConfirmation',
    envelope: 'wrapped',
    params: InstructionParams,
    body: SettlementConfirmation,
    reportKey: true,
    responses: { 200: { description: 'Recorded and compared with what was instructed', schema: SettlementReceipt } },
    errors: ['NOT_FOUND', 'CONFLICTING_REPORT', 'DUPLICATE'],
    furtherFaults: (body, { receivedAt }) => aheadFaults('confirmedAt', body, receivedAt),
    async handle(call, services) {
      checkNotAhead('confirmedAt', call.body.confirmedAt, call.receivedAt);
      const confirmation = { ...call.body, unreadable: call.unreadable };
      const answer = await recordSettlement(services.database, reportContext(call, services.vault), confirmation);
      return { status: 200, data: { ...answer, recordedAt: answer.recordedAt.toISOString() } };
    },
  });
}

/** Source: specification, "Payments" 4; docs/GAPS.md#P5 */
export const confirmSettlement = settlementEndpoint('post', 'confirmSettlement');

/** The specification names no method, so both are taken. Source: docs/GAPS.md#P5 */
export const replaceSettlement = settlementEndpoint('put', 'putSettlement');
