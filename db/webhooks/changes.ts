import type { Queryable } from '../database';
import { addToOutbox, IS_MINE, LEASED, TOPICS, type OutboxItem } from '../outbox';
import { isUnfinishedSql } from './delivery-status';

/** Deliveries told of a change at a time; overdue ones attempt at once, so this is also how many then attempt together. */
const PAGE = 16;
/** Pause between pages of an enabled subscription: what became due while it was disabled comes back paced. */
const PACE_SECONDS = 1;

/**
 * Orders, in the caller's transaction, that the waiting deliveries of a subscription learn of its change. One item for
 * any number of deliveries; it replaces one that is still in progress, because deliveries read the current settings.
 * Source: docs/GAPS.md#W5
 */
export async function announceChange(client: Queryable, accountId: string, webhookId: string): Promise<void> {
  const topic = TOPICS.webhookChanged;
  await client.query(`delete from outbox where topic = '${topic}' and subject = $1`, [webhookId]);
  await addToOutbox(client, { topic, subject: webhookId, accountId });
}

/**
 * Ids of the next page of unfinished deliveries of a changed subscription, after the cursor in the item's payload:
 * only deliveries with a workflow of their own, because the sender handles the others.
 */
export async function readConcerned(database: Queryable, item: OutboxItem): Promise<string[]> {
  const { after } = item.payload;
  const rows = await database.query<{ id: string }>(
    `select id from deliveries
     where webhook_id = $1 and id > $2 and not in_sender and ${isUnfinishedSql('status')}
     order by id limit ${PAGE}`,
    [item.subject, typeof after === 'string' ? after : ''],
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores how far the deliveries of a changed subscription were notified: the item is due again for the next page,
 * after a pause if attempts follow. Does nothing for a relay that has lost its lease.
 * @param told ids of the page
 * @returns whether that was the last page; then the caller finishes the item
 */
export async function continueChange(database: Queryable, item: OutboxItem, told: readonly string[]): Promise<boolean> {
  const last = told.at(-1);
  if (last === undefined || told.length < PAGE) return true;
  await database.query(
    `update outbox o set payload = jsonb_build_object('after', $3::text), attempts = 0, created_at = now(),
       lease = null, leased_until = null,
       available_at = now() + make_interval(secs => coalesce(
         (select ${PACE_SECONDS} from webhook_subscriptions s where s.id = o.subject and s.enabled), 0))
     from ${LEASED} where ${IS_MINE}`,
    [[item.id], [item.lease], last],
  );
  return false;
}
