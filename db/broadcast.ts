import type { Database, Queryable } from './database';
import { fanOutSql } from './events';
import { addToOutbox, continueOutboxItem, NO_ACCOUNT, IS_MINE, LEASED, TOPICS, type OutboxItem } from './outbox';
import { timePart } from '../domain/ids';
import type { EventBody } from '../domain/webhooks/events';

/** An event that every account gets: changed tariffs. */
export type Broadcast = Extract<EventBody, { type: 'tariff.updated' }> & {
  /** Id of the edition. */
  subject: string;
};

/** Events written by one statement: few enough that it takes milliseconds even when each has many subscriptions. */
const PAGE = 200;

/**
 * Asks the relay to give an event to every account, in the caller's transaction. It is written to the accounts page by
 * page, apart from the transaction that caused it, which may be long already.
 * Source: docs/GAPS.md#W9
 */
export async function broadcastEvent(client: Queryable, { type, object, subject }: Broadcast): Promise<void> {
  const payload = { type, object, after: '' };
  await addToOutbox(client, { topic: TOPICS.broadcastEvent, subject, accountId: NO_ACCOUNT, payload });
}

/** Each side of an account has an event of its own; a live side that is not open has no subscriptions. */
const PAGE_SQL = `
  with page as materialized (
    select id, live_opened_at from accounts where id > $1 order by id limit ${PAGE}
  ),
  event as (
    insert into events (id, account_id, environment, type, subject, payload, created_at)
    select 'evt_' || $5::text || left(replace(gen_random_uuid()::text, '-', ''), 16), page.id, side.environment,
           $2, $3, $4::jsonb, now()
    from page join (values ('test'), ('live')) as side (environment)
      on side.environment = 'test' or page.live_opened_at is not null
    returning id, account_id, environment, type, subject, payload, created_at
  ),
  ${fanOutSql('$5')}
  select max(id) as last, count(*)::int as accounts from page`;

/** An edition that was not imported is not announced. */
async function isImported(client: Queryable, edition: string): Promise<boolean> {
  return (await client.query('select from reference_editions where id = $1', [edition])).length > 0;
}

/**
 * Writes a broadcast to its next page of accounts and stores the position in its item, in one transaction; after the
 * last page it deletes the item. Does nothing for a relay that has lost its lease.
 */
export async function broadcastPage(database: Database, item: OutboxItem): Promise<void> {
  const { type, object, after } = item.payload;
  await database.transaction(async (client) => {
    const mine = [[item.id], [item.lease]];
    const held = await client.query(`select o.id from outbox o, ${LEASED} where ${IS_MINE} for update of o`, mine);
    if (held.length === 0) return;
    if (type !== 'tariff.updated' || !(await isImported(client, item.subject))) {
      await client.query(`delete from outbox o using ${LEASED} where ${IS_MINE}`, mine);
      return;
    }
    const [page] = await client.query<{ last: string | null; accounts: number }>(PAGE_SQL, [
      typeof after === 'string' ? after : '',
      type,
      item.subject,
      JSON.stringify(object),
      timePart(Date.now()),
    ]);
    if (page === undefined || page.last === null || page.accounts < PAGE) {
      await client.query(`delete from outbox o using ${LEASED} where ${IS_MINE}`, mine);
      return;
    }
    await continueOutboxItem(client, item, page.last);
  });
}
