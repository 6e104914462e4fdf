/**
 * Token buckets in whole numbers.
 *
 * A level counts tokens times the milliseconds of the bucket's period: one token is `PERIOD_MS[period]` units and
 * each millisecond brings `limit` units. Nothing is ever rounded, so no request is won or lost by arithmetic, and
 * the largest level (100,000,000 a day) is still exact in a JavaScript number.
 * Source: specification, "Limits"; docs/GAPS.md#L1
 */
export const PERIOD_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export type Period = keyof typeof PERIOD_MS;

/** The most that a bucket may hold; beyond it a day's level would not be exact any more. */
export const MAX_LIMIT = 100_000_000;

/** So many requests in a period, all of which may come at once: the burst is the limit. */
export interface Bucket {
  limit: number;
  period: Period;
}

/** What a bucket holds at a moment. */
export interface Fill {
  /** Tokens times the period's milliseconds. */
  level: number;
  /** Unix milliseconds. */
  atMs: number;
}

/** What a caller is told about one bucket. */
export interface BucketStatus extends Bucket {
  /** Whole tokens that are left. */
  remaining: number;
  /** Unix milliseconds at which the bucket is full again. */
  fullAtMs: number;
  /** Milliseconds until there is a whole token; 0 when there is one. */
  waitMs: number;
}

/** Level of a full bucket. */
export function capacity(bucket: Bucket): number {
  return bucket.limit * PERIOD_MS[bucket.period];
}

/** The level at a later moment; a clock that stepped back brings nothing and takes nothing. */
export function refill(bucket: Bucket, fill: Fill, nowMs: number): number {
  const elapsedMs = Math.min(Math.max(0, nowMs - fill.atMs), PERIOD_MS[bucket.period]);
  return Math.min(capacity(bucket), fill.level + elapsedMs * bucket.limit);
}

/**
 * The state of a bucket for headers: tokens left, and when it is full and has a token again.
 * @param taken whole tokens that left the bucket since `fill` was read; negative where a process holds leased ones, which
 *   the bucket may have replaced meanwhile: it never shows more than it holds when full
 */
export function bucketStatus(bucket: Bucket, fill: Fill, taken: number): BucketStatus {
  const token = PERIOD_MS[bucket.period];
  const level = Math.min(capacity(bucket), fill.level - taken * token);
  return {
    limit: bucket.limit,
    period: bucket.period,
    remaining: Math.floor(level / token),
    fullAtMs: fill.atMs + Math.ceil((capacity(bucket) - level) / bucket.limit),
    waitMs: level >= token ? 0 : Math.ceil((token - level) / bucket.limit),
  };
}

/**
 * The bucket that limits its caller first: with the fewest tokens, and among equals the one that takes longest to
 * fill.
 * @returns null for an empty list
 */
export function tightest(bucketStatuses: readonly BucketStatus[]): BucketStatus | null {
  let found: BucketStatus | null = null;
  for (const candidate of bucketStatuses) {
    const isTighter =
      found === null ||
      candidate.remaining < found.remaining ||
      (candidate.remaining === found.remaining && candidate.fullAtMs > found.fullAtMs);
    if (isTighter) found = candidate;
  }
  return found;
}
