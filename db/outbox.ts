import type { Queryable } from './database';

/** What the relay can be asked to do; the subject is the id of the row that it is about. */
export const TOPICS = {
  startPayment: 'payment.start',
  signalPayment: 'payment.signal',
  cancelPayment: 'payment.cancel',
  startDelivery: 'delivery.start',
  signalDelivery: 'delivery.signal',
  startDocument: 'document.start',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

export interface OutboxItem {
  id: string;
  topic: Topic;
  subject: string;
  payload: Record<string, unknown>;
  attempts: number;
}

/** How long a relay may work on what it took before another one takes it. */
const LEASE_SECONDS = 30;

/**
 * Taking and finishing need not wait for the disk: after a power cut an item that was taken is due again, and one that
 * was finished is carried again, which its id makes harmless. What put the item there has waited.
 */
const WITHOUT_WAITING = `mode as materialized (select set_config('synchronous_commit', 'off', true) as is_set)`;

/**
 * Takes due items for this relay: they are hidden from others until the lease ends, so that no transaction is open
 * while Temporal is called. Items of a relay that died come back by themselves.
 */
export async function takeOutboxItems(database: Queryable, limit: number): Promise<OutboxItem[]> {
  return database.query<OutboxItem>(
    `with ${WITHOUT_WAITING}
     update outbox set available_at = now() + make_interval(secs => $2), attempts = attempts + 1
     where (select is_set from mode) is not null and id in (
       select id from outbox where available_at <= now() order by available_at, id limit $1 for update skip locked
     )
     returning id::text, topic, subject, payload, attempts`,
    [limit, LEASE_SECONDS],
  );
}

/** Removes what is done. */
export async function finishOutboxItems(database: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    `with ${WITHOUT_WAITING}
     delete from outbox where (select is_set from mode) is not null and id = any($1::bigint[])`,
    [ids],
  );
}

/** Puts an item back for later. */
export async function postponeOutboxItems(database: Queryable, ids: string[], delaySeconds: number): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    'update outbox set available_at = now() + make_interval(secs => $2) where id = any($1::bigint[])',
    [ids, delaySeconds],
  );
}

/** Asks the relay for something, in the caller's transaction. */
export async function addToOutbox(
  client: Queryable,
  topic: Topic,
  subject: string,
  payload: object = {},
): Promise<void> {
  await client.query('insert into outbox (topic, subject, payload) values ($1, $2, $3)', [
    topic,
    subject,
    JSON.stringify(payload),
  ]);
}

/** Work of one kind that waits for the engine. */
export interface Backlog {
  topic: Topic;
  items: number;
  /** When the oldest of it was asked for. */
  since: Date;
}

/** @returns what waits to be carried to Temporal, the oldest first */
export async function readBacklog(database: Queryable): Promise<Backlog[]> {
  return database.query<Backlog>(
    'select topic, count(*)::int as items, min(created_at) as since from outbox group by topic order by since',
  );
}
