import type { BucketStatus } from '../../domain/limits/bucket';

const MS_PER_SECOND = 1000;

/**
 * The X-RateLimit headers: size of the bucket, whole tokens left, Unix seconds when it is full again, rounded up.
 * Source: specification, "Limits"; docs/GAPS.md#L1
 */
export function limitHeaders(bucketStatus: BucketStatus): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(bucketStatus.limit),
    'X-RateLimit-Remaining': String(Math.max(0, bucketStatus.remaining)),
    'X-RateLimit-Reset': String(Math.ceil(bucketStatus.fullAtMs / MS_PER_SECOND)),
  };
}

/** Whole seconds to wait, at least one; after them there is a token. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / MS_PER_SECOND));
}
