import { decideScreening, type DecidedHold, type ScreeningRequest } from '../../domain/payments/decisions/screening';
import type { Queryable } from '../database';
import { changePayment, type Changed } from './change-payment';

/**
 * Keeps what an operator decided about a payment that is held for a compliance review: status, history, event, audit
 * entry and the message to its workflow in one transaction.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when it is not held
 * Source: docs/GAPS.md#P13
 */
export function recordScreeningDecision(
  database: Queryable,
  instructionId: string,
  request: ScreeningRequest,
): Promise<Changed<DecidedHold>> {
  return changePayment(database, { instructionId }, (state) => decideScreening(state, request));
}
