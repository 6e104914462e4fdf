/** Events a second that are sent again at first, and under a rate of the subscription, which paces them itself. */
export const FIRST_PACE = 50;
const LEAST_PACE = 5;
/** More in a page would hold the locks of its transaction for long. */
const MOST_PACE = 1_000;

/** How the deliveries of the last page go. */
export interface PageOutcome {
  /** Of which no attempt has ended. */
  open: number;
  /** Whose first attempt has failed. */
  failed: number;
}

/**
 * How many events of a recovery are sent again in the next second: twice as many while the receiver answers well, half as
 * many after failures, as many as before while it has not answered to all.
 * Source: docs/GAPS.md#W14
 */
export function nextPace(pace: number, { open, failed }: PageOutcome): number {
  if (failed > 0) return Math.max(Math.floor(pace / 2), LEAST_PACE);
  return open > 0 ? pace : Math.min(pace * 2, MOST_PACE);
}
