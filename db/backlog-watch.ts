import type { Database } from './database';
import { every } from '../lib/every';
import { setOpenFlags } from './operator-flags';
import { flagContradictingPartners } from './payments/settlement/reconciliation-cases';
import { readBacklog, TOPICS, type Backlog } from './outbox';
import { checkLogHorizon } from './webhooks/log-horizon';
import { clearFlagsOfEndedWorkers } from './worker-clocks';
import { hasLiveSide } from './auth/accounts';
import type { WatchLists } from './compliance/watch-lists';
import { LISTS_FAULTS } from '../domain/payments/review/compliance-hold';

const CHECK_EVERY_MS = 30_000;
/** A restart of Temporal, or a rush of events, is over by then. */
const STUCK_MS = 5 * 60_000;
/** An item that failed this often has waited two minutes by itself while others went through. */
const STUCK_ATTEMPTS = 8;

function isStuck({ topic, since, attempts }: Backlog, now: Date): boolean {
  const isKnown = Object.values<string>(TOPICS).includes(topic);
  return !isKnown || attempts >= STUCK_ATTEMPTS || now.getTime() - since.getTime() > STUCK_MS;
}

/**
 * Flags each kind of outbox item that has waited for five minutes, failed repeatedly, or is unknown to this version;
 * clears the flags once the items are delivered.
 */
export async function checkBacklog(database: Database, now: Date): Promise<void> {
  const stuck = (await readBacklog(database)).filter((backlog) => isStuck(backlog, now));
  const flags = stuck.map(({ topic, items, attempts }) => ({ subject: topic, detail: { items, attempts } }));
  await setOpenFlags(database, 'outbox_stuck', flags);
}

/** Flags that live payments are held for want of watch lists that can be relied on, where there is a live side. */
export async function flagWatchLists(database: Database, watchLists: WatchLists): Promise<void> {
  const fault = (await hasLiveSide(database)) ? await watchLists.refreshed() : null;
  for (const kind of LISTS_FAULTS) {
    await setOpenFlags(database, kind, kind === fault ? [{ subject: 'watch-lists', detail: {} }] : []);
  }
}

/**
 * Checks at intervals: the backlog, contradictions of partners, what holds back the event log, watch lists, and flags
 * of ended workers. The API runs it by its own clock instead of a Schedule, because it must also report when workers
 * or Temporal are away.
 * @returns a function that stops it
 */
export function watchBacklog(
  database: Database,
  watchLists: WatchLists,
  onFault: (fault: unknown) => void,
  everyMs: number = CHECK_EVERY_MS,
): () => void {
  const checkAndFlag = async (): Promise<void> => {
    await checkBacklog(database, new Date());
    await flagContradictingPartners(database);
    await checkLogHorizon(database);
    await clearFlagsOfEndedWorkers(database);
    await flagWatchLists(database, watchLists);
  };
  return every(everyMs, checkAndFlag, onFault);
}
