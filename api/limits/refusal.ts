import { DomainError } from '../../domain/errors';
import type { BucketStatus } from '../../domain/limits/bucket';
import type { LimitVerdict } from '../middleware/rate-limit';
import type { Exhaustion } from './exhausted-buckets';
import { limitHeaders, retryAfterSeconds } from './limit-headers';

interface Refusal extends LimitVerdict {
  seconds: number;
}

/** The last refusal of each empty bucket: until its wait is a second shorter the next one says the same. */
const made = new WeakMap<BucketStatus, Refusal>();

function messageOf({ reason, bucketStatus }: Exhaustion): string {
  if (reason === 'empty') return `The limit of ${bucketStatus.limit} requests per ${bucketStatus.period} is reached.`;
  return 'This key is locked out temporarily, because it continued after very many refusals.';
}

/**
 * The 429 for an empty bucket, made once per second of waiting: a stack trace for each refusal would cost more than a
 * success.
 */
export function refuseExhausted(exhaustion: Exhaustion): LimitVerdict {
  const seconds = retryAfterSeconds(exhaustion.waitMs);
  const known = made.get(exhaustion.bucketStatus);
  if (known?.seconds === seconds) return known;
  const refusal: Refusal = {
    seconds,
    headers: limitHeaders({ ...exhaustion.bucketStatus, remaining: 0 }),
    refusal: new DomainError('RATE_LIMIT', messageOf(exhaustion), { retryAfterSeconds: seconds }),
  };
  made.set(exhaustion.bucketStatus, refusal);
  return refusal;
}
