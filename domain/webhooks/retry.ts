const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Pause before each retry, counted from the end of the failed attempt.
 * Source: specification, "Events"; docs/GAPS.md#W4
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * @param attempt number of the attempt that failed; the first one is 1
 * @returns the pause before the next one, or null when the delivery has failed for good
 */
export function retryDelayMs(attempt: number): number | null {
  return RETRY_DELAYS_MS[attempt - 1] ?? null;
}

/** How an attempt ended: `statusCode` is null without an answer; `error` names a fault of the network or of the answer. */
export interface AttemptEnd {
  statusCode: number | null;
  error: string | null;
}

/** @returns whether the attempt delivered: exactly status 200, the answer read. Source: docs/GAPS.md#W4 */
export function hasDelivered({ statusCode, error }: AttemptEnd): boolean {
  return statusCode === 200 && error === null;
}
