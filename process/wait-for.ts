import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

const PAUSE_MS = 500;
/** Why a process that waits for nothing does not work yet. */
export const STARTING = 'the process starts';

/** How a process waits. */
export interface Waiting {
  log: Logger;
  /** Told once what the process waits for, in words for `/readyz`. */
  say?: (reason: string) => void;
  /** Whether waiting does not mend a fault. */
  isFinal?: (fault: unknown) => boolean;
  pauseMs?: number;
}

/** What is waited for: its name, and where it is for the log. */
export interface Backend {
  name: string;
  address: string;
}

/**
 * Repeats an attempt until a backend is available: a process that ended instead would be restarted into the same
 * fault, with growing delays.
 * @returns the result of the first attempt that succeeds
 * @throws a fault that `isFinal` says waiting cannot resolve
 */
export async function waitFor<Result>(
  { name, address }: Backend,
  attempt: () => Promise<Result>,
  { log, say, isFinal = () => false, pauseMs = PAUSE_MS }: Waiting,
): Promise<Result> {
  const reason = `the process waits for ${name}`;
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const result = await attempt();
      if (isWaiting) {
        say?.(STARTING);
        log.info({ address }, `the process no longer waits for ${name}`);
      }
      return result;
    } catch (fault) {
      if (isFinal(fault)) throw fault;
      if (!isWaiting) {
        say?.(reason);
        log.warn({ address, fault }, reason);
      }
    }
    await delay(pauseMs);
  }
}
