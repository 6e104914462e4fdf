import { stateAfterFault, HEALTHY, type BreakerState } from '../breaker';
import type { AttemptEnd } from './retry';

/** Faults of an attempt that got no answer at all, as attempts name them; a refused target is a decision of ours. */
const CONNECTION_FAULTS: readonly (string | null)[] = [
  'connection_refused',
  'connection_reset',
  'name_not_found',
  'timeout',
  'tls',
  'failed',
];

/** Faults further apart are not one outage: a quiet endpoint may have been well between them. */
const WINDOW_MS = 10 * 60_000;

/**
 * The state of an endpoint's breaker after an attempt, with the rules of a partner's breaker. Any HTTP answer closes it, whatever its status, which matters
 * only to the retry schedule. A probe without an answer is over, also if its target was refused.
 * @param now by Postgres' clock
 * Source: docs/GAPS.md#W15
 */
export function reachAfterAttempt(reach: BreakerState, attempt: AttemptEnd & { deliveryId: string }, now: Date) {
  const { deliveryId, statusCode, error } = attempt;
  if (statusCode !== null) return HEALTHY;
  if (reach.openedAt === null && !CONNECTION_FAULTS.includes(error)) return reach;
  const isOver =
    reach.openedAt === null && reach.lastFaultAt !== null && now.getTime() - reach.lastFaultAt.getTime() > WINDOW_MS;
  const fault = error ?? 'failed';
  return stateAfterFault(isOver ? HEALTHY : reach, { now, fault, isUnsent: true, probeOwner: deliveryId });
}
