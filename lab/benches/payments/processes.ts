import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../../cli/embedded/ports';
import { cpuMsOf } from '../cpu';
import {
  atMost,
  plainRow,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
  type Bound,
} from '../harness';
import { allAnswered, closedLoop } from '../load';
import type { Child } from '../child';
import type { Service } from '../service';
import type { Stage } from '../stage';
import { untilEnded } from './seen';
import { settleOne } from './settled';

const CLIENTS = 8;
const PAYMENTS = { quick: 120, default: 400, long: 1_000 };
const LIMIT_MS = 300_000;
/** After the last payment, or the start of a process, before it counts as idle: what it begins with is done then. */
const REST_MS = 10_000;
/** Two runs of the reconciler and one look at the backlog, or more. */
const IDLE_MS = { quick: 30_000, default: 60_000, long: 60_000 };
const CREATED = 201;
const SHOWN = 12;

/** What has been spent since the server began. */
interface Spent {
  statements: number;
  /** Transactions that wrote something: each has an id, and is flushed to disk. */
  writes: number;
  commits: number;
  cpuMs: number;
}

class Counter {
  constructor(
    private readonly stage: Stage,
    private readonly service: Service,
    private readonly children: Child[],
  ) {}

  async read(): Promise<Spent> {
    const [row] = await this.service.database.query<{ statements: string; writes: string; commits: string }>(
      `select pg_snapshot_xmax(pg_current_snapshot())::text as writes,
         (select sum(calls) from pg_stat_statements s where s.dbid = d.oid) as statements,
         pg_stat_get_db_xact_commit(d.oid) as commits from pg_database d where d.datname = current_database()`,
    );
    const { postgresPid } = await this.stage.backends();
    const pids = [postgresPid, ...this.children.map(({ pid }) => pid)];
    return {
      statements: Number(row?.statements ?? NaN),
      writes: Number(row?.writes ?? NaN),
      commits: Number(row?.commits ?? NaN),
      cpuMs: pids.map(cpuMsOf).reduce((sum, ms) => sum + ms, 0),
    };
  }

  /** @returns what is spent meanwhile, divided by `shares` */
  async during(work: () => Promise<unknown>, shares: number): Promise<Spent> {
    await this.service.database.query('select pg_stat_statements_reset()');
    const before = await this.read();
    await work();
    const after = await this.read();
    return {
      statements: after.statements / shares,
      writes: (after.writes - before.writes) / shares,
      commits: (after.commits - before.commits) / shares,
      cpuMs: (after.cpuMs - before.cpuMs) / shares,
    };
  }

  /** The statements that were sent most since the last count began. */
  async describe(shares: number): Promise<string[]> {
    const rows = await this.service.database.query<{ text: string; calls: string }>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as text, calls from pg_stat_statements s
       where s.dbid = (select oid from pg_database where datname = current_database()) order by calls desc limit ${SHOWN}`,
    );
    return rows.map(({ text, calls }) => `${(Number(calls) / shares).toFixed(2).padStart(8)}  ${text}`);
  }
}

class Comparison {
  private readonly children: Child[];
  private readonly sides: Service[];
  private readonly counter: Counter;

  constructor(
    private readonly context: BenchContext,
    private readonly stage: Stage,
    private readonly service: Service,
  ) {
    this.children = [service.api, service.worker];
    this.sides = [service];
    this.counter = new Counter(stage, service, this.children);
  }

  /** Settles payments whose calls go to the APIs in turn. @returns what one of them costs */
  async settle(): Promise<Spent> {
    const { arrivals } = await this.stage.receiver();
    const ids: string[] = [];
    const run = (maxCalls: number) =>
      closedLoop({ clients: CLIENTS, limitMs: LIMIT_MS, maxCalls }, async (index) => {
        const side = this.sides[index % this.sides.length] ?? this.service;
        ids.push(await settleOne(side, arrivals));
      });
    await run(CLIENTS * 4);
    await delay(REST_MS);
    const count = PAYMENTS[this.context.pace];
    const cost = await this.counter.during(async () => {
      allAnswered(await run(count), 'payments');
      await untilEnded(this.service.temporalAddress, ids);
    }, count);
    await this.tell(`a payment, ${this.name}`, count);
    return cost;
  }

  /** @returns what all processes spend in a second without work */
  async rest(): Promise<Spent> {
    await delay(REST_MS);
    const idleMs = IDLE_MS[this.context.pace];
    const seconds = idleMs / 1000;
    const spent = await this.counter.during(() => delay(idleMs), seconds);
    await this.tell(`an idle second, ${this.name}`, seconds);
    return spent;
  }

  async addWorker(): Promise<void> {
    this.children.push(await this.service.startWorker(`worker-${this.children.length}`));
  }

  async addApi(): Promise<void> {
    const port = await findFreePort();
    this.children.push(await this.service.startApi(`api-${this.children.length}`, { PORT: String(port) }));
    this.sides.push(this.service.through(`http://127.0.0.1:${port}`));
  }

  private get name(): string {
    return `${this.sides.length} API, ${this.children.length - this.sides.length} workers`;
  }

  private async tell(what: string, shares: number): Promise<void> {
    this.context.say([`Statements of ${what}:`, ...(await this.counter.describe(shares))].join('\n'));
  }
}

function rowsOf(one: Spent, two: Spent): BenchRow[] {
  const row = (operation: string, unit: string, ours: number, must: Bound | null = null): BenchRow =>
    plainRow({ operation, unit, ours, must, aim: null });
  return [
    row('statements of a payment, 1 API and 1 worker', 'count', one.statements),
    row('statements of a payment, 2 APIs and 2 workers', 'count', two.statements),
    row('of them, 2 + 2 against 1 + 1', 'times', two.statements / one.statements, atMost(1.1)),
    row('writing transactions of a payment, 1 API and 1 worker', 'count', one.writes),
    row('writing transactions of a payment, 2 APIs and 2 workers', 'count', two.writes),
    row('of them, 2 + 2 against 1 + 1', 'times', two.writes / one.writes, atMost(1.1)),
    row('commits of a payment, 1 API and 1 worker', 'count', one.commits),
    row('commits of a payment, 2 APIs and 2 workers', 'count', two.commits),
    row('of them, 2 + 2 against 1 + 1', 'times', two.commits / one.commits, atMost(1.1)),
    row('CPU of a payment without Temporal, 1 API and 1 worker', 'ms', one.cpuMs),
    row('CPU of a payment without Temporal, 2 APIs and 2 workers', 'ms', two.cpuMs),
    row('of it, 2 + 2 against 1 + 1', 'times', two.cpuMs / one.cpuMs),
  ];
}

async function run(context: BenchContext): Promise<BenchTable> {
  const { stage } = context;
  stage.postgresSettings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' };
  const service = await stage.service();
  await service.database.query('create extension pg_stat_statements');
  const { url } = await stage.receiver();
  const body = { url: `${url}/events`, events: ['payment.status_changed'] };
  await service.customer.target.expect([CREATED], 'POST', '/v1/webhooks', body);
  const comparison = new Comparison(context, stage, service);
  context.say('Payments with one API and one worker …');
  const one = await comparison.settle();
  const idleOne = await comparison.rest();
  await comparison.addWorker();
  const idleTwo = await comparison.rest();
  await comparison.addApi();
  context.say('Payments with two APIs and two workers …');
  const two = await comparison.settle();
  const idleRow = (operation: string, ours: number, must: Bound | null): BenchRow =>
    plainRow({ operation, unit: 'per s', ours, must, aim: null });
  return {
    title: 'What further processes cost',
    rows: [
      ...rowsOf(one, two),
      idleRow('statements of 1 idle API and 1 idle worker', idleOne.statements, null),
      idleRow('statements of a further idle worker', idleTwo.statements - idleOne.statements, atMost(1)),
    ],
    notes: [
      'Temporal and the processes are those of `npm start`: its development server on a file, workers of all queues.',
      `${CLIENTS} clients settle payments, each with four events to one endpoint; statements are counted by`,
      'pg_stat_statements, commits and the CPU of processes and Postgres while the payments run. A commit is also what',
      'Postgres counts when a notification wakes a listening connection: each process has one.',
    ],
  };
}

export const processes: BenchModule = {
  name: 'processes',
  hasOwnStage: true,
  describe: 'statements, commits and CPU of a payment with 1 API and 1 worker against 2 and 2, and of idle workers',
  run,
};
