import { cpuMsOf } from '../cpu';
import { atLeast, atMost, alternate, rowOf, type BenchContext, type BenchModule, type BenchTable } from '../harness';
import { allAnswered, closedLoop, HttpTarget, readPaths } from '../load';

/** Instructions that are read in round, again and again, as by clients that poll until a payment has its outcome. */
const INSTRUCTIONS = 200;
/** Read in round, more than a process keeps at hand: none of them is still there when its round comes again. */
const STRANGERS = 600;
const CONNECTIONS = 50;
const MOST_READS = 1_000_000;
const ROUNDS = { quick: 3, default: 5, long: 5 };
const SECONDS = { quick: 2, default: 3, long: 3 };
/** Read before measuring, so that both processes have compiled what they run. */
const WARM_UP_SECONDS = 2;

async function run({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const floors = await stage.floors();
  const service = await stage.service();
  say('Reads …');
  const ids = await service.takeSubmitted(STRANGERS);
  service.giveSubmitted(ids);
  const strangers = ids.map((id) => `/api/v1/payments/instructions/${id}`);
  const paths = strangers.slice(0, INSTRUCTIONS);
  const headers = { authorization: `Bearer ${service.customer.key}` };
  const many = (url: string, from: readonly string[], seconds: number) =>
    readPaths(url, { connections: CONNECTIONS, seconds, paths: from, headers });
  await many(floors.url, floors.paths, WARM_UP_SECONDS);
  await many(service.url, paths, WARM_UP_SECONDS);

  const seconds = SECONDS[pace];
  const { postgresPid } = await stage.backends();
  const slowest: { floor: number[]; ours: number[] } = { floor: [], ours: [] };
  const cpu: { floor: number[]; ours: number[] } = { floor: [], ours: [] };
  const measure = async (side: 'floor' | 'ours', server: { url: string; pid: number }, from: readonly string[]) => {
    const spentMs = (): number => cpuMsOf(server.pid) + cpuMsOf(postgresPid);
    const before = spentMs();
    const { rate, p99Ms } = await many(server.url, from, seconds);
    cpu[side].push((spentMs() - before) / (rate * seconds));
    slowest[side].push(p99Ms);
    return rate;
  };
  const rates = await alternate(
    ROUNDS[pace],
    () => measure('floor', floors, floors.paths),
    () => measure('ours', { url: service.url, pid: service.api.pid }, paths),
  );
  const pairsOf = ({ floor, ours }: typeof cpu) =>
    floor.map((one, index) => ({ floor: one, ours: ours[index] ?? NaN }));

  const floorTarget = new HttpTarget(floors.url, 1);
  const load = { clients: 1, limitMs: seconds * 1000, maxCalls: MOST_READS };
  const single = async (target: HttpTarget, from: readonly string[]): Promise<number> => {
    const read = (index: number) => target.expect([200], 'GET', from[index % from.length] ?? '/');
    return allAnswered(await closedLoop(load, read), 'reads').rate;
  };
  const alone = await alternate(
    ROUNDS[pace],
    () => single(floorTarget, floors.paths),
    () => single(service.customer.target, paths),
  );
  const anew = await alternate(
    ROUNDS[pace],
    () => single(floorTarget, floors.paths),
    () => single(service.customer.target, strangers),
  );
  await floorTarget.close();

  const labels = { floorName: 'F1', unit: 'per s' };
  return {
    title: 'Reads (F1: bare Koa and one prepared look-up through pg)',
    rows: [
      rowOf({ ...labels, operation: 'GET instruction, 50 connections', must: atLeast(0.6), aim: atLeast(1.2) }, rates),
      rowOf({ ...labels, operation: 'its p99', unit: 'ms', must: atMost(2), aim: null }, pairsOf(slowest)),
      rowOf(
        { ...labels, operation: 'its CPU, server and Postgres', unit: 'ms', must: atMost(1.8), aim: atMost(1.4) },
        pairsOf(cpu),
      ),
      rowOf({ ...labels, operation: 'GET instruction, one client', must: atLeast(0.5), aim: atLeast(0.8) }, alone),
      rowOf({ ...labels, operation: 'the same, none read lately', must: null, aim: null }, anew),
    ],
    notes: [
      'Polling clients read 200 instructions in round; a process keeps what it read lately at hand, checked by version.',
    ],
  };
}

export const reads: BenchModule = {
  name: 'reads',
  describe: 'GET of an instruction, authenticated and counted against its limits, against a bare look-up',
  run,
};
