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
 * No statement of a request waits for a lock any longer than this. What goes on for longer has most likely met a silent
 * connection, and requests that wait behind it fail although a new connection would be answered.
 */
const STALLED_MS = 10_000;

/**
 * Whether Postgres answers requests now. While all connections are busy a probe finds none; the answers that others get
 * then stand for its own.
 * @returns within two seconds
 */
export async function isAnswering(
  database: Pick<Database, 'probe' | 'sinceAnswerMs' | 'oldestWorkMs'>,
): Promise<boolean> {
  if (database.oldestWorkMs() > STALLED_MS) return false;
  const outcome = await database.probe(PROBE_MS);
  return outcome === 'answered' || (outcome === 'silent' && database.sinceAnswerMs() < PROBE_MS);
}
