import type { Queryable } from '../database';
import { newId } from '../../lib/ids';
import { IS_MINE, LEASED, TOPICS, type LeasedItem } from '../outbox';

/**
 * Puts deliveries that are to begin into one burst, with the order to start it in place of the orders to start them: a
 * relay that dies afterwards changes no membership. Orders whose lease is another's stay what they are.
 * @param items orders to start deliveries to this subscription
 * Source: docs/GAPS.md#W10
 */
export async function formBurst(database: Queryable, webhookId: string, items: readonly LeasedItem[]): Promise<void> {
  await database.query(
    `with taken as (
       delete from outbox o using ${LEASED} where ${IS_MINE} returning o.subject, o.account_id
     ),
     member as (
       update deliveries d set burst = $3 from taken where d.id = taken.subject
     )
     insert into outbox (topic, subject, account_id, payload)
     select '${TOPICS.startBurst}', $3, min(account_id), jsonb_build_object('webhookId', $4::text) from taken
     having count(*) > 0`,
    [items.map(({ id }) => id), items.map(({ lease }) => lease), newId('burst'), webhookId],
  );
}

/** @returns ids of a burst's deliveries whose first attempt has not ended, in order */
export async function readBurst(database: Queryable, burstId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from deliveries where burst = $1 and status in ('pending', 'delivering', 'paused') order by id`,
    [burstId],
  );
  return rows.map(({ id }) => id);
}

/** Lets deliveries that a burst does not attempt begin by themselves, where it is seen what becomes of them. */
export async function leaveBurst(database: Queryable, burstId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    `with gone as (
       update deliveries set burst = null where id = any($1) and burst = $2 returning id, account_id
     )
     insert into outbox (topic, subject, account_id, payload)
     select '${TOPICS.startDelivery}', id, account_id, '{"attemptsMade": 0}' from gone`,
    [ids, burstId],
  );
}

/** @returns the bursts that deliveries belong to, by delivery; one that goes by itself is absent */
export async function readBursts(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; burst: string }>(
    'select id, burst from deliveries where id = any($1) and burst is not null',
    [ids],
  );
  return new Map(rows.map(({ id, burst }) => [id, burst]));
}

/** Takes deliveries out of bursts that are no more: each is begun again by itself. */
export async function dissolveBursts(database: Queryable, ids: readonly string[]): Promise<void> {
  await database.query('update deliveries set burst = null where id = any($1) and burst is not null', [ids]);
}
