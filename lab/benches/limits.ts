import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createClientKey } from '../../db/auth/credentials';
import type { PlanLimits } from '../../domain/limits/plans';
import { findFreePort } from '../../cli/embedded/ports';
import { atLeast, alternate, plainRow, rowOf, type BenchContext, type BenchModule, type BenchRow } from './harness';
import { allAnswered, closedLoop, HttpTarget } from './load';
import type { Service } from './service';
import type { Stage } from './stage';

const CONNECTIONS = 50;
/** No limit may come near what two cores can answer. */
const GENEROUS = 10_000_000;
/** A burst that two processes use up within the first seconds of the test of exactness. */
const EXACT_PER_MINUTE = 6_000;
const EXACT_SECONDS = { quick: 6, default: 10, long: 20 };
const ROUNDS = { quick: 3, default: 5, long: 5 };
const SECONDS = { quick: 2, default: 3, long: 3 };

interface Load {
  /** The whole address that is read. */
  url: string;
  keys: readonly string[];
  connections: number;
  seconds: number;
}

/** @returns answers per second */
async function load({ url, keys, connections, seconds }: Load): Promise<number> {
  let next = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setHeaders({ authorization: `Bearer ${keys[next % keys.length] ?? ''}` });
      next += 1;
    },
  });
  const refused = result.statusCodeStats?.['429']?.count ?? 0;
  const wrong = result.errors + result.requests.total - result['2xx'] - refused;
  if (wrong > connections) throw new Error(`${wrong} requests to ${url} were answered neither with 200 nor with 429`);
  return result.requests.average;
}

async function makeKeys(service: Service, count: number, limits: Partial<PlanLimits>): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { accountId } = service.customer;
    const request = { accountId, environment: 'test', label: 'limits', plan: 'enterprise', limits } as const;
    keys.push((await createClientKey(service.database, { ...request, endpointLimits: false })).key);
  }
  return keys;
}

/** A caller that was refused tries again after this: one that never pauses is locked out within seconds. */
const PAUSE_MS = 500;

/** @returns how many requests were admitted */
async function askPolitely(url: string, key: string, path: string, seconds: number): Promise<number> {
  const clients = CONNECTIONS / 2;
  const target = new HttpTarget(url, clients, { authorization: `Bearer ${key}` });
  let admitted = 0;
  const call = async (): Promise<void> => {
    const { status } = await target.expect([200, 429], 'GET', path);
    if (status === 200) admitted += 1;
    else await delay(PAUSE_MS);
  };
  allAnswered(await closedLoop({ clients, limitMs: seconds * 1000, maxCalls: GENEROUS }, call), 'requests');
  await target.close();
  return admitted;
}

/** A second API process beside the service's own, over the same Postgres. */
async function startSecondApi(stage: Stage): Promise<string> {
  const { databaseUrl, temporalAddress } = await stage.backends();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    DATA_KEY: stage.dataDir.ensureDataKey(),
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  };
  await stage.startProcess({ name: 'second-api', module: 'cli/main.js', args: ['serve', 'api'], env });
  return url;
}

/**
 * Two processes are asked for far more than one key may have.
 * @throws Error when they admit more than the burst and what flowed in
 */
async function exactness({ pace, stage }: BenchContext, service: Service, path: string): Promise<BenchRow> {
  const urls = [service.url, await startSecondApi(stage)];
  const [key = ''] = await makeKeys(service, 1, { perMinute: EXACT_PER_MINUTE });
  const startedAt = performance.now();
  const seconds = EXACT_SECONDS[pace];
  const counts = await Promise.all(urls.map((url) => askPolitely(url, key, path, seconds)));
  const allowed = EXACT_PER_MINUTE * (1 + (performance.now() - startedAt) / 60_000);
  const admitted = counts.reduce((sum, count) => sum + count, 0);
  if (admitted > allowed)
    throw new Error(`${admitted} requests were admitted where ${Math.floor(allowed)} were allowed`);
  const operation = 'admitted by two processes, of what was allowed';
  return plainRow({ operation, unit: 'share', ours: admitted / allowed, must: atLeast(0.9), aim: atLeast(0.97) });
}

async function run(context: BenchContext): ReturnType<BenchModule['run']> {
  const { pace, stage, say } = context;
  const floors = await stage.floors();
  const service = await stage.service();
  say('Limits …');
  const ids = await service.takeSubmitted(1);
  service.giveSubmitted(ids);
  const path = `/api/v1/payments/instructions/${ids[0] ?? ''}`;
  const floorUrl = `${floors.url}${floors.paths[0] ?? '/'}`;
  const generous = { perMinute: GENEROUS, perHour: GENEROUS, perDay: GENEROUS };
  const keys = await makeKeys(service, CONNECTIONS, generous);
  const hot = keys.slice(0, 1);
  const spent = await makeKeys(service, 1, { perDay: 1 });
  const seconds = SECONDS[pace];
  const floor = (connections: number) => () => load({ url: floorUrl, keys: hot, connections, seconds });
  const ours = (used: readonly string[], connections: number) => () =>
    load({ url: service.url + path, keys: used, connections, seconds });
  // Both sides have compiled what they run before anything is measured.
  await floor(CONNECTIONS)();
  await ours(keys, CONNECTIONS)();

  const f1 = { unit: 'per s', floorName: 'F1' };
  const [must, aim] = [atLeast(0.6), atLeast(1.2)];
  const rounds = ROUNDS[pace];
  const each = await alternate(rounds, floor(CONNECTIONS), ours(keys, CONNECTIONS));
  const one = await alternate(rounds, floor(CONNECTIONS), ours(hot, CONNECTIONS));
  const lone = await alternate(rounds, floor(1), ours(hot, 1));
  const refusals = await alternate(rounds, ours(hot, CONNECTIONS), ours(spent, CONNECTIONS));
  const beside = { unit: 'per s', floorName: 'a success' };
  return {
    title: 'Limits (F1: bare Koa and one prepared look-up through pg)',
    rows: [
      rowOf({ ...f1, operation: 'limited GET, 50 connections, a key each', must, aim }, each),
      rowOf({ ...f1, operation: 'limited GET, 50 connections, one hot key', must, aim }, one),
      rowOf({ ...f1, operation: 'limited GET, one client', must: atLeast(0.5), aim: atLeast(0.8) }, lone),
      rowOf({ ...beside, operation: 'refusal, 50 connections', must: atLeast(1), aim: null }, refusals),
      await exactness(context, service, path),
    ],
    notes: [
      'Each key has a minute, an hour and a day to take from; the operation reads one instruction with its history.',
    ],
  };
}

export const limits: BenchModule = {
  name: 'limits',
  describe: 'authenticated and limited reads, refusals, and exactness over two API processes',
  run,
};
