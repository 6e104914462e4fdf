import pino from 'pino';
import { Relay } from '../../activities/relay/relay';
import type { Listener } from '../../db/listener';
import { addToOutbox, TOPICS, type NewOutboxItem } from '../../db/outbox';
import type { WorkflowClient } from '../../workflows/client/workflow-client';
import { eventually } from '../support/builders';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

/** What the relay calls of the engine, as each test wants it; signals need no row of a payment. */
interface FakeEngine {
  isReachable: () => Promise<boolean>;
  signalReports: (instructionId: string) => Promise<boolean>;
  signalSubscriptionChanged: (deliveryId: string) => Promise<boolean>;
}

const LISTENER: Listener = { on: () => () => undefined, close: () => Promise.resolve() };

let relay: Relay | null = null;
let logged: Record<string, unknown>[] = [];
afterEach(async () => {
  await relay?.stop();
  relay = null;
  await database.query('truncate outbox');
});

function startRelay(workflows: Partial<FakeEngine>): void {
  logged = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line) as object as never) },
  );
  const all = { isReachable: () => Promise.resolve(true), ...workflows } as unknown as WorkflowClient;
  relay = new Relay({ database, workflows: all, log });
  relay.start(LISTENER);
}

const add = (topic: NewOutboxItem['topic'], subject: string, accountId = 'acc_1') =>
  addToOutbox(database, { topic, subject, accountId });

const items = () => database.query<{ subject: string; attempts: number }>('select subject, attempts from outbox');

describe('the relay', () => {
  it('carries a payment while 5,000 items for deliveries, added before it, find no end', async () => {
    await database.query(
      `insert into outbox (topic, subject, account_id)
       select $1, 'dlv_' || n, 'acc_1' from generate_series(1, 5000) n`,
      [TOPICS.signalDelivery],
    );
    await add(TOPICS.signalPayment, 'instr_1');
    let release = (): void => undefined;
    const hanging = new Promise<boolean>((resolve) => (release = () => resolve(true)));
    const asked: string[] = [];
    const signalled = new Promise<string>((resolve) => {
      startRelay({
        signalReports: (id) => Promise.resolve(resolve(id)).then(() => true),
        signalSubscriptionChanged: (id) => (asked.push(id), hanging),
      });
    });
    expect(await signalled).toBe('instr_1');
    const left = async () => (await items()).some(({ subject }) => subject === 'instr_1');
    await eventually(left, (isLeft) => !isLeft, 'the end of the payment item');
    expect(asked.length).toBeLessThanOrEqual(4);
    const stopped = relay?.stop();
    release();
    await stopped;
  });

  it('finishes what was carried while another call of the same batch has not ended', async () => {
    for (const subject of ['instr_1', 'instr_2', 'instr_3']) await add(TOPICS.signalPayment, subject);
    let release = (): void => undefined;
    const hanging = new Promise<boolean>((resolve) => (release = () => resolve(true)));
    startRelay({ signalReports: (id) => (id === 'instr_1' ? hanging : Promise.resolve(true)) });
    const left = async () => (await items()).map(({ subject }) => subject);
    await eventually(left, (subjects) => subjects.length === 1 && subjects[0] === 'instr_1', 'the end of the others');
    release();
    await eventually(left, (subjects) => subjects.length === 0, 'the end of all');
  });

  it('postpones one item that fails, and no other', async () => {
    await add(TOPICS.signalPayment, 'instr_bad');
    await add(TOPICS.signalPayment, 'instr_good');
    startRelay({
      signalReports: (id) => (id === 'instr_bad' ? Promise.reject(new Error('no')) : Promise.resolve(true)),
    });
    const left = () => database.query('select subject from outbox where available_at > now() and lease is null');
    await eventually(left, (rows) => rows.length === 1, 'the delay');
    expect((await items()).map(({ subject }) => subject)).toEqual(['instr_bad']);
  });

  it('gives back what it could not begin in time, and takes it again', async () => {
    for (let index = 0; index < 12; index += 1) await add(TOPICS.signalPayment, `instr_${index}`);
    const now = performance.now.bind(performance);
    const query = jest.spyOn(database, 'query');
    const clock = jest.spyOn(performance, 'now');
    const called: string[] = [];
    startRelay({
      signalReports: (id) => {
        // A process that was frozen in the middle of a batch.
        if (called.push(id) === 1) clock.mockImplementation(() => now() + 120_000);
        return Promise.resolve(true);
      },
    });
    await eventually(items, (rows) => rows.length === 0, 'the end of all items');
    expect(query.mock.calls.some(([sql]) => sql.includes('attempts = o.attempts - 1'))).toBe(true);
    expect(new Set(called).size).toBe(12);
    expect(called).toHaveLength(12);
    clock.mockRestore();
    query.mockRestore();
  });

  it('asks once whether the engine is there, then gives everything back with one line and waits for it', async () => {
    for (let index = 0; index < 40; index += 1) await add(TOPICS.signalPayment, `instr_${index}`, `acc_${index % 3}`);
    for (let index = 0; index < 40; index += 1) await add(TOPICS.signalDelivery, `dlv_${index}`);
    let isThere = false;
    let calls = 0;
    const call = (): Promise<boolean> => {
      calls += 1;
      return isThere ? Promise.resolve(true) : Promise.reject(new Error('unavailable'));
    };
    startRelay({ isReachable: () => Promise.resolve(isThere), signalReports: call, signalSubscriptionChanged: call });
    const free = () => database.query(`select id from outbox where attempts = 0 and lease is null`);
    await eventually(free, (rows) => rows.length === 80 && logged.length > 0, 'the release');
    expect(logged.map(({ msg }) => msg)).toEqual(['Temporal is away: the relay keeps its items until it is back']);
    // As many as were under way when the first of them failed: 8 of payments and 4 of deliveries.
    expect(calls).toBeLessThanOrEqual(12);
    isThere = true;
    await eventually(items, (rows) => rows.length === 0, 'the end of all items');
  });

  it('leaves items of an unknown topic, says so, and carries the rest', async () => {
    await database.query(`insert into outbox (topic, subject) values ('payment.tomorrow', 'x_1')`);
    await add(TOPICS.signalPayment, 'instr_1');
    startRelay({ signalReports: () => Promise.resolve(true) });
    await eventually(items, (rows) => rows.length === 1 && rows[0]?.subject === 'x_1', 'the end of the known item');
    const lines = () => Promise.resolve(logged);
    await eventually(lines, (all) => all.some(({ level }) => level === 50), 'the line');
    expect(logged.find(({ level }) => level === 50)?.['topics']).toEqual(['payment.tomorrow']);
  });
});
