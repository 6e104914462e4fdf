import {
  decideScreening,
  type ScreeningOutcome,
  type ScreeningRequest,
} from '../../domain/payments/decisions/screening';
import { readApprovals } from '../administration/approvals';
import type { Queryable } from '../database';
import { changePayment, type Changed } from './change-payment';

/**
 * Keeps what an operator decided about a payment that is held for a compliance review: status, history, event, audit
 * entry and the message to its workflow in one transaction. Where two have to agree to a release, the first one's word is
 * kept as a proposal.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when it is not held
 * Source: docs/GAPS.md#P13
 */
export async function recordScreeningDecision(
  database: Queryable,
  instructionId: string,
  word: Omit<ScreeningRequest, 'approvals' | 'at'>,
): Promise<Changed<ScreeningOutcome>> {
  const { 'release-approvals': approvals } = await readApprovals(database);
  return changePayment(database, { instructionId }, (state, at) => decideScreening(state, { ...word, approvals, at }));
}
