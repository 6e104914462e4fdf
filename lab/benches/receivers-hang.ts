import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { atMost, rowOf, type BenchContext, type BenchModule, type BenchTable, type Round } from './harness';
import { allAnswered, openLoop } from './load';
import { startHanging, startReceiver } from './loopback';
import type { Customer, Service } from './service';
import { Stage } from './stage';
import { percentile } from './statistics';

const RECEIVERS = 50;
const ROUNDS = { quick: 1, default: 3, long: 5 };
/** Events of the good ones, and as many of those that hang: together well below what two cores start as workflows. */
const LOAD = {
  quick: { perSecond: 5, count: 50 },
  default: { perSecond: 5, count: 100 },
  long: { perSecond: 5, count: 200 },
};
const LIMIT_MS = 60_000;
const POLL_MS = 50;

const Made = z.object({ id: z.string() });

/** Unix time in milliseconds of each event's arrival, by the id of what it is about. */
type Arrivals = ReadonlyMap<string, number>;
type Load = (typeof LOAD)['quick'];

/** @returns the id of the shipment that a delivered event is about */
function shipmentOf(body: string): string {
  return /shp_[0-9a-z]+/.exec(body)?.[0] ?? '';
}

/** One event for each customer by rounds. @returns when each was accepted, Unix milliseconds, by the id of its shipment */
async function makeEvents(load: Load, customers: readonly Customer[]): Promise<Map<string, number>> {
  const accepted = new Map<string, number>();
  const result = await openLoop(load, async (index) => {
    const target = customers[index % customers.length]?.target;
    const body = { origin_country: 'DE', destination_country: 'US' };
    const { id } = Made.parse((await target?.expect([201], 'POST', '/v1/shipments', body))?.body);
    accepted.set(id, performance.timeOrigin + performance.now());
  });
  allAnswered(result, 'shipments');
  return accepted;
}

/** @returns the 99th percentile of the time from an accepted request to the arrival of its event, in milliseconds */
async function p99(load: Load, arrivals: Arrivals, customers: readonly Customer[]): Promise<number> {
  const accepted = await makeEvents(load, customers);
  const limit = Date.now() + LIMIT_MS;
  while ([...accepted.keys()].some((id) => !arrivals.has(id))) {
    if (Date.now() > limit) throw new Error(`an event did not arrive within ${LIMIT_MS / 1000} s`);
    await delay(POLL_MS);
  }
  const lags = [...accepted].map(([id, at]) => (arrivals.get(id) ?? Infinity) - at);
  return percentile(lags, 0.99);
}

/** Every receiver belongs to an account of its own. */
async function subscribeAll(service: Service, name: string, urls: readonly string[]): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const [index, url] of urls.entries()) {
    const customer = await service.newCustomer(`${name} ${index}`);
    const body = { url: `${url}/events`, events: ['shipment.created'] };
    await customer.target.expect([201], 'POST', '/v1/webhooks', body);
    customers.push(customer);
  }
  return customers;
}

async function measure(
  context: BenchContext,
  stage: Stage,
  arrivals: Arrivals,
  urls: { good: string[]; bad: string[] },
) {
  stage.furtherReceivers = [...urls.good, ...urls.bad];
  const service = await stage.service();
  const good = await subscribeAll(service, 'Good', urls.good);
  const bad = await subscribeAll(service, 'Bad', urls.bad);
  context.say('Events beside receivers that hang …');
  const load = LOAD[context.pace];
  await p99(LOAD.quick, arrivals, good);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS[context.pace]; round += 1) {
    const floor = await p99(load, arrivals, good);
    // What hangs fails after five seconds and is tried again after five minutes.
    const [ours] = await Promise.all([p99(load, arrivals, good), makeEvents(load, bad)]);
    rounds.push({ floor, ours });
  }
  return rounds;
}

async function run(context: BenchContext): Promise<BenchTable> {
  const stage = new Stage(context.say, context.stage.profileDirectory, 'npm start');
  const arrivals = new Map<string, number>();
  const all = Array.from({ length: RECEIVERS });
  const hanging = await Promise.all(all.map(() => startHanging()));
  const receivers = await Promise.all(all.map(() => startReceiver(shipmentOf, arrivals)));
  try {
    const urls = { good: receivers.map(({ url }) => url), bad: hanging.map(({ url }) => url) };
    const rounds = await measure(context, stage, arrivals, urls);
    const label = { operation: 'event accepted -> arrived, 50 receivers beside 50 that hang, p99', unit: 'ms' };
    return {
      title: 'Receivers that hang (floor: the same events without them)',
      rows: [rowOf({ ...label, floorName: 'alone', must: atMost(3), aim: atMost(1.5) }, rounds)],
      notes: ['Temporal and the processes are those of `npm start`: its development server, one API, one worker.'],
    };
  } finally {
    await stage.close();
    await Promise.all([...hanging, ...receivers].map((server) => server.close()));
  }
}

export const receiversHang: BenchModule = {
  name: 'receivers-hang',
  describe: 'events to 50 receivers beside 50 others that take them and never answer',
  run,
};
