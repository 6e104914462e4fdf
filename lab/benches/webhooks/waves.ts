import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { findFreePort } from '../../../cli/embedded/ports';
import { openDatabase, type Database } from '../../../db/database';
import { atMost, plainRow, type BenchContext, type BenchModule, type BenchRow, type BenchTable } from '../harness';
import type { Service } from '../service';
import type { Stage } from '../stage';
import { percentile } from '../statistics';
import { publishMany, PUBLISHING_CONNECTIONS } from './publish';

/** The bounds are those of 3,000, and of a fifth of them a fifth. */
const DELIVERIES = { quick: 600, default: 3_000, long: 3_000 };
/** Retry 1 is due five minutes after the end of the attempt that failed. */
const PAUSE_MS = 300_000;
/** Reads of one payment, as clients make them meanwhile. */
const LOOK_MS = 20;
const POLL_MS = 500;
const LIMIT_MS = 180_000;
/** Look-ups of an idle service, to compare with. */
const IDLE_MS = 10_000;

interface Wave {
  /** Deliveries that wait for the next retry. */
  waiting: number;
  firstDueAt: Date | null;
}

/** @param attempts that a delivery must have behind it */
async function readWave(database: Database, webhookId: string, attempts: number): Promise<Wave> {
  const [row] = await database.query<Wave & Record<string, unknown>>(
    `select count(*)::int as waiting, min(d.next_attempt_at) as "firstDueAt" from deliveries d
     where d.webhook_id = $1 and d.status = 'pending' and d.next_attempt_at is not null
       and (select count(*) from delivery_attempts a where a.delivery_id = d.id and a.duration_ms is not null) = $2`,
    [webhookId, attempts],
  );
  return row ?? { waiting: 0, firstDueAt: null };
}

interface Awaited {
  database: Database;
  webhookId: string;
  deliveries: number;
}

/** @returns seconds from `since` until all deliveries wait for the retry after so many attempts */
async function untilWaiting({ database, webhookId, deliveries }: Awaited, attempts: number, since: number) {
  for (;;) {
    const { waiting } = await readWave(database, webhookId, attempts);
    const seconds = (Date.now() - since) / 1000;
    if (waiting === deliveries) return seconds;
    if (seconds * 1000 > LIMIT_MS) throw new Error(`${deliveries - waiting} deliveries do not wait after ${seconds} s`);
    await delay(POLL_MS);
  }
}

/** @returns seconds from `since` until every delivery has a workflow that an operator finds */
async function untilReadable(temporalAddress: string, deliveries: number, since: number): Promise<number> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    for (;;) {
      const { count } = await workflow.count(`WorkflowType = 'webhookDelivery' and ExecutionStatus = 'Running'`);
      const seconds = (Date.now() - since) / 1000;
      if (count >= deliveries) return seconds;
      if (seconds * 1000 > LIMIT_MS) throw new Error(`only ${count} deliveries have a workflow after ${seconds} s`);
      await delay(POLL_MS);
    }
  } finally {
    await connection.close();
  }
}

/** Looks one payment up every 20 ms while `work` goes on. @returns its result and the look-ups' p99 in milliseconds */
async function whileLooking<Result>(service: Service, path: string, work: Promise<Result>) {
  const latencies: number[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await service.customer.target.expect([200], 'GET', path);
      latencies.push(performance.now() - began);
      await delay(LOOK_MS);
    }
  })();
  const result = await work.finally(() => (isOver = true));
  await looking;
  return { result, p99Ms: percentile(latencies, 0.99) };
}

/** @returns how late each second attempt began, in milliseconds after its due time */
async function readLateness(database: Database, webhookId: string): Promise<number[]> {
  const rows = await database.query<{ late: number }>(
    `select (extract(epoch from second.started_at - first.started_at) * 1000 - first.duration_ms - $2)::float as late
     from deliveries d
     join delivery_attempts first on first.delivery_id = d.id and first.number = 1
     join delivery_attempts second on second.delivery_id = d.id and second.number = 2
     where d.webhook_id = $1`,
    [webhookId, PAUSE_MS],
  );
  return rows.map(({ late }) => late);
}

/** A process of its own: what times the look-ups has nothing else to do. @returns its URL */
async function startReceiver(stage: Stage): Promise<string> {
  const port = await findFreePort();
  const module = 'lab/benches/webhooks/refusing-receiver.js';
  await stage.startProcess({ name: 'receiver', module, args: [String(port)], env: {} });
  return `http://127.0.0.1:${port}`;
}

async function measure({ pace, say }: BenchContext, stage: Stage): Promise<BenchRow[]> {
  const deliveries = DELIVERIES[pace];
  const receiver = await startReceiver(stage);
  stage.furtherReceivers = [receiver];
  const service = await stage.service();
  const { databaseUrl, temporalAddress } = await stage.backends();
  const { customer } = service;
  const [payment] = await service.takeSubmitted(1);
  const path = `/api/v1/payments/instructions/${payment ?? ''}`;
  const hook = { url: `${receiver}/events`, events: ['buyer.matched'] };
  const { body } = await customer.target.expect([201], 'POST', '/v1/webhooks', hook);
  const webhookId = String(Reflect.get(Object(body), 'id'));
  const database = openDatabase(databaseUrl, PUBLISHING_CONNECTIONS);
  try {
    const idle = await whileLooking(service, path, delay(IDLE_MS));
    const awaited = { database, webhookId, deliveries };
    say(`${deliveries} deliveries that fail at once …`);
    const began = Date.now();
    await publishMany(database, { accountId: customer.accountId, environment: 'test' }, deliveries);
    const first = await whileLooking(
      service,
      path,
      Promise.all([untilWaiting(awaited, 1, began), untilReadable(temporalAddress, deliveries, began)]),
    );
    const share = deliveries / DELIVERIES.default;
    const seconds = { unit: 's', must: atMost(60 * share), aim: atMost(20 * share) };
    const shown = { unit: 'ms', must: null, aim: null };
    const beside = { unit: 'x', must: atMost(3), aim: null };
    const rows = [
      plainRow({ ...seconds, operation: 'all wait with their due second', ours: first.result[0] }),
      plainRow({ ...seconds, operation: 'all are readable as workflows', ours: first.result[1] }),
      plainRow({ ...shown, operation: 'look-ups, idle, p99', ours: idle.p99Ms }),
      plainRow({ ...beside, operation: 'look-ups, first wave, p99 over idle', ours: first.p99Ms / idle.p99Ms }),
    ];
    // The retries are due after the time that a quick run has.
    if (pace === 'quick') return rows;
    const { firstDueAt } = await readWave(database, webhookId, 1);
    const dueAt = firstDueAt?.getTime() ?? 0;
    say(`Their first retries, due in ${Math.round((dueAt - Date.now()) / 1000)} s …`);
    await delay(dueAt - Date.now());
    const second = await whileLooking(service, path, untilWaiting(awaited, 2, dueAt));
    const late = await readLateness(database, webhookId);
    return [
      ...rows,
      plainRow({ ...seconds, operation: 'first retry due -> all wait again', ours: second.result }),
      plainRow({ ...shown, operation: 'retry later than its due time, p50', ours: percentile(late, 0.5) }),
      plainRow({ ...shown, operation: 'retry later than its due time, p99', ours: percentile(late, 0.99) }),
      plainRow({ ...shown, operation: 'retry later than its due time, most', ours: percentile(late, 1) }),
      plainRow({ ...beside, operation: 'look-ups, second wave, p99 over idle', ours: second.p99Ms / idle.p99Ms }),
    ];
  } finally {
    await database.close();
  }
}

async function run(context: BenchContext): Promise<BenchTable> {
  const { stage } = context;
  // As under `npm start`: whether look-ups are answered meanwhile is one of the questions.
  stage.givesWay = true;
  return {
    title: `${DELIVERIES[context.pace]} deliveries to an endpoint that answers 503, and their first retries after five minutes`,
    rows: await measure(context, stage),
    notes: [
      'Temporal and the processes are those of `npm start`: its development server on a file, one API, one worker.',
      'Times begin with the first event written; the retries come from the schedule in service.',
    ],
  };
}

export const waves: BenchModule = {
  name: 'retry-waves',
  hasOwnStage: true,
  describe:
    '3,000 deliveries that fail at once (600 with --quick), and their retries (not with --quick); takes seven minutes',
  run,
};
