import { currentTraceparent } from '../lib/trace-context';
import type { Queryable } from './database';
import { rowsOf } from './parameters';

/**
 * The kinds of outbox items; the subject of an item is the id of its row. Most are calls to Temporal; those of `TASKS` in
 * activities/relay/tasks.ts are tasks in the database.
 */
export const TOPICS = {
  startPayment: 'payment.start',
  signalPayment: 'payment.signal',
  cancelPayment: 'payment.cancel',
  stopPayment: 'payment.stop',
  recallPayment: 'payment.recall',
  rescreen: 'payment.rescreen',
  redate: 'payment.redate',
  linkPayment: 'payment.link',
  workBatch: 'payment.batch',
  decideInBulk: 'payment.bulk_decision',
  /** What payments wait for has changed: the subject is a shipment, a document or a payment. */
  judgeConditions: 'payment.conditions',
  compareStatement: 'payment.statement',
  sendFirsts: 'webhook.send',
  startDelivery: 'delivery.start',
  signalDelivery: 'delivery.signal',
  webhookChanged: 'webhook.changed',
  recoverWebhook: 'webhook.recover',
  drillWebhook: 'webhook.drill',
  broadcastEvent: 'event.broadcast',
  startDocument: 'document.start',
  /** Written by Postgres where a document has its outcome. */
  announceDocument: 'document.announce',
  /** The papers of a shipment are to be compared: one of them, or the shipment, is new. */
  compareShipment: 'document.compare',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** Items of one lane never wait for those of another; the beginning of a topic's name decides. */
export const LANE_NAMES = ['payments', 'documents', 'deliveries'] as const;
export type LaneName = (typeof LANE_NAMES)[number];

export function isLaneName(name: string): name is LaneName {
  return (LANE_NAMES as readonly string[]).includes(name);
}

/** An item that this process may work on until its lease ends or another process holds it. */
export interface LeasedItem {
  id: string;
  /** Fences every later write: a relay that lost its lease changes nothing. */
  lease: string;
}

export interface OutboxItem extends LeasedItem {
  /** A `Topic`, unless a newer version of the program has put it there. */
  topic: string;
  subject: string;
  accountId: string;
  payload: Record<string, unknown>;
  attempts: number;
  /** The trace in which it was written (W3C Trace Context); null where nothing was traced. */
  traceparent: string | null;
}

export interface NewOutboxItem {
  topic: Topic;
  subject: string;
  /** Whose it is: inside a lane accounts are served in rotation. */
  accountId: string;
  payload?: object;
}

/** Work that belongs to no account is served as if it had one of its own. */
export const NO_ACCOUNT = '-';
/** Sorts before every account. */
export const BEFORE_ALL_ACCOUNTS = '';

/** An `OutboxItem` of the table that a statement writes. */
export const ITEM_COLUMNS = `outbox.id::text, outbox.lease, outbox.topic, outbox.subject, outbox.account_id as "accountId",
      outbox.payload, outbox.attempts, outbox.traceparent`;

/**
 * Taking and finishing need not wait for the disk: after a power cut an item that was taken is due again, and one that
 * was finished is carried again, which its id makes harmless. What put the item there has waited.
 */
export const WITHOUT_WAITING = `mode as materialized (select set_config('synchronous_commit', 'off', true) as is_set)`;

/** Items that a statement settles, as `$1` and `$2`; with `IS_MINE` it touches none whose lease is another's. */
export const LEASED = `${rowsOf('bigint', 'uuid')} as mine (id, lease)`;
export const IS_MINE = 'o.id = mine.id and o.lease = mine.lease';
/** The same items under lock, in the order of their ids: one relay renews some while it finishes others of them. */
const LOCKED_ITEMS = `held as materialized (select o.id from outbox o, ${LEASED} where ${IS_MINE} order by o.id for update of o)`;
const FINISH_SQL = `
  delete from outbox o using held where (select is_set from mode) is not null and o.id = held.id`;
/** Whether nobody has item `o` in hand; what the same statement removes is not free when its lease has ended. */
const IS_FREE = '(o.leased_until is null or o.leased_until <= now()) and o.id <> all ((select $1::bigint[])::bigint[])';

/** Items that one signal carries at most: far below the two megabytes that Temporal takes in a payload. */
const CARRIED_TOGETHER = 500;

/**
 * SQL that finishes processed outbox items and takes due ones. It visits accounts one after the other along the index,
 * so that its cost grows with the accounts visited and not with waiting items. Limits are literals, because the
 * planner could only guess parameters. With a signal of a payment it also takes the payment's other signals, due or
 * not, because one call carries them.
 */
function takeSql({ limit, ofOneAccount }: Take): string {
  return `
    with recursive ${WITHOUT_WAITING}, ${LOCKED_ITEMS},
    finished as (${FINISH_SQL}),
    account (id) as (
      (select account_id from outbox where lane = $4 and account_id > $5 order by account_id limit 1)
      union all
      select (select o.account_id from outbox o where o.lane = $4 and o.account_id > account.id
              order by o.account_id limit 1)
      from account where account.id is not null
    ),
    due as materialized (
      select item.* from account cross join lateral (
        select o.id, o.topic, o.subject from outbox o
        where o.lane = $4 and o.account_id = account.id and o.available_at <= now() and ${IS_FREE}
        order by o.available_at, o.id limit ${ofOneAccount} for update skip locked) item
      limit ${limit}
    ),
    sibling as materialized (
      select o.id from outbox o
      where o.topic = '${TOPICS.signalPayment}' and o.subject in (select subject from due where topic = '${TOPICS.signalPayment}')
        and o.id not in (select id from due) and ${IS_FREE}
      order by o.id limit ${CARRIED_TOGETHER} for update skip locked
    )
    update outbox
    set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => $3), attempts = outbox.attempts + 1
    from (select id from due union all select id from sibling) taken
    where (select is_set from mode) is not null and outbox.id = taken.id
    returning ${ITEM_COLUMNS}`;
}

export interface Take {
  lane: LaneName;
  /** Accounts after this one are served first; see `BEFORE_ALL_ACCOUNTS`. */
  after: string;
  limit: number;
  /** Of one account at most; the next account follows. */
  ofOneAccount: number;
  leaseSeconds: number;
  /** Items that are done. */
  done?: readonly LeasedItem[];
}

/**
 * Removes items that are done, and takes due items of a lane for this relay: they are hidden from others until the lease
 * ends, so that no transaction is open while Temporal is called. Items of a relay that died come back by themselves.
 * @returns items of the accounts after `after`, in no particular order; fewer than `limit` when no account is left
 */
export async function takeOutboxItems(database: Queryable, take: Take): Promise<OutboxItem[]> {
  const { lane, after, leaseSeconds, done = [] } = take;
  return database.query<OutboxItem>(takeSql(take), [...columnsOf(done), leaseSeconds, lane, after]);
}

function columnsOf(items: readonly LeasedItem[]): [string[], string[]] {
  return [items.map(({ id }) => id), items.map(({ lease }) => lease)];
}

/**
 * Extends the lease of items that are being processed.
 * @returns ids of those that this relay still holds
 */
export async function renewOutboxItems(
  database: Queryable,
  items: readonly LeasedItem[],
  leaseSeconds: number,
): Promise<Set<string>> {
  const renewed = await database.query<{ id: string }>(
    `with ${WITHOUT_WAITING}, ${LOCKED_ITEMS}
     update outbox o set leased_until = now() + make_interval(secs => $3)
     from held where (select is_set from mode) is not null and o.id = held.id returning o.id::text`,
    [...columnsOf(items), leaseSeconds],
  );
  return new Set(renewed.map(({ id }) => id));
}

/** Removes what is done. */
export async function finishOutboxItems(database: Queryable, items: readonly LeasedItem[]): Promise<void> {
  await database.query(`with ${WITHOUT_WAITING}, ${LOCKED_ITEMS} ${FINISH_SQL}`, columnsOf(items));
}

/** Postpones failed items and gives up their lease. */
export async function postponeOutboxItems(
  database: Queryable,
  items: readonly LeasedItem[],
  delaySeconds: number,
): Promise<void> {
  await database.query(
    `with ${LOCKED_ITEMS}
     update outbox o set available_at = now() + make_interval(secs => $3), lease = null, leased_until = null
     from held where o.id = held.id`,
    [...columnsOf(items), delaySeconds],
  );
}

/** Gives up the lease of items that were not tried: they stay due, and the attempt does not count. */
export async function releaseOutboxItems(database: Queryable, items: readonly LeasedItem[]): Promise<void> {
  if (items.length === 0) return;
  await database.query(
    `with ${LOCKED_ITEMS}
     update outbox o set attempts = o.attempts - 1, lease = null, leased_until = null
     from held where o.id = held.id`,
    columnsOf(items),
  );
}

/**
 * Stores in an item how far its work is, so that it is due again at once from there. Does nothing for a relay that has
 * lost its lease.
 */
export async function continueOutboxItem(client: Queryable, item: LeasedItem, after: string): Promise<void> {
  await client.query(
    `update outbox o set payload = payload || jsonb_build_object('after', $3::text), attempts = 0, created_at = now(),
       lease = null, leased_until = null
     from ${LEASED} where ${IS_MINE}`,
    [...columnsOf([item]), after],
  );
}

/** Asks the relay for something, in the caller's transaction. */
export async function addToOutbox(client: Queryable, item: NewOutboxItem): Promise<void> {
  await client.query(
    'insert into outbox (topic, subject, account_id, payload, traceparent) values ($1, $2, $3, $4, $5)',
    [item.topic, item.subject, item.accountId, JSON.stringify(item.payload ?? {}), currentTraceparent()],
  );
}

/** Work of one kind that waits for Temporal. */
export interface Backlog {
  /** A `Topic`, unless a newer version of the program has put it there. */
  topic: string;
  items: number;
  /** When the oldest of it was asked for. */
  since: Date;
  /** How often the unluckiest item has been tried. */
  attempts: number;
}

/** @returns what waits to be carried to Temporal, the oldest first */
export async function readBacklog(database: Queryable): Promise<Backlog[]> {
  return database.query<Backlog>(
    `select topic, count(*)::int as items, min(created_at) as since, max(attempts) as attempts
     from outbox group by topic order by since`,
  );
}
