import {
  decideScreening,
  type ScreeningOutcome,
  type ScreeningRequest,
} from '../../../domain/payments/decisions/screening';
import { readApprovals } from '../../administration/approvals';
import type { Queryable } from '../../database';
import { changePayment, type Changed } from '../instruction/change-payment';

/**
 * Records an operator's decision about a held payment: status, history, event, audit entry and the message to its
 * workflow in one transaction. If a release needs two operators, the first decision is stored as a proposal.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when it is not held
 * Source: docs/GAPS.md#P13
 */
export async function recordScreeningDecision(
  database: Queryable,
  instructionId: string,
  word: Omit<ScreeningRequest, 'approvals' | 'reviewers' | 'at'>,
): Promise<Changed<ScreeningOutcome>> {
  const { 'release-approvals': approvals } = await readApprovals(database);
  const reviewers = approvals === 'two' ? await readReviewers(database) : new Set<string>();
  return changePayment(database, { instructionId }, (state, at) =>
    decideScreening(state, { ...word, approvals, reviewers, at }),
  );
}

/** @returns ids of the people who may decide about holds at present */
async function readReviewers(database: Queryable): Promise<ReadonlySet<string>> {
  const people = await database.query<{ id: string }>(
    `select id from users where disabled_at is null and 'compliance' = any (operator_roles)`,
  );
  return new Set(people.map(({ id }) => id));
}
