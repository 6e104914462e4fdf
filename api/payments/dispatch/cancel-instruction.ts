import { paymentNotFound } from '../../../domain/errors';
import { z } from 'zod';
import { optional } from '../../../domain/schema-tools';
import { CancellationAnswer } from '../../../domain/payments/instruction/answer-schema';
import { requestCancellation } from '../../../db/payments/dispatch/cancellation';
import { readInstruction } from '../../../db/payments/instruction/read-instruction';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';

/** Source: docs/GAPS.md#P7 */
export const cancelInstruction = endpoint({
  operationId: 'cancelPaymentInstruction',
  summary: 'Cancel a payment instruction before it is processed',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/cancel',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  body: z.object({ reason: optional(z.string().max(500)) }),
  responses: {
    200: { description: 'Cancelled', schema: CancellationAnswer },
    202: { description: 'The partner is asked; its report decides', schema: CancellationAnswer },
  },
  errors: ['NOT_FOUND', 'CANCELLATION_NOT_ALLOWED'],
  async handle(call, services) {
    const { instructionId } = call.params;
    const row = await readInstruction(services.database, instructionId, call.principal.tenant);
    if (row === null) throw paymentNotFound();
    const { id: actor, requestId } = call.actor;
    const result = await requestCancellation(services.database, instructionId, {
      reason: call.body.reason ?? null,
      audit: { actor, act: 'payment.cancellation_requested', requestId, detail: {} },
    });
    const status = result.cancellation.status === 'cancelled' ? 200 : 202;
    return { status, data: { instructionId, ...result } };
  },
});
