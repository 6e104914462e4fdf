import { setTimeout as delay } from 'node:timers/promises';
import { ProxyLink } from '../../chaos/tcp-proxy';
import { findFreePort } from '../../../cli/embedded/ports';
import { cpuMsOf } from '../cpu';
import {
  atMost,
  alternate,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
} from '../harness';
import { allAnswered, closedLoop, HttpTarget } from '../load';
import type { Service } from '../service';
import type { Stage } from '../stage';
import { median } from '../statistics';
import { readTemporalRequests, type TemporalRequests } from '../temporal-requests';
import { instructionBody, STEPS } from './bodies';
import { report } from './reports';
import { untilEnded } from './seen';

/** Few deliveries are due at once with the few; with the many most travel in batches. */
const FEW_CLIENTS = 8;
const MANY_CLIENTS = 64;
const ROUNDS = { quick: 1, default: 1, long: 3 };
/**
 * Payments before the first that counts: the compilers of the processes and the plans of Postgres settle within them. What a
 * payment costs is said of a service that runs, not of one that starts.
 */
const WARM_UP = { quick: 100, default: 300, long: 300 };
/** Payments of one client in a round, and as many bare workflows. */
const PAYMENTS = { quick: 4, default: 8, long: 32 };
/** Of a payment while few deliveries are due: its own, and one for each of its four events. Source: docs/GAPS.md#W10 */
const WORKFLOWS = 5;
/** A payment whose first dispatch or delivery failed is tried again after five seconds to five minutes: too late. */
const LIMIT_MS = 60_000;
const POLL_MS = 10;
/** Idle connections of the database carry nothing for so long: beyond the leases of the service. */
const SILENCE_MS = 31_000;
const RETRY_MS = 250;
const CALL_MS = 5_000;
const CREATED = 201;
const KIB = 1024;

/** What processes and database have spent: since their start, or for one payment. */
export interface Cost extends TemporalRequests {
  temporalMs: number;
  workerMs: number;
  apiMs: number;
  postgresMs: number;
  walKib: number;
  commits: number;
}

/** @returns what processes and database have spent since their start */
export async function readTotals(stage: Stage, service: Service): Promise<Cost> {
  const { postgresPid, temporalPid, temporalAddress, temporalMetricsUrl } = await stage.backends();
  const [row] = await service.database.query<{ wal: string; commits: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, xact_commit as commits
     from pg_stat_database where datname = current_database()`,
    [],
  );
  const requests =
    temporalMetricsUrl === null
      ? { calls: NaN, storeWrites: NaN }
      : await readTemporalRequests({ address: temporalAddress, metricsUrl: temporalMetricsUrl, namespace: 'default' });
  return {
    ...requests,
    temporalMs: cpuMsOf(temporalPid),
    workerMs: cpuMsOf(service.worker.pid),
    apiMs: cpuMsOf(service.api.pid),
    postgresMs: cpuMsOf(postgresPid),
    walKib: Number(row?.wal ?? NaN) / KIB,
    commits: Number(row?.commits ?? NaN),
  };
}

/** @returns what one of so many payments cost between two readings */
export function costPerPayment(before: Cost, after: Cost, payments: number): Cost {
  const of = (name: keyof Cost): number => (after[name] - before[name]) / payments;
  return {
    temporalMs: of('temporalMs'),
    workerMs: of('workerMs'),
    apiMs: of('apiMs'),
    postgresMs: of('postgresMs'),
    walKib: of('walKib'),
    commits: of('commits'),
    calls: of('calls'),
    storeWrites: of('storeWrites'),
  };
}

/** Waits until the receiver has an event, such as `instr_… settled`. */
export async function untilReceived(arrivals: ReadonlyMap<string, number>, name: string): Promise<void> {
  const limit = Date.now() + LIMIT_MS;
  while (!arrivals.has(name)) {
    if (Date.now() > limit) throw new Error(`the event "${name}" did not arrive within ${LIMIT_MS / 1000} s`);
    await delay(POLL_MS);
  }
}

/** One payment from its submission until the receiver has its four events. */
export async function settleOne(service: Service, arrivals: ReadonlyMap<string, number>): Promise<string> {
  const { instructionId, status } = await service.customer.create();
  // One that was answered before the partner had it cannot be reported on yet.
  if (status === 'pending') await untilReceived(arrivals, `${instructionId} submitted`);
  for (const step of STEPS) await report(service, instructionId, step);
  for (const step of ['submitted', ...STEPS]) await untilReceived(arrivals, `${instructionId} ${step}`);
  return instructionId;
}

async function settleMany(context: BenchContext, stage: Stage, service: Service, clients: number): Promise<BenchRow[]> {
  const count = PAYMENTS[context.pace] * clients;
  const floors = await stage.floors();
  const { arrivals } = await stage.receiver();
  const load = { clients, limitMs: LIMIT_MS, maxCalls: count };
  const costs: Cost[] = [];
  const bareTemporalMs: number[] = [];
  const runBare = async (): Promise<number> => {
    const { temporalPid } = await stage.backends();
    const beforeMs = cpuMsOf(temporalPid);
    const result = await closedLoop(load, () => floors.runTrivial());
    bareTemporalMs.push((cpuMsOf(temporalPid) - beforeMs) / count);
    return allAnswered(result, 'bare workflows').rate;
  };
  const settle = async (): Promise<number> => {
    const before = await readTotals(stage, service);
    const ids: string[] = [];
    const result = await closedLoop(load, async () => ids.push(await settleOne(service, arrivals)));
    await untilEnded(service.temporalAddress, ids);
    costs.push(costPerPayment(before, await readTotals(stage, service), count));
    return allAnswered(result, 'payments').rate;
  };
  await closedLoop({ ...load, maxCalls: WARM_UP[context.pace] }, () => settleOne(service, arrivals));
  const rounds = await alternate(ROUNDS[context.pace], runBare, settle);
  const mean = (name: keyof Cost): number => costs.reduce((sum, cost) => sum + cost[name], 0) / costs.length;
  const cpu = (['temporalMs', 'workerMs', 'apiMs', 'postgresMs'] as const).map((name) => mean(name));
  const shown = { must: null, aim: null };
  const row = (operation: string, unit: string, ours: number): BenchRow =>
    plainRow({ ...shown, operation, unit, ours });
  const rate = { operation: `settled and delivered, ${clients} clients`, unit: 'per s', floorName: 'F4', ...shown };
  const [temporalMs = NaN, workerMs = NaN, apiMs = NaN, postgresMs = NaN] = cpu;
  const bareMs = WORKFLOWS * median(bareTemporalMs);
  const allMs = temporalMs + workerMs + apiMs + postgresMs;
  return [
    rowOf(rate, rounds),
    plainRow({
      operation: 'CPU of one, all processes',
      unit: 'ms',
      ours: allMs,
      must: atMost(90),
      aim: atMost(45),
    }),
    row('of it Temporal', 'ms', temporalMs),
    row(`Temporal for ${WORKFLOWS} bare workflows`, 'ms', bareMs),
    plainRow({
      operation: `CPU of one against Temporal's for ${WORKFLOWS} bare workflows`,
      unit: 'ratio',
      ours: allMs / bareMs,
      must: atMost(0.75),
      aim: atMost(0.6),
    }),
    row('of it the worker', 'ms', workerMs),
    row('of it the API', 'ms', apiMs),
    row('of it Postgres', 'ms', postgresMs),
    row('WAL of one', 'KiB', mean('walKib')),
    row('commits of one', 'count', mean('commits')),
    row('calls of one to Temporal', 'count', mean('calls')),
    row('writes of one in its store', 'count', mean('storeWrites')),
  ];
}

/** Repeats a create under one key until it is accepted, as a careful client does. @returns seconds from now */
async function untilAccepted(url: string, service: Service): Promise<number> {
  const target = new HttpTarget(url, 2, { authorization: `Bearer ${service.customer.key}` });
  const startedAt = performance.now();
  for (let attempt = 0; performance.now() - startedAt < LIMIT_MS; attempt += 1) {
    const create = target
      .expect([CREATED], 'POST', '/api/v1/payments/instructions', instructionBody(), {
        'idempotency-key': 'after the silence',
      })
      .then(
        () => true,
        () => false,
      );
    const isAccepted = await Promise.race([create, delay(CALL_MS, false)]);
    if (isAccepted) return (performance.now() - startedAt) / 1000;
    await delay(RETRY_MS);
  }
  return Infinity;
}

/** An API whose connections to Postgres go silent, as in a fail-over; new connections work. */
async function afterSilence(context: BenchContext, stage: Stage, service: Service): Promise<BenchRow> {
  context.say('Connections of the database that say nothing any more …');
  const { databaseUrl } = await stage.backends();
  const link = new ProxyLink('api-1>postgres', Number(new URL(databaseUrl).port));
  await link.listen();
  const through = new URL(databaseUrl);
  through.port = String(link.port);
  const port = await findFreePort();
  const api = await service.startApi('api-behind-proxy', { DATABASE_URL: through.toString(), PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const target = new HttpTarget(url, FEW_CLIENTS, { authorization: `Bearer ${service.customer.key}` });
  const load = { clients: FEW_CLIENTS, limitMs: LIMIT_MS, maxCalls: FEW_CLIENTS * 2 };
  const warm = (): Promise<unknown> =>
    target.expect([CREATED], 'POST', '/api/v1/payments/instructions', instructionBody());
  allAnswered(await closedLoop(load, warm), 'creates');
  link.strand();
  await delay(SILENCE_MS);
  const seconds = await untilAccepted(url, service);
  await api.stop();
  await link.close();
  return plainRow({
    operation: 'first create accepted after 31 s of silent database connections',
    unit: 's',
    ours: seconds,
    must: atMost(25),
    aim: atMost(5),
  });
}

async function run(context: BenchContext): Promise<BenchTable> {
  const { stage } = context;
  const service = await stage.service();
  const { url } = await stage.receiver();
  const body = { url: `${url}/events`, events: ['payment.status_changed'] };
  await service.customer.target.expect([CREATED], 'POST', '/v1/webhooks', body);
  context.say('Payments from submission until their four events are delivered …');
  const rows = [
    ...(await settleMany(context, stage, service, FEW_CLIENTS)),
    ...(await settleMany(context, stage, service, MANY_CLIENTS)),
  ];
  return {
    title: 'Settled and delivered payments (F4: bare workflows started and finished, as many at a time)',
    rows: [...rows, await afterSilence(context, stage, service)],
    notes: [
      'Temporal and the processes are those of `npm start`: its development server on a file, one API, one worker of all queues.',
      'CPU is that of a process and its descendants until the workflows of the payments have ended; partner, receiver and',
      'clients run in the process of the benchmark and are not counted.',
    ],
  };
}

export const settled: BenchModule = {
  name: 'settled',
  needs: ['postgres', 'temporal'],
  hasOwnStage: true,
  describe: 'payments settled and delivered a second, end to end, and what one costs in CPU, WAL and commits',
  run,
};
