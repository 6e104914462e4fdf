import type { Database } from './database';

/** A health check itself ends within this; balancers give it one to five seconds. */
const PROBE_MS = 2_000;
/** Silent connections are found and replaced after 20 s; a process that has heard nothing for this long is stuck. */
const STUCK_MS = 60_000;

/**
 * Whether this process can still talk to a database. A database that refuses counts as an answer: restarting a process
 * that is told "not now" would not bring it nearer, while one that hears nothing at all may be stuck by itself.
 * @returns within two seconds
 */
export async function isTalking(database: Pick<Database, 'probe' | 'sinceAnswerMs'>): Promise<boolean> {
  return database.sinceAnswerMs() < STUCK_MS || (await database.probe(PROBE_MS)) !== 'silent';
}

/**
 * Whether Postgres answers now. While all connections are busy a probe finds none; the answers that others get then
 * stand for its own.
 * @returns within two seconds
 */
export async function isAnswering(database: Pick<Database, 'probe' | 'sinceAnswerMs'>): Promise<boolean> {
  const outcome = await database.probe(PROBE_MS);
  return outcome === 'answered' || (outcome === 'silent' && database.sinceAnswerMs() < PROBE_MS);
}
