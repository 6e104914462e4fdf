import { OPERATIONAL_EVENTS, type EventBody } from './events';
import { hasDelivered, retryDelayMs, type AttemptEnd } from './retry';
import type { DeliveryStatus } from './schemas';

/**
 * A subscription that has failed for this long without one success is disabled, if a delivery has used up its schedule
 * within this time: single faults that lie days apart are no outage. Source: docs/GAPS.md#W7
 */
const DISABLED_AFTER_DAYS = 5;
const DAY_MS = 86_400_000;
/** What is said of a subscription that was given up. */
export const DISABLED_REASON = `Every delivery failed for ${DISABLED_AFTER_DAYS} days`;
/** The attempt after the third retry. Source: docs/GAPS.md#W12 */
const ANNOUNCED_ATTEMPT = 4;

/** An attempt that has ended, with what its delivery is. */
export interface EndedAttempt extends AttemptEnd {
  deliveryId: string;
  /** Counts attempts from 1. */
  number: number;
  endedAt: Date;
  eventId: string;
  /** Name of the event. */
  event: string;
  /** A test has one attempt and no retries, and says nothing about its subscription. */
  isTest: boolean;
}

/** How a subscription has failed so far. */
export interface Failing {
  webhookId: string;
  isEnabled: boolean;
  /** Since when no attempt has succeeded; null while the last one did. */
  failingSince: Date | null;
  /** Whether the other subscriptions have been told. */
  isAnnounced: boolean;
  /** When a delivery last used up its schedule; null: it never happened, or is not known to a success. */
  usedUpAt: Date | null;
}

/** State of a delivery after an attempt. */
export interface DeliveryAfter {
  status: Extract<DeliveryStatus, 'delivered' | 'failed' | 'pending' | 'paused' | 'cancelled'>;
  /** Null where there is none. */
  nextAttemptAt: Date | null;
}

/** What follows from attempts. */
export interface AfterAttempts {
  /** In the order of the attempts. */
  deliveries: DeliveryAfter[];
  failing: Failing;
  /** For the other subscriptions of the account. */
  events: Extract<EventBody, { type: 'webhook.failing' | 'webhook.disabled' | 'delivery.failed' }>[];
}

/**
 * The state of a delivery after an attempt: delivered, failed, or due again. If it was cancelled or paused meanwhile
 * it stays so, unless it was delivered.
 * @param status of the delivery when the attempt ended
 * Source: docs/GAPS.md#W4, docs/GAPS.md#W5
 */
export function deliveryAfter(attempt: EndedAttempt, status: DeliveryStatus): DeliveryAfter {
  if (hasDelivered(attempt)) return { status: 'delivered', nextAttemptAt: null };
  if (status === 'cancelled') return { status, nextAttemptAt: null };
  const delayMs = attempt.isTest ? null : retryDelayMs(attempt.number);
  if (delayMs === null) return { status: 'failed', nextAttemptAt: null };
  const nextAttemptAt = new Date(attempt.endedAt.getTime() + delayMs);
  return { status: status === 'paused' ? status : 'pending', nextAttemptAt };
}

/** Two subscriptions whose deliveries of these fail would tell each other for ever. */
function isOperational({ event }: EndedAttempt): boolean {
  return OPERATIONAL_EVENTS.some((name) => name === event);
}

/** The object of the events about a failed delivery. */
function failureObject(
  { webhookId }: Failing,
  { deliveryId, eventId, event, number, statusCode, error }: EndedAttempt,
) {
  const about = { webhook_id: webhookId, delivery_id: deliveryId, event_id: eventId, event };
  return { ...about, attempts: number, status_code: statusCode, error };
}

/**
 * Whether and since when a subscription fails after an attempt, and the events about it for the account's other
 * subscriptions.
 */
function failingAfter(
  before: Failing,
  attempt: EndedAttempt,
  { status, nextAttemptAt }: DeliveryAfter,
  now: Date,
): { failing: Failing; events: AfterAttempts['events'] } {
  if (attempt.isTest || status === 'cancelled') return { failing: before, events: [] };
  if (status === 'delivered') return { failing: { ...before, failingSince: null, isAnnounced: false }, events: [] };
  const since = before.failingSince ?? now;
  const failing_since = since.toISOString();
  const events: AfterAttempts['events'] = [];
  const isAnnouncedNow = attempt.number === ANNOUNCED_ATTEMPT && !before.isAnnounced && !isOperational(attempt);
  if (isAnnouncedNow) {
    const next_attempt_at = nextAttemptAt?.toISOString() ?? null;
    const object = { ...failureObject(before, attempt), failing_since, next_attempt_at };
    events.push({ type: 'webhook.failing', object });
  }
  const usedUpAt = status === 'failed' ? now : before.usedUpAt;
  const longAgoMs = now.getTime() - DISABLED_AFTER_DAYS * DAY_MS;
  const isGivenUp = before.isEnabled && since.getTime() <= longAgoMs && (usedUpAt?.getTime() ?? 0) >= longAgoMs;
  if (isGivenUp) {
    const object = { webhook_id: before.webhookId, reason: DISABLED_REASON, failing_since };
    events.push({ type: 'webhook.disabled', object });
  }
  if (status === 'failed' && !isOperational(attempt)) {
    events.push({ type: 'delivery.failed', object: failureObject(before, attempt) });
  }
  const isEnabled = before.isEnabled && !isGivenUp;
  return {
    failing: { ...before, isEnabled, failingSince: since, isAnnounced: before.isAnnounced || isAnnouncedNow, usedUpAt },
    events,
  };
}

/**
 * Decides what follows from attempts of one subscription: the state of each delivery, whether the subscription fails
 * or is disabled, and the events for the account's other subscriptions.
 * @param attempts in the order in which they ended, with the status of each delivery at that time
 * @param now by Postgres' clock
 * Source: docs/GAPS.md#W4, docs/GAPS.md#W7, docs/GAPS.md#W12
 */
export function decideAfterAttempts(
  before: Failing,
  attempts: readonly (EndedAttempt & { status: DeliveryStatus })[],
  now: Date,
): AfterAttempts {
  const after: AfterAttempts = { deliveries: [], failing: before, events: [] };
  for (const attempt of attempts) {
    const delivery = deliveryAfter(attempt, attempt.status);
    const { failing, events } = failingAfter(after.failing, attempt, delivery, now);
    after.deliveries.push(delivery);
    after.failing = failing;
    after.events.push(...events);
  }
  return after;
}
