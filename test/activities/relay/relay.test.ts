import type { Client } from '@temporalio/client';
import pino from 'pino';
import { Lane } from '../../../activities/relay/lane';
import { Relay } from '../../../activities/relay/relay';
import type { Database } from '../../../db/database';
import { CHANNELS, listen, type Listener } from '../../../db/listener';
import { addToOutbox, TOPICS, type NewOutboxItem } from '../../../db/outbox';
import { openVault } from '../../../lib/vault';
import type { ReportNotice } from '../../../workflows/contract';
import { eventually } from '../../support/builders';
import { BatchesUnderWay } from '../../../activities/webhooks/batches-under-way';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { workflowsOver } from '../../support/temporal';

const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

/** What the relay calls of the engine, as each test wants it; signals need no row of a payment. */
interface FakeEngine {
  isReachable: () => Promise<boolean>;
  signalReports: (instructionId: string, notices: ReportNotice[]) => Promise<boolean>;
  signalSubscriptionChanged: (deliveryId: string) => Promise<boolean>;
}

/** Calls the relays as a notification does. */
const reactions = new Set<(payload: string) => void>();
const notify = (payload: string): void => {
  for (const react of reactions) react(payload);
};
const LISTENER: Listener = {
  on: (channel, react) => {
    if (channel === CHANNELS.outbox) reactions.add(react);
    return () => reactions.delete(react);
  },
  close: () => Promise.resolve(),
};

let relays: Relay[] = [];
/** Ends the calls that a test lets hang. */
const ends: (() => void)[] = [];
let logged: Record<string, unknown>[] = [];
let woken = 0;
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await Promise.all(relays.map((relay) => relay.stop()));
  relays = [];
  await database.query('truncate outbox');
  await database.query(`update relay_lanes set holder = null, held_until = '-infinity'`);
});

function startRelay(
  workflows: Partial<FakeEngine>,
  through: Database = database,
  { instance = 'worker-1', listener = LISTENER } = {},
): Relay {
  logged = [];
  woken = 0;
  const wake = (): void => void (woken += 1);
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line) as object as never) },
  );
  const handleOf = (workflowId: string) => ({
    describe: async () => {
      if (!(await (workflows.isReachable?.() ?? true))) throw new Error('away');
    },
    signal: (_name: unknown, notices?: ReportNotice[]) => {
      const [kind = '', id = ''] = workflowId.split('/');
      return kind === 'pay' ? workflows.signalReports?.(id, notices ?? []) : workflows.signalSubscriptionChanged?.(id);
    },
  });
  const client = {
    workflow: { getHandle: handleOf },
    withDeadline: (_end: unknown, work: () => unknown) => work(),
  } as unknown as Client;
  const context = { database: through, workflows: workflowsOver(client), vault, log, wake, instance };
  const relay = new Relay({ ...context, batches: new BatchesUnderWay(log) });
  relays.push(relay);
  relay.start(listener);
  return relay;
}

/** The database, where statements fail whose text fits. */
function refusing(refused: (text: string) => boolean): Database {
  return {
    ...database,
    query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      return refused(text) ? Promise.reject(new Error('refused')) : database.query<Row>(text, values);
    },
  };
}

const add = (topic: NewOutboxItem['topic'], subject: string, accountId = 'acc_1') =>
  addToOutbox(database, { topic, subject, accountId });

/** @returns which process has each lane */
const holders = async () => {
  const rows = await database.query<{ holder: string | null }>(
    `select split_part(holder, '/', 1) as holder from relay_lanes order by lane`,
  );
  return rows.map(({ holder }) => holder);
};

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
    const stopped = relays[0]?.stop();
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

  it('carries reports that are not due yet in the signal of the one that is, in the order of their decisions', async () => {
    const report = (reportId: string, at: string, delayMs: number, subject = 'instr_1') =>
      database.query(
        `insert into outbox (topic, subject, account_id, payload, available_at)
         values ($1, $2, 'acc_1', $3, now() + $4 * interval '1 millisecond')`,
        [
          TOPICS.signalPayment,
          subject,
          { reportId, at, reported: 'accepted', status: 'accepted', disposition: 'duplicate', version: 3 },
          delayMs,
        ],
      );
    await report('rep_1', '2026-11-20T10:00:00.000Z', 3_600_000);
    await report('rep_other', '2026-11-20T10:00:00.000Z', 3_600_000, 'instr_2');
    await report('rep_2', '2026-11-20T10:00:01.000Z', 0);
    const signals: ReportNotice[][] = [];
    startRelay({ signalReports: (_id, notices) => Promise.resolve(signals.push(notices)).then(() => true) });
    const left = async () => (await items()).map(({ subject }) => subject);
    await eventually(left, (subjects) => subjects.length === 1, 'the end of both');
    const rest = { reported: 'accepted', status: 'accepted', disposition: 'duplicate', version: 3 };
    expect(signals).toEqual([
      [
        { ...rest, reportId: 'rep_1', at: '2026-11-20T10:00:00.000Z' },
        { ...rest, reportId: 'rep_2', at: '2026-11-20T10:00:01.000Z' },
      ],
    ]);
    expect(await left()).toEqual(['instr_2']);
  });

  it('postpones one item that fails, and no other', async () => {
    await add(TOPICS.signalPayment, 'instr_bad');
    await add(TOPICS.signalPayment, 'instr_good');
    startRelay({
      signalReports: (id) => (id === 'instr_bad' ? Promise.reject(new Error('no')) : Promise.resolve(true)),
    });
    const left = () => database.query('select subject from outbox where available_at > now() and lease is null');
    await eventually(left, (rows) => rows.length === 1, 'the delay');
    const rest = await eventually(items, (rows) => rows.length === 1, 'the end of the other');
    expect(rest.map(({ subject }) => subject)).toEqual(['instr_bad']);
  });

  it.each([
    [0, 1],
    [1, 2],
    [3, 8],
    [5, 30],
    [40, 30],
  ])('lets an item that failed %i times before and fails again wait for %i s', async (failures, seconds) => {
    await add(TOPICS.signalPayment, 'instr_bad');
    await database.query('update outbox set attempts = $1', [failures]);
    startRelay({ signalReports: () => Promise.reject(new Error('no')) });
    const said = () => Promise.resolve(logged.filter(({ msg }) => msg === 'the relay will try again'));
    const [line] = await eventually(said, (lines) => lines.length > 0, 'the failure');
    expect(line).toMatchObject({ attempts: failures + 1, delaySeconds: seconds, subject: 'instr_bad' });
    const waits = () =>
      database.query<{ seconds: number }>(
        `select extract(epoch from available_at - now())::float8 as seconds from outbox where lease is null`,
      );
    const [row] = await eventually(waits, (rows) => rows.length === 1, 'the delay');
    expect(row?.seconds).toBeLessThanOrEqual(seconds);
    expect(row?.seconds).toBeGreaterThan(seconds - 20);
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

  it('looks into the lanes that a notification names when they have work', async () => {
    const relay = startRelay({});
    await eventually(
      () => Promise.resolve(reactions.size),
      (size) => size > 0,
      'that it listens',
    );
    const kick = jest.spyOn(Lane.prototype, 'kickIn');
    const kicked = (payload: string): [string, number][] => {
      kick.mockClear();
      notify(payload);
      return kick.mock.contexts.map((lane, call) => [(lane as Lane).name, kick.mock.calls[call]?.[0] ?? NaN]);
    };
    expect(kicked('documents:0')).toEqual([['documents', 0]]);
    expect(kicked('deliveries:480 payments:3')).toEqual([
      ['payments', 3],
      ['deliveries', 480],
    ]);
    expect(kicked('payments')).toEqual([['payments', 0]]);
    expect(kicked('lane_of_tomorrow:0')).toEqual([]);
    await relay.stop();
    kick.mockRestore();
  });

  it('tells the relays of what a task has written', async () => {
    await add(TOPICS.signalPayment, 'instr_1');
    startRelay({ signalReports: () => Promise.resolve(true) });
    await eventually(items, (rows) => rows.length === 0, 'the end of the call');
    expect(woken).toBe(0);
    await add(TOPICS.announceDocument, 'doc_unknown');
    notify('documents:0');
    await eventually(items, (rows) => rows.length === 0, 'the end of the task');
    expect(woken).toBe(1);
  });

  it('carries what comes while it works, and what it has put off, without a further word', async () => {
    let failures = 0;
    const called: string[] = [];
    startRelay({
      signalReports: async (id) => {
        called.push(id);
        if (id === 'instr_1' && called.length === 1) {
          await add(TOPICS.signalPayment, 'instr_2');
          notify('payments:0');
        }
        if (id === 'instr_2' && (failures += 1) === 1) throw new Error('no');
        return true;
      },
    });
    await add(TOPICS.signalPayment, 'instr_1');
    await eventually(items, (rows) => rows.length === 0, 'the end of both');
    expect(called).toEqual(['instr_1', 'instr_2', 'instr_2']);
  });
});

describe('several relays', () => {
  const carrier = (carried: string[]) => ({
    signalReports: (id: string) => Promise.resolve(carried.push(id)).then(() => true),
  });
  const untilHeld = (name: string) =>
    eventually(holders, (all) => all.every((holder) => holder === name), `the lanes of ${name}`);
  const listeners: Listener[] = [];
  afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.close())));

  it('carry each lane one at a time; the next takes over as soon as the holder ends', async () => {
    const [first, second]: [string[], string[]] = [[], []];
    const relay = startRelay(carrier(first));
    await untilHeld('worker-1');
    const listener = await listen(database.directUrl);
    listeners.push(listener);
    startRelay(carrier(second), database, { instance: 'worker-2', listener });
    for (const subject of ['instr_1', 'instr_2', 'instr_3']) await add(TOPICS.signalPayment, subject);
    notify('payments:0');
    await eventually(items, (rows) => rows.length === 0, 'the end of all items');
    expect([first.length, second.length]).toEqual([3, 0]);
    await relay.stop();
    await untilHeld('worker-2');
    await add(TOPICS.signalPayment, 'instr_4');
    await eventually(items, (rows) => rows.length === 0, 'the end of the last item');
    expect([first.length, second]).toEqual([3, ['instr_4']]);
  });

  it('are told of an end once what the holder has not begun is there for them', async () => {
    for (let index = 0; index < 12; index += 1) await add(TOPICS.signalPayment, `instr_${index}`);
    let release = (): void => undefined;
    const hanging = new Promise<boolean>((resolve) => (release = () => resolve(true)));
    ends.push(release);
    const called: string[] = [];
    const relay = startRelay({ signalReports: (id) => (called.push(id), hanging) });
    await eventually(
      () => Promise.resolve(called.length),
      (length) => length === 8,
      'as many calls as may be under way',
    );
    const query = jest.spyOn(database, 'query');
    const stopped = relay.stop();
    await eventually(holders, (all) => all.every((holder) => holder === null), 'free lanes');
    const place = (text: string): number => query.mock.calls.findIndex(([sql]) => sql.includes(text));
    expect(place('attempts = o.attempts - 1')).toBeGreaterThanOrEqual(0);
    expect(place('attempts = o.attempts - 1')).toBeLessThan(place('set holder = null'));
    query.mockRestore();
    release();
    await stopped;
    expect(called).toHaveLength(8);
  });

  it('help with what its holder leaves, and take the lanes of one that has died', async () => {
    const carried: string[] = [];
    await database.query(`update relay_lanes set holder = 'dead', held_until = now() + interval '1 hour'`);
    await add(TOPICS.signalPayment, 'instr_1');
    startRelay(carrier(carried), database, { instance: 'worker-2' });
    await eventually(items, (rows) => rows.length === 0, 'help');
    expect(await holders()).toEqual(['dead', 'dead', 'dead']);
    await database.query('update relay_lanes set held_until = now()');
    await untilHeld('worker-2');
    expect(carried).toEqual(['instr_1']);
  });

  it('leave the lanes to others while Temporal is away for them', async () => {
    let isThere = true;
    const call = (): Promise<boolean> => (isThere ? Promise.resolve(true) : Promise.reject(new Error('unavailable')));
    startRelay({ isReachable: () => Promise.resolve(isThere), signalReports: call });
    await untilHeld('worker-1');
    isThere = false;
    await add(TOPICS.signalPayment, 'instr_1');
    notify('payments:0');
    await eventually(holders, (all) => all.every((holder) => holder === null), 'free lanes');
    const carried: string[] = [];
    startRelay(carrier(carried), database, { instance: 'worker-2' });
    await eventually(items, (rows) => rows.length === 0, 'the end of the item');
    expect(carried).toEqual(['instr_1']);
  });
});

describe('the leases of a relay', () => {
  const lease = async () => {
    const [row] = await database.query<{ seconds: number; until: Date; attempts: number }>(
      `select extract(epoch from leased_until - clock_timestamp())::float8 as seconds, leased_until as until, attempts
       from outbox where lease is not null`,
    );
    return row;
  };
  const hanging = (): { call: () => Promise<boolean>; end: () => void } => {
    let end = (): void => undefined;
    const ended = new Promise<boolean>((resolve) => (end = () => resolve(true)));
    ends.push(end);
    return { call: () => ended, end };
  };

  it('last 15 s at most, and are renewed while it works', async () => {
    await add(TOPICS.signalPayment, 'instr_1');
    const { call, end } = hanging();
    startRelay({ signalReports: call });
    const first = await eventually(lease, (row) => row !== undefined, 'the lease');
    expect(first?.seconds).toBeLessThanOrEqual(15);
    const renewed = await eventually(lease, (row) => Number(row?.until) > Number(first?.until), 'a longer lease');
    expect(renewed?.attempts).toBe(1);
    end();
    await eventually(items, (rows) => rows.length === 0, 'the end of the item');
  });

  it('of one that has died hide nothing 15 s later', async () => {
    await add(TOPICS.signalPayment, 'instr_1');
    const { call } = hanging();
    let hasDied = false;
    startRelay(
      { signalReports: call },
      refusing(() => hasDied),
    );
    await eventually(lease, (row) => row !== undefined, 'the lease');
    hasDied = true;
    await database.query(`update outbox set leased_until = leased_until - interval '15 seconds'`);
    startRelay({ signalReports: () => Promise.resolve(true) });
    await eventually(items, (rows) => rows.length === 0, 'the end of the item');
  });

  it('end at once where the facts of what was taken cannot be read', async () => {
    await add(TOPICS.startPayment, 'instr_1');
    await add(TOPICS.signalPayment, 'instr_2');
    const signalled: string[] = [];
    let isReadable = false;
    startRelay(
      { signalReports: (id) => Promise.resolve(signalled.push(id)).then(() => true) },
      refusing((text) => !isReadable && text.includes('from payment_instructions')),
    );
    const faulty = () => Promise.resolve(logged.filter(({ msg }) => msg === 'the outbox could not be read'));
    await eventually(faulty, (lines) => lines.length > 0, 'the fault');
    const free = () => database.query('select id from outbox where lease is null and attempts = 0');
    await eventually(free, (rows) => rows.length === 2, 'the release');
    isReadable = true;
    await eventually(items, (rows) => rows.length === 0, 'the end of both');
    expect(signalled).toEqual(['instr_2']);
  });
});
