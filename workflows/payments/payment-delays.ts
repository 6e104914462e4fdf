const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses between inquiries about an ambiguous dispatch; the last one repeats. Source: docs/GAPS.md#P14 */
export const INQUIRY_DELAYS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  4 * MINUTE_MS,
  8 * MINUTE_MS,
  15 * MINUTE_MS,
];
/** Pauses before a partner that took nothing is tried again; the last one repeats. */
export const OUTAGE_DELAYS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
];
/** Partners that one payment is offered to without a pause; more are away at once only when the fault is ours. */
export const MAX_HOPS = 5;
/** What keeps a payment from being sent at our side is mended by people. */
export const BLOCKED_DELAY_MS = 15 * MINUTE_MS;
/** A release or the last approval is told at once; this only ends the wait where that word was lost. */
export const REVIEW_DELAY_MS = HOUR_MS;
/** When a dispatched payment of which nothing is heard is looked at first. Source: docs/GAPS.md#P10 */
export const FIRST_CHECK_MS = HOUR_MS;
/** The server ends a history at 51,200 events; Temporal itself suggests a new run at some 4,000. */
export const HISTORY_LIMIT = 4_000;

/** @returns the pause of that number, counted from 0; the last one repeats */
export function delayAt(delays: readonly number[], index: number): number {
  return delays[Math.min(index, delays.length - 1)] ?? MINUTE_MS;
}
