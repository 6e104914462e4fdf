import { CreatedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { invalidRequest } from '../../../domain/errors';
import { InstructionRequest } from '../../../domain/payments/instruction/request-schema';
import { endpoint } from '../../endpoint';
import { namingUnmet, storedAnswer } from './created-answer';
import { wholeInstruction } from './saved-beneficiary';
import { creationFaults, submitInstruction } from './submit-instruction';

/** Source: specification, "Payments" 1; docs/GAPS.md#P1 */
export const createInstruction = endpoint({
  operationId: 'createPaymentInstruction',
  summary: 'Submit a payment instruction',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions',
  access: { kind: 'client', scope: 'payments:write' },
  limit: 'createInstruction',
  envelope: 'wrapped',
  body: InstructionRequest,
  idempotent: true,
  responses: { 201: { description: 'Accepted; the status shows the progress', schema: CreatedInstruction } },
  errors: ['DUPLICATE', 'QUOTE_CHANGED', 'IN_PROGRESS', 'COMPLIANCE_BLOCK'],
  furtherFaults: (body, call, services) => creationFaults(body, call, services),
  async handle(call, services) {
    const whole = await wholeInstruction(call.body, call.principal.tenant, services);
    if (whole === null) throw invalidRequest(await creationFaults(call.body, call, services));
    const { reply } = await submitInstruction(whole.body, call, services, { saved: whole.saved });
    return namingUnmet(reply, whole.body, services);
  },
  async recover(instructionId, call, services) {
    const { tenant } = call.principal;
    const reply = await storedAnswer(instructionId, tenant, services);
    const whole = await wholeInstruction(call.body, tenant, services);
    return whole === null ? reply : namingUnmet(reply, whole.body, services);
  },
});
