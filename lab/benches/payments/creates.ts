import {
  atLeast,
  atMost,
  alternate,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
} from '../harness';
import { allAnswered, closedLoop, HttpTarget, type LoadResult } from '../load';
import type { Floors } from '../floors/floors';
import { countUnsubmitted, type Service } from '../service';
import { instructionBody } from './bodies';

const CLIENTS = 32;
/** Far more than Temporal can serve in time, as when a client's batch arrives. */
const OVERLOAD_CLIENTS = 400;
const OVERLOAD_MS = 5_000;
const ANSWER_LIMIT_MS = 2_500;
const ROUNDS = { quick: 3, default: 5, long: 5 };
const SINGLES = { quick: 40, default: 80, long: 80 };
const SECONDS = { quick: 3, default: 5, long: 5 };
const OVERLOAD_CREATES = { quick: 1_000, default: 2_500, long: 2_500 };
const UNBOUNDED = 1_000_000;

function insertWith(target: HttpTarget, path: '/insert' | '/direct'): () => Promise<unknown> {
  return () => target.expect([201], 'POST', path, instructionBody());
}

async function oneClient(context: BenchContext, floors: Floors, service: Service): Promise<BenchRow> {
  const load = { clients: 1, limitMs: 30_000, maxCalls: SINGLES[context.pace] };
  const target = new HttpTarget(floors.url, 1);
  const direct = insertWith(target, '/direct');
  const made: string[] = [];
  const create = async (): Promise<void> => void made.push((await service.customer.create()).instructionId);
  await closedLoop(load, direct);
  await closedLoop(load, create);
  const rounds = await alternate(
    ROUNDS[context.pace],
    async () => allAnswered(await closedLoop(load, direct), 'direct creates').p50Ms,
    async () => allAnswered(await closedLoop(load, create), 'creates').p50Ms,
  );
  await target.close();
  service.giveSubmitted(made);
  const label = { operation: 'create, one client, p50', unit: 'ms', floorName: 'F3' };
  return rowOf({ ...label, must: atMost(15), aim: atMost(10) }, rounds);
}

async function manyClients(context: BenchContext, floors: Floors, service: Service): Promise<BenchRow[]> {
  const load = { clients: CLIENTS, limitMs: SECONDS[context.pace] * 1000, maxCalls: UNBOUNDED };
  let answered = 0;
  const made: string[] = [];
  const create = async (): Promise<void> => {
    const { instructionId, status } = await service.customer.create();
    answered += 1;
    if (status === 'submitted') made.push(instructionId);
  };
  const rounds = await alternate(
    ROUNDS[context.pace],
    async () => allAnswered(await closedLoop(load, () => floors.runTrivial()), 'trivial workflows').rate,
    async () => allAnswered(await closedLoop(load, create), 'creates').rate,
  );
  service.giveSubmitted(made);
  const label = { operation: 'creates, 32 clients', unit: 'per s', floorName: 'F4' };
  const share = { operation: 'of these answered pending', unit: 'share', must: null, aim: null };
  return [
    rowOf({ ...label, must: atLeast(0.6), aim: atLeast(0.9) }, rounds),
    plainRow({ ...share, ours: (answered - made.length) / Math.max(answered, 1) }),
  ];
}

async function overload(context: BenchContext, floors: Floors, service: Service): Promise<BenchRow[]> {
  const maxCalls = OVERLOAD_CREATES[context.pace];
  const target = new HttpTarget(floors.url, OVERLOAD_CLIENTS);
  const ids: string[] = [];
  let pending = 0;
  let result: LoadResult | null = null;
  const [round] = await alternate(
    1,
    async () => {
      const load = { clients: OVERLOAD_CLIENTS, limitMs: OVERLOAD_MS, maxCalls: maxCalls * 4 };
      return allAnswered(await closedLoop(load, insertWith(target, '/insert')), 'inserts').rate;
    },
    async () => {
      const load = { clients: OVERLOAD_CLIENTS, limitMs: OVERLOAD_MS, maxCalls };
      result = await closedLoop(load, async () => {
        const { instructionId, status } = await service.customer.create();
        ids.push(instructionId);
        if (status === 'pending') pending += 1;
      });
      return allAnswered(result, 'creates').rate;
    },
  );
  await target.close();
  context.say(`  ${ids.length} accepted, ${pending} of them pending; waiting until all have reached the partner …`);
  const lost = await countUnsubmitted(service.database, ids);
  if (lost === 0) service.giveSubmitted(ids);
  const { maxMs }: { maxMs: number } = result ?? { maxMs: NaN };
  const label = { operation: 'creates accepted, 400 clients', unit: 'per s', floorName: 'F2' };
  const lostLabel = { operation: 'of these lost', unit: 'count', must: atMost(0), aim: null };
  const slowest = { operation: 'their slowest answer', unit: 'ms', must: atMost(ANSWER_LIMIT_MS), aim: null };
  return [
    rowOf({ ...label, must: atLeast(0.3), aim: null }, round === undefined ? [] : [round]),
    plainRow({ ...slowest, ours: maxMs }),
    plainRow({ ...lostLabel, ours: lost }),
  ];
}

async function run(context: BenchContext): Promise<BenchTable> {
  const floors = await context.stage.floors();
  const service = await context.stage.service();
  context.say('Creates, one client …');
  const single = await oneClient(context, floors, service);
  context.say('Creates, 32 clients …');
  const many = await manyClients(context, floors, service);
  context.say('Creates, far too many …');
  const overloaded = await overload(context, floors, service);
  return {
    title:
      'Creates (F2: bare Koa and the same inserts in one statement; F3: the same with the partner called in between; ' +
      'F4: trivial workflows started and finished)',
    rows: [single, ...many, ...overloaded],
    notes: [],
  };
}

export const creates: BenchModule = {
  name: 'creates',
  describe: 'POST of instructions: one client, 32 clients, and far more than Temporal can serve in time',
  run,
};
