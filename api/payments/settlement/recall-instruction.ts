import { paymentNotFound } from '../../../domain/errors';
import { RecallAnswer, RecallRequest } from '../../../domain/payments/settlement/recall-schema';
import { findOwnInstructionIds } from '../../../db/payments/instruction/read-instruction';
import { requestRecall } from '../../../db/payments/settlement/recall';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';

/** Source: docs/GAPS.md#recalls */
export const recallInstruction = endpoint({
  operationId: 'recallPaymentInstruction',
  summary: 'Recall settled money',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/recall',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  body: RecallRequest,
  responses: {
    200: { description: 'A repeat: it was refused, or the money was returned', schema: RecallAnswer },
    202: { description: 'The partner is asked; it stays settled until a return is reported', schema: RecallAnswer },
  },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle(call, { database }) {
    const { instructionId } = call.params;
    const { tenant } = call.principal;
    const known = await findOwnInstructionIds(database, tenant, [instructionId]);
    if (!known.has(instructionId)) throw paymentNotFound();
    const { id: actor, requestId } = call.actor;
    const { reasonCode = 'CUST', reason = null } = call.body;
    const audit = { actor, act: 'payment.recall_requested', requestId, detail: { reasonCode } };
    const result = await requestRecall(database, instructionId, { reasonCode, reason, audit });
    return { status: result.recall.status === 'requested' ? 202 : 200, data: { instructionId, ...result } };
  },
});
