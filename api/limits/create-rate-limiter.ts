import { performance } from 'node:perf_hooks';
import { readKeyNotice } from '../../db/auth/key-notices';
import type { Database } from '../../db/database';
import { RefusalCounter } from '../../db/limits/refusals';
import { CHANNELS, type Listener } from '../../db/listener';
import { PostgresRateLimiter } from './rate-limiter';

/**
 * The rate limiter of one process.
 * @param listener notifies it of changed limits and lock-outs; without it, they take effect when the bucket would have
 * its next token
 * @param onFault called with faults of writing refusals; these are written with the next one
 */
export function createRateLimiter(
  database: Database,
  listener: Listener | null,
  onFault: (fault: unknown) => void,
): PostgresRateLimiter {
  const limiter = new PostgresRateLimiter({
    database,
    refusals: new RefusalCounter(database, onFault),
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
  });
  listener?.on(CHANNELS.credentials, (payload) =>
    limiter.forgetExhaustedBuckets(readKeyNotice(payload)?.keyId ?? null),
  );
  return limiter;
}
