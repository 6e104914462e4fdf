import { z, type output } from 'zod';
import { paymentNotFound } from '../../../domain/errors';
import type { PayeeCheck } from '../../../domain/payments/review/payee-check';
import { PayeeCheckShape, PayeeDecisionRequest } from '../../../domain/payments/review/payee-check-schema';
import { readInstruction } from '../../../db/payments/instruction/read-instruction';
import { decideOnPayee, openSuggestedName } from '../../../db/payments/review/payee-check';
import type { Vault } from '../../../lib/vault';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';

/** @param suggestedName sealed, in base64 */
export function payeeCheckView(
  check: PayeeCheck,
  vault: Vault,
  suggestedName: string | null,
): output<typeof PayeeCheckShape> {
  const { result, source, at, decision, expiresAt, decidedAt } = check;
  const name = openSuggestedName(vault, check, suggestedName);
  return { result, suggestedName: name, at, source, decision, expiresAt, decidedAt };
}

const DECISIONS = { release: 'released', withdraw: 'withdrawn' } as const;

/** Source: docs/GAPS.md#P24 */
export const decidePayeeCheck = endpoint({
  operationId: 'decidePayeeCheck',
  summary: 'Release or withdraw a payment whose payee’s name does not match',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/payee-check',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  body: PayeeDecisionRequest,
  responses: {
    200: {
      description: 'Decided; a withdrawn payment is cancelled once its partner says so',
      schema: z.object({ instructionId: z.string(), payeeCheck: PayeeCheckShape }).meta({ id: 'DecidedPayeeCheck' }),
    },
  },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CANCELLATION_NOT_ALLOWED'],
  async handle(call, { database, vault }) {
    const { instructionId } = call.params;
    const row = await readInstruction(database, instructionId, call.principal.tenant);
    if (row === null) throw paymentNotFound();
    const { id: actor, requestId } = call.actor;
    const { reason = null } = call.body;
    const decision = DECISIONS[call.body.decision];
    const audit = { actor, act: 'payment.payee_decided', requestId, detail: { decision, reason } };
    const check = await decideOnPayee(database, instructionId, { decision, reason, audit });
    if (check === null) throw paymentNotFound();
    return { status: 200, data: { instructionId, payeeCheck: payeeCheckView(check, vault, row.suggestedName) } };
  },
});
