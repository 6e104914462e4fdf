import { DomainError } from '../../domain/errors';
import type { Standing } from '../../domain/limits/bucket';
import type { LimitVerdict } from '../middleware/rate-limit';
import type { Emptiness } from './empty-buckets';
import { limitHeaders, retryAfterSeconds } from './limit-headers';

interface Refusal extends LimitVerdict {
  seconds: number;
}

/** The last refusal of each empty bucket: until its wait is a second shorter the next one says the same. */
const made = new WeakMap<Standing, Refusal>();

function messageOf({ reason, standing }: Emptiness): string {
  if (reason === 'empty') return `The limit of ${standing.limit} requests per ${standing.period} is reached.`;
  return 'This key is locked out for a while, because it went on after very many refusals.';
}

/** The 429 for an empty bucket. It is made once and sent often: a stack trace for each costs more than a success. */
export function refuse(emptiness: Emptiness): LimitVerdict {
  const seconds = retryAfterSeconds(emptiness.waitMs);
  const known = made.get(emptiness.standing);
  if (known?.seconds === seconds) return known;
  const refusal: Refusal = {
    seconds,
    headers: limitHeaders({ ...emptiness.standing, remaining: 0 }),
    refusal: new DomainError('RATE_LIMIT', messageOf(emptiness), { retryAfterSeconds: seconds }),
  };
  made.set(emptiness.standing, refusal);
  return refusal;
}
