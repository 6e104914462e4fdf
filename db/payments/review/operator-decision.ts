import { decideOperator, type OperatorRequest } from '../../../domain/payments/decisions/operator';
import type { KeptDecision } from '../../../domain/payments/review/operator-decision';
import type { Queryable } from '../../database';
import { changePayment, type Changed } from '../instruction/change-payment';

/**
 * Keeps what an operator decided about a payment: status, history, event, flags taken down, audit entry and the message
 * to its workflow in one transaction. The same words again change nothing and are answered as the first time.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION, naming the decisions that fit, when this one does not
 * Source: docs/GAPS.md#P10
 */
export function recordOperatorDecision(
  database: Queryable,
  instructionId: string,
  request: Omit<OperatorRequest, 'at'>,
): Promise<Changed<KeptDecision>> {
  return changePayment(database, { instructionId }, (state, at) => decideOperator(state, { ...request, at }));
}
