import { paymentNotFound } from '../../../domain/errors';
import { RetrievedInstruction } from '../../../domain/payments/instruction/answer-schema';
import type { StoredInstruction } from '../../../db/payments/instruction/read-instruction';
import { endpoint, type Reply } from '../../endpoint';
import { retrievedView } from './instruction-view';
import { InstructionParams } from '../parameters';

/** A client that polls is given the same instruction until it changes, and so the same answer. */
const replies = new WeakMap<StoredInstruction, Reply>();

/** Source: specification, "Payments" 2; docs/GAPS.md#P8 */
export const getInstruction = endpoint({
  operationId: 'getPaymentInstruction',
  summary: 'Retrieve one payment instruction',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/instructions/{instructionId}',
  access: { kind: 'client', scope: 'payments:read' },
  limit: 'getInstruction',
  readsAhead: true,
  envelope: 'wrapped',
  params: InstructionParams,
  responses: { 200: { description: 'The instruction with its history', schema: RetrievedInstruction } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const row = await services.instructions.find(call.params.instructionId, call.principal.tenant);
    if (row === null) throw paymentNotFound();
    const known = replies.get(row);
    if (known !== undefined) return known;
    const reply = { status: 200, data: retrievedView(row, services.vault), isLasting: true };
    replies.set(row, reply);
    return reply;
  },
});
