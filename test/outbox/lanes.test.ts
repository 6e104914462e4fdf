import { checkBacklog } from '../../db/backlog-watch';
import type { Queryable } from '../../db/database';
import { listFlags } from '../../db/operator-flags';
import {
  addToOutbox,
  BEFORE_ALL_ACCOUNTS,
  finishOutboxItems,
  notifyDueLanes,
  postponeOutboxItems,
  releaseOutboxItems,
  takeOutboxItems,
  TOPICS,
  type LaneName,
} from '../../db/outbox';
import { createTestDatabase, type TestDatabase } from '../support/database';

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

describe('a notification', () => {
  const CHANNEL = 'corridor_lanes_test';

  /** @returns payloads of what was sent, the last of which a test sends itself */
  async function notified(): Promise<string[]> {
    const client = await database.pool.connect();
    const payloads: string[] = [];
    try {
      client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
      await client.query(`listen ${CHANNEL}`);
      await notifyDueLanes(database, CHANNEL);
      await client.query('select pg_notify($1, $2)', [CHANNEL, 'the end']);
    } finally {
      client.release(true);
    }
    return payloads;
  }

  it('names the lanes with work that nobody has taken, and is not sent where there is none', async () => {
    expect(await notified()).toEqual(['the end']);
    await addPayment();
    await addDeliveries(3, 'acc_1');
    const [named, end] = await notified();
    expect([named?.split(' ').sort(), end]).toEqual([['deliveries', 'payments'], 'the end']);
    const items = await take('payments');
    expect(await notified()).toEqual(['deliveries', 'the end']);
    await postponeOutboxItems(database, items, 30);
    await take('deliveries');
    expect(await notified()).toEqual(['the end']);
    await database.query(`update outbox set leased_until = now() - interval '1 second' where lease is not null`);
    expect(await notified()).toEqual(['deliveries', 'the end']);
  });

  it('names a lane of which so many items are not due that it does not look at all of them', async () => {
    await addDeliveries(300, 'acc_1');
    await database.query(`update outbox set available_at = now() + interval '1 hour'`);
    expect(await notified()).toEqual(['deliveries', 'the end']);
  });
});

describe('a lease', () => {
  it('fences its holder: who lost it neither finishes, postpones nor gives back', async () => {
    await addPayment();
    const late = await take('payments');
    await database.query(`update outbox set leased_until = now() - interval '1 second'`);
    const [current] = await take('payments');
    await finishOutboxItems(database, late);
    await postponeOutboxItems(database, late, 30);
    await releaseOutboxItems(database, late);
    const rows = await database.query('select lease, attempts from outbox');
    expect(rows).toEqual([{ lease: current?.lease, attempts: 2 }]);
    if (current !== undefined) await finishOutboxItems(database, [current]);
    expect(await database.query('select id from outbox')).toEqual([]);
  });

  it('given back without a try costs no attempt', async () => {
    await addPayment();
    await releaseOutboxItems(database, await take('payments'));
    expect((await take('payments')).map(({ attempts }) => attempts)).toEqual([1]);
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
