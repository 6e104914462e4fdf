import type { Database } from './database';
import { CHANNELS } from './listener';

/**
 * Tells the relays of all processes that the outbox has work.
 *
 * Sent after the commit and coalesced, not from inside the transaction: NOTIFY takes a lock that serialises
 * commits. A process that dies in between loses nothing, since relays also poll.
 */
export interface Wake {
  (): void;
}

/** Notifications closer together than this become one. */
const COALESCE_MS = 2;

export function createWake(database: Database, onFault: (fault: unknown) => void): Wake {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      database.query('select pg_notify($1, $2)', [CHANNELS.outbox, '']).catch(onFault);
    }, COALESCE_MS);
  };
}
