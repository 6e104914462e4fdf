import { DomainError } from '../../domain/errors';
import { RetrievedInstruction } from '../../domain/payments/answer-schema';
import { endpoint } from '../endpoint';
import { retrievedView } from './instruction-view';
import { InstructionParams } from './parameters';

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
    const row = await services.instructions.find(call.params.instructionId, call.principal.accountId);
    if (row === null) throw new DomainError('NOT_FOUND', 'There is no such payment instruction.');
    return { status: 200, data: retrievedView(row, services.vault) };
  },
});
