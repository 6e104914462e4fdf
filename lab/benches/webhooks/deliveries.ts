import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { makeWorkerUtils } from 'graphile-worker';
import { openDatabase, type Database } from '../../../db/database';
import { secretOf } from '../../../domain/webhooks/signature';
import { newId } from '../../../lib/ids';
import { cpuMsOf } from '../cpu';
import {
  atLeast,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
} from '../harness';
import { startCounting, startReceiver, type CountingServer, type Receiver } from '../loopback';
import { Stage } from '../stage';
import { measurePaced } from './paced';
import { publishMany, PUBLISHING_CONNECTIONS } from './publish';

const ENDPOINTS = 10;
/** Each goes to all endpoints. */
const EVENTS = { quick: 100, default: 1_000, long: 1_000 };
const ROUNDS = { quick: 1, default: 1, long: 3 };
/** Jobs that the peer is given by one statement. */
const JOBS_AT_ONCE = 500;
const POLL_MS = 20;
const LIMIT_MS = 300_000;
const PER = 1_000;

/** What a burst has cost: CPU in milliseconds by process, and commits that wrote something, of all databases. */
interface Cost {
  cpuMs: Record<string, number>;
  commits: number;
}

interface Burst extends Cost {
  perSecond: number;
}

interface Measured {
  receiver: CountingServer;
  database: Database;
  deliveries: number;
  /** Whose CPU counts, by name. */
  pids: Readonly<Record<string, number>>;
}

/** Ids of transactions are counted as they are given; statistics of commits come up to ten seconds late. */
async function readCost({ database, pids }: Measured): Promise<Cost> {
  const [row] = await database.query<{ commits: number }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text::float as commits',
    [],
  );
  const cpuMs = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMsOf(pid)]));
  return { cpuMs, commits: row?.commits ?? NaN };
}

/** @param order asks for the deliveries; they may begin before it has ended */
async function burst(measured: Measured, order: () => Promise<void>): Promise<Burst> {
  const { receiver, deliveries } = measured;
  receiver.reset();
  const before = await readCost(measured);
  const began = performance.now();
  await order();
  while (receiver.count() < deliveries) {
    if (performance.now() - began > LIMIT_MS)
      throw new Error(`${deliveries - receiver.count()} deliveries did not arrive`);
    await delay(POLL_MS);
  }
  const perSecond = (deliveries / (performance.now() - began)) * 1000;
  const after = await readCost(measured);
  const share = PER / deliveries;
  const cpuMs = Object.entries(after.cpuMs).map(([name, ms]) => [name, (ms - (before.cpuMs[name] ?? 0)) * share]);
  return {
    perSecond,
    cpuMs: Object.fromEntries(cpuMs) as Record<string, number>,
    commits: (after.commits - before.commits) * share,
  };
}

async function startPeer(stage: Stage, receiverUrl: string) {
  const { databaseUrl } = await stage.backends();
  const utils = await makeWorkerUtils({ connectionString: databaseUrl });
  await utils.migrate();
  const env = { DATABASE_URL: databaseUrl, PEER_RECEIVER: receiverUrl, PEER_SECRET: secretOf(randomBytes(32)) };
  const { pid } = await stage.startProcess({ name: 'peer', module: 'lab/benches/webhooks/peer-worker.js', env });
  async function order(events: number): Promise<void> {
    const jobs = Array.from({ length: events }, (_, number) => ({
      id: newId('event'),
      object: { id: `event-${number}` },
    }))
      .flatMap((event) => Array.from({ length: ENDPOINTS }, (_, index) => ({ ...event, path: `/${index}` })))
      .map((payload) => ({ identifier: 'deliver', payload }));
    for (let begin = 0; begin < jobs.length; begin += JOBS_AT_ONCE) {
      await utils.addJobs(jobs.slice(begin, begin + JOBS_AT_ONCE));
    }
  }
  return { pid, order, release: () => utils.release() };
}

function rowsOf(peer: readonly Burst[], ours: readonly Burst[]): BenchRow[] {
  const rounds = peer.map(({ perSecond: floor }, index) => ({ floor, ours: ours[index]?.perSecond ?? NaN }));
  const label = { operation: `burst to ${ENDPOINTS} endpoints, first event -> last arrival`, unit: 'per s' };
  const shown = { must: null, aim: null };
  const mean = (bursts: readonly Burst[], of: (burst: Burst) => number): number =>
    bursts.reduce((sum, one) => sum + of(one), 0) / bursts.length;
  const costs = (name: string, bursts: readonly Burst[]): BenchRow[] => {
    const parts = Object.keys(bursts[0]?.cpuMs ?? {});
    const cpu = (ours: number, of = ''): BenchRow =>
      plainRow({ operation: `CPU of 1,000, ${name}${of}`, unit: 's', ours: ours / 1000, ...shown });
    const ofParts = parts.map((part) => mean(bursts, ({ cpuMs }) => cpuMs[part] ?? NaN));
    return [
      cpu(ofParts.reduce((sum, one) => sum + one, 0)),
      ...parts.map((part, index) => cpu(ofParts[index] ?? NaN, `: ${part}`)),
      plainRow({
        ...{ operation: `commits of 1,000, ${name}`, unit: 'count' as const },
        ...{ ours: mean(bursts, ({ commits }) => commits), ...shown },
      }),
    ];
  };
  return [
    rowOf({ ...label, floorName: 'peer', must: atLeast(1), aim: atLeast(2) }, rounds),
    ...costs('ours', ours),
    ...costs('peer', peer),
  ];
}

interface Receivers {
  counting: CountingServer;
  timing: Receiver;
}

/** @returns the id of a delivered event */
function eventIdOf(body: string): string {
  return /evt_[0-9a-z]+/.exec(body)?.[0] ?? '';
}

async function measure({ pace, say }: BenchContext, stage: Stage, receivers: Receivers): Promise<BenchRow[]> {
  const { counting: receiver, timing } = receivers;
  stage.furtherReceivers = [receiver.url, timing.url];
  const service = await stage.service();
  const { databaseUrl, postgresPid, temporalPid } = await stage.backends();
  const peer = await startPeer(stage, receiver.url);
  const { target, accountId } = service.customer;
  for (let index = 0; index < ENDPOINTS; index += 1) {
    await target.expect([201], 'POST', '/v1/webhooks', { url: `${receiver.url}/${index}`, events: ['buyer.matched'] });
  }
  const quiet = await service.newCustomer('Bench paced');
  await quiet.target.expect([201], 'POST', '/v1/webhooks', { url: `${timing.url}/paced`, events: ['buyer.matched'] });
  const database = openDatabase(databaseUrl, PUBLISHING_CONNECTIONS);
  const events = EVENTS[pace];
  const common = { receiver, database };
  const our = {
    ...common,
    pids: { worker: service.worker.pid, API: service.api.pid, Postgres: postgresPid, Temporal: temporalPid },
  };
  const their = { ...common, pids: { worker: peer.pid, Postgres: postgresPid } };
  const tenant = { accountId, environment: 'test' as const };
  const publish = (count: number) => () => publishMany(database, tenant, count);
  try {
    const warm = { deliveries: EVENTS.quick * ENDPOINTS };
    await burst({ ...their, ...warm }, () => peer.order(EVENTS.quick));
    await burst({ ...our, ...warm }, publish(EVENTS.quick));
    const deliveries = events * ENDPOINTS;
    say(`Bursts of ${deliveries} deliveries beside graphile-worker …`);
    const bursts: { peer: Burst[]; ours: Burst[] } = { peer: [], ours: [] };
    for (let round = 0; round < ROUNDS[pace]; round += 1) {
      bursts.peer.push(await burst({ ...their, deliveries }, () => peer.order(events)));
      bursts.ours.push(await burst({ ...our, deliveries }, publish(events)));
    }
    say('Events one by one …');
    const paced = { database, tenant: { accountId: quiet.accountId, environment: 'test' as const }, pace };
    return [...rowsOf(bursts.peer, bursts.ours), ...(await measurePaced(paced, timing.arrivals))];
  } finally {
    await database.close();
    await peer.release();
  }
}

async function run(context: BenchContext): Promise<BenchTable> {
  const stage = new Stage(context.say, context.stage.profileDirectory, 'npm start');
  const receivers = { counting: await startCounting(), timing: await startReceiver(eventIdOf) };
  try {
    return {
      title: 'Deliveries of webhooks (peer: the same bodies, signed and posted by jobs of graphile-worker)',
      rows: await measure(context, stage, receivers),
      notes: [
        'Temporal and the processes are those of `npm start`: its development server on a file, one API, one worker.',
        'Ours writes the events with their fan-out, an attempt each and its record; the peer keeps nothing of a job that is done.',
        'What is received at 50/s goes to one endpoint of another account, after the bursts; the time ends at the receiver.',
        'CPU of ours is that of worker, API, Temporal and Postgres, that of the peer its worker and Postgres; commits are those that wrote.',
      ],
    };
  } finally {
    await stage.close();
    await Promise.all(Object.values(receivers).map((server) => server.close()));
  }
}

export const deliveries: BenchModule = {
  name: 'webhooks',
  describe:
    'a burst of deliveries to ten endpoints beside graphile-worker, with CPU and commits, and events one by one',
  run,
};
