import {
  addToOutbox,
  BEFORE_ALL_ACCOUNTS,
  LANE_NAMES,
  postponeOutboxItems,
  takeOutboxItems,
  TOPICS,
  type LaneName,
  type OutboxItem,
} from '../../../db/outbox';
import { freeLanes, holdLanes, notifyDueLanes, readDueLanes } from '../../../db/relay-lanes';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const CHANNEL = 'corridor_lanes_test';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.query('truncate outbox');
  await database.query(`update relay_lanes set holder = null, held_until = '-infinity'`);
});

const addPayment = () => addToOutbox(database, { topic: TOPICS.signalPayment, subject: 'instr_1', accountId: 'acc_1' });

const addDeliveries = (count: number) =>
  database.query(
    `insert into outbox (topic, subject, account_id) select $1, 'dlv_' || n, 'acc_1' from generate_series(1, $2) n`,
    [TOPICS.startDelivery, count],
  );

const take = (lane: LaneName): Promise<OutboxItem[]> =>
  takeOutboxItems(database, { lane, after: BEFORE_ALL_ACCOUNTS, limit: 64, ofOneAccount: 16, leaseSeconds: 60 });

/** @returns payloads of what `work` sent, the last of which the test sends itself */
async function notified(work: () => Promise<void>): Promise<string[]> {
  const client = await database.pool.connect();
  const payloads: string[] = [];
  try {
    client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
    await client.query(`listen ${CHANNEL}`);
    await work();
    await client.query('select pg_notify($1, $2)', [CHANNEL, 'the end']);
  } finally {
    client.release(true);
  }
  return payloads;
}

describe('a notification', () => {
  const dueLanes = () => notified(() => notifyDueLanes(database, CHANNEL));

  it('names the lanes with work that nobody has taken, and is not sent where there is none', async () => {
    expect(await dueLanes()).toEqual(['the end']);
    await addPayment();
    await addDeliveries(3);
    const [named, end] = await dueLanes();
    expect([named?.split(' ').sort(), end]).toEqual([['deliveries:0', 'payments:0'], 'the end']);
    const items = await take('payments');
    expect(await dueLanes()).toEqual(['deliveries:0', 'the end']);
    await postponeOutboxItems(database, items, 30);
    await take('deliveries');
    expect(await dueLanes()).toEqual(['the end']);
    await database.query(`update outbox set leased_until = now() - interval '1 second' where lease is not null`);
    expect(await dueLanes()).toEqual(['deliveries:0', 'the end']);
  });

  it('says when something is due before its holder looks again', async () => {
    await addPayment();
    await database.query(`update outbox set available_at = now() + interval '2.9 seconds'`);
    const [named = ''] = await dueLanes();
    const [due] = readDueLanes(named);
    expect(due?.lane).toBe('payments');
    expect(due?.dueInMs).toBeLessThanOrEqual(2_900);
    expect(due?.dueInMs).toBeGreaterThan(0);
    await database.query(`update outbox set available_at = now() + interval '1 hour'`);
    expect(await dueLanes()).toEqual(['the end']);
  });

  it('names a lane of which so many items are not due that it does not look at all of them', async () => {
    await addDeliveries(300);
    await database.query(`update outbox set available_at = now() + interval '1 hour'`);
    expect(await dueLanes()).toEqual(['deliveries:0', 'the end']);
  });

  it('is read with the lanes that are known', () => {
    expect(readDueLanes('payments deliveries:480 lane_of_tomorrow:0')).toEqual([
      { lane: 'payments', dueInMs: 0 },
      { lane: 'deliveries', dueInMs: 480 },
    ]);
  });
});

describe('lanes', () => {
  const heldBy = async (holder: string): Promise<LaneName[]> =>
    (await holdLanes(database, holder)).filter(({ isHeld }) => isHeld).map(({ lane }) => lane);

  it('belong to the first who looks, until it ends or is no longer heard of', async () => {
    expect(await heldBy('one')).toEqual([...LANE_NAMES]);
    expect(await heldBy('two')).toEqual([]);
    expect(await heldBy('one')).toEqual([...LANE_NAMES]);
    const [held] = await database.query<{ seconds: number }>(
      'select max(extract(epoch from held_until - now()))::float8 as seconds from relay_lanes',
    );
    expect(held?.seconds).toBeLessThanOrEqual(8);
    await database.query(`update relay_lanes set held_until = now() where lane = 'payments'`);
    expect(await heldBy('two')).toEqual(['payments']);
    expect(await heldBy('one')).toEqual(['documents', 'deliveries']);
    expect(await notified(() => freeLanes(database, 'two', CHANNEL))).toEqual(['', 'the end']);
    expect(await notified(() => freeLanes(database, 'two', CHANNEL))).toEqual(['the end']);
    expect(await heldBy('one')).toEqual([...LANE_NAMES]);
  });

  it('are taken by one of many who look at once', async () => {
    const relays = Array.from({ length: 8 }, (_, index) => `relay-${index}`);
    for (let round = 0; round < 10; round += 1) {
      await database.query('update relay_lanes set held_until = now()');
      const held = (await Promise.all(relays.map(heldBy))).flat();
      expect(held.sort()).toEqual([...LANE_NAMES].sort());
    }
  });

  it('show what is due, and what has waited longer than a holder lets it', async () => {
    await addPayment();
    await addDeliveries(1);
    await database.query(`update outbox set available_at = now() - interval '3 seconds' where lane = 'deliveries'`);
    await holdLanes(database, 'one');
    expect(await holdLanes(database, 'two')).toEqual([
      { lane: 'payments', isHeld: false, dueInMs: 0, isLate: false },
      { lane: 'documents', isHeld: false, dueInMs: null, isLate: false },
      { lane: 'deliveries', isHeld: false, dueInMs: 0, isLate: true },
    ]);
  });

  it('show what has waited too long behind more than is looked at that their holder has in hand', async () => {
    await addDeliveries(300);
    await database.query(`update outbox set lease = gen_random_uuid(), leased_until = now() + interval '15 seconds'`);
    await holdLanes(database, 'one');
    const isLate = async () => (await holdLanes(database, 'two')).find(({ lane }) => lane === 'deliveries')?.isLate;
    expect(await isLate()).toBe(false);
    await addDeliveries(1);
    await database.query(`update outbox set available_at = now() - interval '3 seconds' where lease is null`);
    expect(await isLate()).toBe(true);
  });

  it.each(['infinity', '2999-01-01'])('are looked at although an item was put off until %s', async (time) => {
    await addPayment();
    await database.query('update outbox set available_at = $1', [time]);
    const [payments] = await holdLanes(database, 'one');
    expect(payments).toEqual({ lane: 'payments', isHeld: true, dueInMs: 86_400_000, isLate: false });
  });
});
