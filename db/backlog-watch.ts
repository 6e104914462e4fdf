import type { Database } from './database';
import { every } from '../lib/every';
import { keepFlags } from './operator-flags';
import { flagContradictingPartners } from './payments/reconciliation-cases';
import { readBacklog, TOPICS, type Backlog } from './outbox';
import { checkLogHorizon } from './webhooks/log-horizon';

const CHECK_EVERY_MS = 30_000;
/** A restart of Temporal, or a burst, is over by then. */
const STUCK_MS = 5 * 60_000;
/** An item that failed this often has waited two minutes by itself while others went through. */
const STUCK_ATTEMPTS = 8;

function isStuck({ topic, since, attempts }: Backlog, now: Date): boolean {
  const isKnown = Object.values<string>(TOPICS).includes(topic);
  return !isKnown || attempts >= STUCK_ATTEMPTS || now.getTime() - since.getTime() > STUCK_MS;
}

/**
 * Flags to the operator each kind of work that has waited for Temporal for five minutes, that failed again and again,
 * or that nobody here knows how to do; takes the flags down once the work was carried.
 */
export async function checkBacklog(database: Database, now: Date): Promise<void> {
  const stuck = (await readBacklog(database)).filter((backlog) => isStuck(backlog, now));
  const flags = stuck.map(({ topic, items, attempts }) => ({ subject: topic, detail: { items, attempts } }));
  await keepFlags(database, 'outbox_stuck', flags);
}

/**
 * Checks the backlog, partners for contradictions, and what holds the log of events back, now and then while a process
 * runs. It is the API that checks, and
 * by its own clock instead of a Schedule: the worker whose work it is, or Temporal itself, may be away, which is when
 * this is to be shown.
 * @returns a function that ends it
 */
export function watchBacklog(
  database: Database,
  onFault: (fault: unknown) => void,
  everyMs: number = CHECK_EVERY_MS,
): () => void {
  const check = async (): Promise<void> => {
    await checkBacklog(database, new Date());
    await flagContradictingPartners(database);
    await checkLogHorizon(database);
  };
  return every(everyMs, check, onFault);
}
