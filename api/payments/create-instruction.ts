import type { output } from 'zod';
import { CreateInstruction } from '../../domain/payments/instruction-schema';
import { CreatedInstruction } from '../../domain/payments/answer-schema';
import { insertInstruction, type NewInstruction } from '../../db/payments/create-instruction';
import { recordWaiting } from '../../db/payments/dispatch';
import { readInstruction } from '../../db/payments/read-instruction';
import type { PaymentStatus } from '../../domain/payments/status';
import { WAITING_MESSAGES } from '../../domain/payments/waiting';
import { endpoint, type Reply } from '../endpoint';
import type { Services } from '../services';
import { prepareInstruction } from './prepare-instruction';

/** The partner's word is waited for this long, counted from receipt; then the answer is an honest `pending`. Source: docs/GAPS.md#P1 */
const BUDGET_MS = 2_000;
const OPERATION = 'createPaymentInstruction';

function createdView(instruction: NewInstruction, status: PaymentStatus): output<typeof CreatedInstruction> {
  const { partnerName, channel } = instruction;
  return {
    instructionId: instruction.id,
    status,
    clientReference: instruction.clientReference,
    submittedAt: instruction.submittedAt.toISOString(),
    settlementDetails: {
      expectedSettlementDate: instruction.expectedDate,
      settlementTimeline: instruction.timeline,
      partnerName,
      channel,
      dateExplanation: instruction.dateExplanation,
    },
    fees: {
      estimated: Number(instruction.feeEstimated),
      currency: instruction.currency,
      breakdown: instruction.feeBreakdown,
    },
    route: { routeId: instruction.routeId, partnerName, channel, reasons: instruction.routeReasons },
  };
}

function created(view: output<typeof CreatedInstruction>): Reply {
  const headers = { Location: `/api/v1/payments/instructions/${view.instructionId}` };
  return { status: 201, data: view, headers };
}

/** Starts the engine and tells where the instruction stands when the budget is spent. */
async function submit(instruction: NewInstruction, services: Services): Promise<PaymentStatus> {
  const left = BUDGET_MS - (services.now().getTime() - instruction.submittedAt.getTime());
  const start = { instructionId: instruction.id, ...instruction };
  const outcome = await services.engine.submitPayment(start, Math.max(left, 1));
  if (outcome.kind === 'known') return outcome.status;
  const reason = outcome.kind === 'slow' ? 'partner_slow' : 'engine_outage';
  const moved = await recordWaiting(services.database, instruction.id, { reason, message: WAITING_MESSAGES[reason] });
  return moved.status;
}

/** Source: specification, "Payments" 1; docs/GAPS.md#P1 */
export const createInstruction = endpoint({
  operationId: OPERATION,
  summary: 'Submit a payment instruction',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions',
  access: { kind: 'client', scope: 'payments:write' },
  limit: 'createInstruction',
  envelope: 'wrapped',
  body: CreateInstruction,
  idempotent: true,
  responses: { 201: { description: 'Kept; the status says how far it got', schema: CreatedInstruction } },
  errors: ['DUPLICATE', 'IN_PROGRESS', 'COMPLIANCE_BLOCK'],
  async handle(call, services) {
    const instruction = prepareInstruction(call.body, {
      accountId: call.principal.accountId,
      requestId: call.requestId,
      receivedAt: call.receivedAt,
      routes: await services.routes.all(),
      vault: services.vault,
    });
    await insertInstruction(services.database, instruction, { operation: OPERATION, key: call.idempotencyKey });
    const status = await submit(instruction, services);
    services.wake();
    return created(createdView(instruction, status));
  },

  /** The first request kept the instruction and died before it answered: the answer is made from what was kept. */
  async recover(instructionId, call, services) {
    const row = await readInstruction(services.database, instructionId, call.principal.accountId);
    if (row === null) throw new Error(`instruction ${instructionId} of an idempotency key is not in the database`);
    return created({
      instructionId,
      status: row.status,
      clientReference: row.client_reference,
      submittedAt: row.submitted_at.toISOString(),
      settlementDetails: {
        expectedSettlementDate: row.expected_date,
        settlementTimeline: row.timeline,
        partnerName: row.partner_name,
        channel: row.channel,
        dateExplanation: row.date_explanation,
      },
      fees: { estimated: Number(row.fee_estimated), currency: row.currency, breakdown: row.fee_breakdown },
      route: { routeId: row.route_id, partnerName: row.partner_name, channel: row.channel, reasons: row.route_reasons },
    });
  },
});
