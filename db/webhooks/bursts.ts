import type { Queryable } from '../database';
import { newId } from '../../lib/ids';
import { IS_MINE, ITEM_COLUMNS, LEASED, TOPICS, type LeasedItem, type OutboxItem } from '../outbox';
import { anyOf } from '../parameters';

/** The order to start a burst, in the hands of who formed it. */
export interface FormedBurst {
  burstId: string;
  item: OutboxItem;
}

/**
 * Puts deliveries that are to begin into one burst, with the order to start it in place of the orders to start them: a
 * relay that dies afterwards changes no membership. The order is the caller's for as long as the items were, so that it
 * starts the burst at once. Orders whose lease is another's stay what they are.
 * @param items orders to start deliveries to this subscription
 * @returns the order to start the burst; null when no item is the caller's any more
 * Source: docs/GAPS.md#W10
 */
export async function formBurst(
  database: Queryable,
  webhookId: string,
  items: readonly LeasedItem[],
): Promise<FormedBurst | null> {
  const burstId = newId('burst');
  const [item] = await database.query<OutboxItem>(
    `with taken as (
       delete from outbox o using ${LEASED} where ${IS_MINE} returning o.subject, o.account_id, o.leased_until
     ),
     member as (
       update deliveries d set burst = $3 from taken where d.id = taken.subject
     )
     insert into outbox (topic, subject, account_id, payload, lease, leased_until, attempts)
     select '${TOPICS.startBurst}', $3, min(account_id), jsonb_build_object('webhookId', $4::text), gen_random_uuid(),
       min(leased_until), 1
     from taken having count(*) > 0
     returning ${ITEM_COLUMNS}`,
    [items.map(({ id }) => id), items.map(({ lease }) => lease), burstId, webhookId],
  );
  return item === undefined ? null : { burstId, item };
}

/** A delivery of a burst that is not over. */
export interface BurstMember {
  deliveryId: string;
  /** Of the attempt that is due next; the first one is 1. */
  number: number;
  /** When that is due; null while it is due at once: the first one, and one that somebody has begun. */
  dueAt: Date | null;
}

/** @returns a burst's deliveries that are not over, in the order in which they are due */
export async function readBurst(database: Queryable, burstId: string): Promise<BurstMember[]> {
  return database.query<BurstMember>(
    `select d.id as "deliveryId", made.count + 1 as number, case when made.count > 0 then d.next_attempt_at end as "dueAt"
     from deliveries d cross join lateral (
       select count(*)::int from delivery_attempts a where a.delivery_id = d.id and a.duration_ms is not null) made
     where d.burst = $1 and d.status in ('pending', 'delivering', 'paused')
     order by "dueAt" nulls first, d.id`,
    [burstId],
  );
}

/**
 * Takes deliveries out of a burst that does not attempt them, to go on by themselves, where it is seen what becomes of
 * them: one without an attempt begins, one whose workflow waits already is told to look.
 */
export async function leaveBurst(database: Queryable, burstId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    `with gone as (
       update deliveries d set burst = null where d.id = ${anyOf('text')} and d.burst = $2
       returning d.id, d.account_id, exists (
         select from delivery_attempts a where a.delivery_id = d.id and a.duration_ms is not null) as has_workflow
     )
     insert into outbox (topic, subject, account_id, payload)
     select case when has_workflow then '${TOPICS.signalDelivery}' else '${TOPICS.startDelivery}' end, id, account_id,
       case when has_workflow then '{}'::jsonb else '{"attemptsMade": 0}' end
     from gone`,
    [ids, burstId],
  );
}

/** @returns the bursts that deliveries belong to, by delivery; one that goes by itself is absent */
export async function readBursts(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; burst: string }>(
    `select id, burst from deliveries where id = ${anyOf('text')} and burst is not null`,
    [ids],
  );
  return new Map(rows.map(({ id, burst }) => [id, burst]));
}

/** Takes deliveries out of bursts that are no more: each is begun again by itself. */
export async function dissolveBursts(database: Queryable, ids: readonly string[]): Promise<void> {
  await database.query(`update deliveries set burst = null where id = ${anyOf('text')} and burst is not null`, [ids]);
}
