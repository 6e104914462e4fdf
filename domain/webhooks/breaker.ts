import { afterFault, HEALTHY, type BreakerState } from '../breaker';

/** Whether the endpoint of a subscription can be reached, with the rules of a partner's breaker. */
export type EndpointReach = BreakerState;

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

/** How an attempt went, as far as a breaker is concerned. */
export interface ReachedAttempt {
  deliveryId: string;
  /** Null where no answer came. */
  statusCode: number | null;
  error: string | null;
}

/**
 * The reach of an endpoint after an attempt. Any answer closes the breaker, whatever it says: what an answer means is
 * between the receiver and the retry schedule. A probe without one is over, also where its target was refused.
 * @param now by Postgres' clock
 * Source: docs/GAPS.md#W15
 */
export function afterAttempt(reach: EndpointReach, { deliveryId, statusCode, error }: ReachedAttempt, now: Date) {
  if (statusCode !== null) return HEALTHY;
  if (reach.openedAt === null && !CONNECTION_FAULTS.includes(error)) return reach;
  const isOver =
    reach.openedAt === null && reach.lastFaultAt !== null && now.getTime() - reach.lastFaultAt.getTime() > WINDOW_MS;
  const fault = error ?? 'failed';
  return afterFault(isOver ? HEALTHY : reach, { now, fault, isUnsent: true, probeOwner: deliveryId });
}
