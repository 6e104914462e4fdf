import { checkBacklog } from '../../../db/backlog-watch';
import type { Database, Queryable } from '../../../db/database';
import { listFlags } from '../../../db/operator-flags';
import {
  addToOutbox,
  BEFORE_ALL_ACCOUNTS,
  continueOutboxItem,
  finishOutboxItems,
  postponeOutboxItems,
  readBacklog,
  releaseOutboxItems,
  renewOutboxItems,
  takeOutboxItems,
  TOPICS,
  type LaneName,
  type OutboxItem,
} from '../../../db/outbox';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { countDeadlocks, untilWaiting } from '../../support/locks';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.query('truncate outbox'));

const take = (lane: LaneName, options: { after?: string; limit?: number; database?: Queryable } = {}) =>
  takeOutboxItems(options.database ?? database, {
    lane,
    after: options.after ?? BEFORE_ALL_ACCOUNTS,
    limit: options.limit ?? 64,
    ofOneAccount: 16,
    leaseSeconds: 60,
  });

async function addDeliveries(count: number, accountId: string): Promise<void> {
  await database.query(
    `insert into outbox (topic, subject, account_id)
     select $1, 'dlv_' || $3::text || n, $3::text from generate_series(1, $2) n`,
    [TOPICS.startDelivery, count, accountId],
  );
}

const addPayment = (accountId = 'acc_1') =>
  addToOutbox(database, { topic: TOPICS.startPayment, subject: 'instr_1', accountId });

describe('lanes', () => {
  it('give a payment at once that was added after 100,000 deliveries, without looking at them', async () => {
    await addDeliveries(100_000, 'acc_1');
    await addPayment();
    await database.query('analyze outbox');
    const plans: string[] = [];
    const explained: Queryable = {
      async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
        plans.push(JSON.stringify(await database.query(`explain (format json) ${text}`, values)));
        return database.query<Row>(text, values);
      },
    };
    const items = await take('payments', { database: explained });
    expect(items.map(({ subject, attempts }) => [subject, attempts])).toEqual([['instr_1', 1]]);
    const nodes = [...(plans[0] ?? '').matchAll(/"Node Type":"([^"]+)"[^{}]*?"Relation Name":"outbox"/g)];
    const scans = nodes.map(([, name]) => name).filter((name) => name !== 'ModifyTable');
    expect(scans.length).toBeGreaterThan(2);
    expect(scans.filter((name) => name?.startsWith('Index') !== true)).toEqual([]);
    expect(await take('deliveries')).toHaveLength(16);
  });

  it('serve accounts in rotation: a burst of one does not hold back another', async () => {
    await addDeliveries(500, 'acc_1');
    await addDeliveries(1, 'acc_2');
    const items = await take('deliveries');
    expect(items.filter(({ accountId }) => accountId === 'acc_2')).toHaveLength(1);
    expect(items.filter(({ accountId }) => accountId === 'acc_1')).toHaveLength(16);
    const rest = await take('deliveries', { after: 'acc_1' });
    expect(rest).toEqual([]);
  });

  it('stop at the limit of a batch and go on after the account that came last', async () => {
    for (const account of ['acc_1', 'acc_2', 'acc_3']) await addDeliveries(3, account);
    const first = await take('deliveries', { limit: 6 });
    expect(new Set(first.map(({ accountId }) => accountId))).toEqual(new Set(['acc_1', 'acc_2']));
    const second = await take('deliveries', { limit: 6, after: 'acc_2' });
    expect(second.map(({ accountId }) => accountId)).toEqual(['acc_3', 'acc_3', 'acc_3']);
  });

  it('take of an account what has waited longest', async () => {
    await addDeliveries(20, 'acc_1');
    await database.query(`update outbox set available_at = now() - make_interval(secs => 100 - id % 7)`);
    const [waited] = await database.query<{ subjects: string[] }>(
      `select array(select subject from outbox order by available_at, id limit 16) as subjects`,
    );
    const items = await take('deliveries');
    expect(items.map(({ subject }) => subject).sort()).toEqual(waited?.subjects.sort());
  });

  it('keep items that are not due, and take those of a lease that ended', async () => {
    await addPayment();
    expect(await take('payments')).toHaveLength(1);
    expect(await take('payments')).toEqual([]);
    await database.query(`update outbox set leased_until = now() - interval '1 second'`);
    const [item] = await take('payments');
    expect(item?.attempts).toBe(2);
    if (item !== undefined) await postponeOutboxItems(database, [item], 30);
    expect(await take('payments')).toEqual([]);
  });
});

describe('a lease', () => {
  it('fences its holder: who lost it neither finishes, postpones, renews, goes on nor gives back', async () => {
    await addPayment();
    const late = await take('payments');
    await database.query(`update outbox set leased_until = now() - interval '1 second'`);
    const [current] = await take('payments');
    await finishOutboxItems(database, late);
    await postponeOutboxItems(database, late, 30);
    await releaseOutboxItems(database, late);
    for (const item of late) await continueOutboxItem(database, item, 'far');
    expect(await renewOutboxItems(database, late, 900)).toEqual(new Set());
    const rows = await database.query(
      `select lease, attempts, payload, leased_until < now() + interval '5 minutes' as "isShort" from outbox`,
    );
    expect(rows).toEqual([{ lease: current?.lease, attempts: 2, payload: {}, isShort: true }]);
    if (current !== undefined) await finishOutboxItems(database, [current]);
    expect(await database.query('select id from outbox')).toEqual([]);
  });

  it.each([
    ['renewed', (items: OutboxItem[], on: Database) => renewOutboxItems(on, items, 60)],
    ['postponed', (items: OutboxItem[], on: Database) => postponeOutboxItems(on, items, 60)],
    ['given back', (items: OutboxItem[], on: Database) => releaseOutboxItems(on, items)],
    ['finished', (items: OutboxItem[], on: Database) => finishOutboxItems(on, items)],
  ])('is %s while others of its items are finished, in whatever order both name them', async (_name, settle) => {
    await addDeliveries(3, 'acc_1');
    const items = (await take('deliveries')).sort((one, other) => Number(one.id) - Number(other.id));
    const [one, other] = [countDeadlocks(database), countDeadlocks(database)];
    const holder = await database.pool.connect();
    try {
      // Each has what comes first for it, and waits for the item in the middle, when that is let go.
      await holder.query('begin');
      await holder.query('select from outbox where id = $1 for update', [items[1]?.id]);
      const both = [finishOutboxItems(one.database, items), settle([...items].reverse(), other.database)];
      await untilWaiting(database, 2);
      await holder.query('commit');
      await Promise.allSettled(both);
    } finally {
      holder.release();
    }
    expect([one.count(), other.count()]).toEqual([0, 0]);
  });

  it('is renewed item by item, and ends with what goes on from where it was', async () => {
    await addPayment('acc_1');
    await addPayment('acc_2');
    const [first, second] = await take('payments');
    if (first === undefined || second === undefined) throw new Error('both were due');
    expect(await renewOutboxItems(database, [first], 900)).toEqual(new Set([first.id]));
    const left = await database.query<{ id: string }>(
      `select id::text from outbox where leased_until > now() + interval '14 minutes'`,
    );
    expect(left).toEqual([{ id: first.id }]);
    await continueOutboxItem(database, second, 'instr_7');
    const [again, ...others] = await take('payments');
    expect([again?.id, again?.payload, again?.attempts, others]).toEqual([second.id, { after: 'instr_7' }, 1, []]);
  });

  it('given back without a try costs no attempt', async () => {
    await addPayment();
    await releaseOutboxItems(database, await take('payments'));
    expect((await take('payments')).map(({ attempts }) => attempts)).toEqual([1]);
  });
});

describe('the backlog', () => {
  it('has of each kind how much waits, since when, and the tries of the unluckiest', async () => {
    await addDeliveries(3, 'acc_1');
    await addPayment();
    await database.query(
      `update outbox set created_at = now() - make_interval(mins => id::int % 100) where topic = $1`,
      [TOPICS.startDelivery],
    );
    await database.query(`update outbox set attempts = 5 where subject = 'dlv_acc_11'`);
    await database.query(`update outbox set created_at = now() - interval '1 day' where topic = $1`, [
      TOPICS.startPayment,
    ]);
    const [oldest] = await database.query<{ at: Date }>(
      'select created_at as at from outbox where topic = $1 order by created_at limit 1',
      [TOPICS.startDelivery],
    );
    const backlog = await readBacklog(database);
    expect(backlog.map(({ topic, items, attempts }) => [topic, items, attempts])).toEqual([
      [TOPICS.startPayment, 1, 0],
      [TOPICS.startDelivery, 3, 5],
    ]);
    expect(backlog[1]?.since).toEqual(oldest?.at);
  });
});

describe('work that is not carried', () => {
  const flagged = async () => (await listFlags(database)).map(({ kind, subject }) => [kind, subject]);

  it('is flagged by its kind after eight tries, whatever its age', async () => {
    await addPayment();
    await addDeliveries(1, 'acc_1');
    await database.query('update outbox set attempts = 7 where topic = $1', [TOPICS.startPayment]);
    await checkBacklog(database, new Date());
    expect(await flagged()).toEqual([]);
    await database.query('update outbox set attempts = 8 where topic = $1', [TOPICS.startPayment]);
    await checkBacklog(database, new Date());
    expect(await flagged()).toEqual([['outbox_stuck', 'payment.start']]);
    await database.query('truncate outbox');
    await checkBacklog(database, new Date());
    expect(await flagged()).toEqual([]);
  });

  it('is flagged at once when no version here knows its topic', async () => {
    await database.query(`insert into outbox (topic, subject) values ('tomorrow.start', 'x_1')`);
    await checkBacklog(database, new Date());
    expect(await flagged()).toEqual([['outbox_stuck', 'tomorrow.start']]);
  });
});
