import { performance } from 'node:perf_hooks';
import { readKeyNotice } from '../../db/auth/key-notices';
import type { Database } from '../../db/database';
import { RefusalCounter } from '../../db/limits/refusals';
import { CHANNELS, type Listener } from '../../db/listener';
import { PostgresRateLimiter } from './rate-limiter';

/**
 * The rate limiter of one process.
 * @param listener tells when a key's limits or a lock-out changed; without it a change is noticed when the bucket
 *   would have had its next token
 * @param onFault hears of refusals that could not be written; they are written with the next one
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
