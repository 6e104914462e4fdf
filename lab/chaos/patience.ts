import { setTimeout as delay } from 'node:timers/promises';
import { retryOnLock } from '../../db/operator-work/lock-retries';
import { isUnavailable } from '../../domain/errors';

const RETRY_MS = 500;

/** Does work of the harness again while a row is held, or the database is away or full, as the service does. */
export function patiently<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  return retryOnLock({ name: 'Chaos', say: () => undefined }, async () => {
    for (;;) {
      try {
        return await work();
      } catch (fault) {
        if (!isUnavailable(fault)) throw fault;
        await delay(RETRY_MS, undefined, { signal });
      }
    }
  });
}

/** Waits until a moment, which may be over. @param atMs Unix milliseconds */
export function until(atMs: number, signal: AbortSignal): Promise<void> {
  return delay(Math.max(0, atMs - Date.now()), undefined, { signal });
}
