import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../database';
import { isInTheWay } from '../faults';

/** While it waits for a lock, later statements queue behind it; between two tries all of them run. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** Some ten minutes. What holds a lock for longer is to be looked at by a person. */
const MAX_TRIES = 45;

/** Work to retry while it cannot get its locks, with where to report it. */
export interface LockedWork {
  /** Such as "Migration 0310-plans". */
  name: string;
  say: Say;
  firstPauseMs?: number;
}

/**
 * Repeats work of an operator until it gets its locks, with growing pauses: connections for operators wait for a lock
 * for only a second.
 * @param work leaves nothing half done when it fails on a lock: a transaction, or steps that are safe to repeat
 * @throws the fault of the last try, and at once any fault that is not about a lock
 */
export async function retryOnLock<Result>(
  { name, say, firstPauseMs = FIRST_PAUSE_MS }: LockedWork,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (fault) {
      if (tries === MAX_TRIES || !isInTheWay(fault)) throw fault;
      const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), LONGEST_PAUSE_MS);
      say(`${name}: another transaction holds a lock. Next try in ${Math.ceil(pauseMs / 1000)} s.`);
      await delay(pauseMs);
    }
  }
}
