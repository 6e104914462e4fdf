import type { Database } from './database';
import { every } from './every';
import { lowerFlag, raiseFlag } from './operator-flags';
import { readBacklog } from './outbox';

const CHECK_EVERY_MS = 30_000;
/** A restart of Temporal, or a rush, is over by then. */
const STUCK_MS = 5 * 60_000;
/** The outbox as a whole: what keeps one item from Temporal mostly keeps them all. */
const SUBJECT = 'outbox';

/** Flags to the operator that work has waited for the engine for five minutes, and takes the flag down again. */
export async function checkBacklog(database: Database, now: Date): Promise<void> {
  const [oldest] = await readBacklog(database);
  if (oldest !== undefined && now.getTime() - oldest.since.getTime() > STUCK_MS) {
    await raiseFlag(database, SUBJECT, 'outbox_stuck', { topic: oldest.topic, items: oldest.items });
    return;
  }
  await lowerFlag(database, SUBJECT, 'outbox_stuck');
}

/**
 * Checks now and then while a process runs. It is the API that checks: the worker whose work it is may be away.
 * @returns a function that ends it
 */
export function watchBacklog(database: Database, onFault: (fault: unknown) => void): () => void {
  return every(CHECK_EVERY_MS, () => checkBacklog(database, new Date()), onFault);
}
