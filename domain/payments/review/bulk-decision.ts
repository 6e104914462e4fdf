import type { OperatorRole } from '../../auth/operator-roles';
import type { FieldFault } from '../../errors';
import { SCREENING_VERDICTS, type ScreeningVerdict } from './compliance-hold';
import type { WaitingReason } from '../dispatch/waiting';

/**
 * What may be decided about many payments at once. That a partner has, or never received, a payment is established for
 * each by itself. Source: docs/GAPS.md#bulk-decisions
 */
export const BULK_DECISIONS = [...SCREENING_VERDICTS, 'try_now', 'give_up'] as const;
export type BulkDecision = (typeof BULK_DECISIONS)[number];

/** `prepared`: nothing is decided yet. `stopped`: what waited then was skipped. */
export const BULK_STATUSES = ['prepared', 'running', 'completed', 'stopped'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

/**
 * What became of a payment. `proposed`: its release waits for a second person. `refused`: the decision did not fit it any
 * more. `skipped`: the bulk decision was stopped before.
 */
export const BULK_STATES = ['waiting', 'decided', 'proposed', 'refused', 'skipped'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** Payments of one bulk decision at most. */
export const MAX_BULK_PAYMENTS = 10_000;

/** Tries at a payment that cannot be decided, such as one whose data cannot be opened. */
export const MAX_BULK_TRIES = 10;

/** A prepared bulk decision can be started for this long. */
const PREPARED_FOR_MS = 60 * 60_000;

/** What payments have in common that are decided together. */
export interface BulkFilter {
  waiting: 'person' | 'in_doubt' | WaitingReason;
  environment?: 'test' | 'live' | undefined;
  /** Id of the partner. */
  partner?: string | undefined;
  /** An entry of a watch list which the newest screening found. */
  listEntry?: string | undefined;
}

/** @returns whether it is a decision about a hold */
export function isVerdict(decision: BulkDecision): decision is ScreeningVerdict {
  return (SCREENING_VERDICTS as readonly string[]).includes(decision);
}

/** @returns the role that a decision needs, for many payments as for one */
export function roleOf(decision: BulkDecision): OperatorRole {
  return isVerdict(decision) ? 'compliance' : 'operations';
}

/** Faults of a filter that does not fit the decision: holds are released or rejected, other payments tried or ended. */
export function filterFaults(decision: BulkDecision, { waiting, listEntry }: BulkFilter): FieldFault[] {
  const code = 'not_applicable';
  const isOfHolds = waiting === 'compliance_review';
  if (isVerdict(decision) && !isOfHolds)
    return [{ field: 'filter.waiting', code, message: `must be compliance_review to ${decision}` }];
  if (!isVerdict(decision) && isOfHolds)
    return [{ field: 'decision', code, message: 'must be release or reject for a compliance review' }];
  if (decision === 'give_up' && waiting === 'in_doubt')
    return [{ field: 'decision', code, message: 'must not be give_up: the partner may have them' }];
  if (listEntry !== undefined && !isOfHolds)
    return [{ field: 'filter.listEntry', code, message: 'only with compliance_review' }];
  return [];
}

/** @returns why a bulk decision cannot be started, or null where it can */
export function obstacleToStart(
  { status, createdAt }: { status: BulkStatus; createdAt: Date },
  now: Date,
): string | null {
  if (status !== 'prepared') return `it is ${status} already`;
  if (now.getTime() - createdAt.getTime() <= PREPARED_FOR_MS) return null;
  return 'it was prepared more than an hour ago, and its payments may have changed; prepare it again';
}
