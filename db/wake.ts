import type { Database } from './database';
import { CHANNELS } from './listener';
import { notifyDueLanes, notifyHolders } from './relay-lanes';

/**
 * Notifies the relays which lanes of the outbox have items, for those that hold them.
 *
 * Sent after the commit and coalesced, not from inside the transaction: NOTIFY takes a lock that serialises commits.
 * If a process dies in between nothing is lost, because relays also look by themselves.
 */
export interface Wake {
  (): void;
}

/** Notifications closer together than this become one. */
const COALESCE_MS = 2;
/** After one the relays are at work anyway: the next tells of everything that has come meanwhile. */
const PAUSE_MS = 25;

/**
 * Makes a function that wakes the relay: calls at nearly the same moment become one notification, and there is a pause
 * between two.
 * @param mayRead whether the role of the process may read the outbox; without it, all lanes are notified
 */
export function createWake(database: Database, onFault: (fault: unknown) => void, mayRead = true): Wake {
  const notify = mayRead ? notifyDueLanes : notifyHolders;
  let isWaiting = false;
  let lastMs = -Infinity;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const delayMs = Math.max(COALESCE_MS, lastMs + PAUSE_MS - performance.now());
    setTimeout(() => {
      isWaiting = false;
      lastMs = performance.now();
      notify(database, CHANNELS.outbox).catch(onFault);
    }, delayMs);
  };
}
