import type { Database } from './database';
import { CHANNELS } from './listener';
import { notifyDueLanes } from './outbox';

/**
 * Notifies the relays of all processes which lanes of the outbox have items.
 *
 * Sent after the commit and coalesced, not from inside the transaction: NOTIFY takes a lock that serialises commits.
 * If a process dies in between nothing is lost, because relays also poll.
 */
export interface Wake {
  (): void;
}

/** Notifications closer together than this become one. */
const COALESCE_MS = 2;
/** After one the relays are at work anyway: the next tells of everything that has come meanwhile. */
const PAUSE_MS = 25;

export function createWake(database: Database, onFault: (fault: unknown) => void): Wake {
  let isWaiting = false;
  let lastMs = -Infinity;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const delayMs = Math.max(COALESCE_MS, lastMs + PAUSE_MS - performance.now());
    setTimeout(() => {
      isWaiting = false;
      lastMs = performance.now();
      notifyDueLanes(database, CHANNELS.outbox).catch(onFault);
    }, delayMs);
  };
}
