import {
  decideScreening,
  type ScreeningOutcome,
  type ScreeningRequest,
} from '../../../domain/payments/decisions/screening';
import { readApprovals } from '../../administration/approvals';
import type { MakersOf } from '../../../domain/auth/independence';
import type { Vault } from '../../../lib/vault';
import { readPeople, reviewersAmong } from '../../auth/makers';
import { keepClearance } from '../../compliance/clearances';
import type { Queryable, Transacting } from '../../database';
import { changePayment, type Changed } from '../instruction/change-payment';

/**
 * Records an operator's decision about a held payment: status, history, event, audit entry and the message to its
 * workflow in one transaction, and the clearance if a release is to be remembered. If a release needs two operators,
 * the first decision is stored as a proposal.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when it is not held; FORBIDDEN as `decideScreening`
 * Source: docs/GAPS.md#P13
 */
export async function recordScreeningDecision(
  database: Transacting,
  vault: Vault,
  instructionId: string,
  word: Omit<ScreeningRequest, 'approvals' | 'reviewers' | 'at'>,
): Promise<Changed<ScreeningOutcome>> {
  const { 'release-approvals': approvals } = await readApprovals(database);
  const reviewers = approvals === 'two' ? await readReviewers(database) : new Map<string, never>();
  const decideIn = (client: Queryable): Promise<Changed<ScreeningOutcome>> =>
    changePayment(client, { instructionId }, (state, at) =>
      decideScreening(state, { ...word, approvals, reviewers, at }),
    );
  if (word.rememberUntil === undefined) return decideIn(database);
  return database.transaction(async (client) => {
    const changed = await decideIn(client);
    const { result } = changed;
    if (result.state === 'released' && result.rememberUntil !== undefined) {
      const { reason, rememberUntil: until } = result;
      await keepClearance(client, vault, { instructionId, reason, actor: word.actor, until });
    }
    return changed;
  });
}

/** @returns the people who may decide about holds at present */
async function readReviewers(database: Queryable): Promise<MakersOf> {
  return reviewersAmong(await readPeople(database, { personId: null }));
}
