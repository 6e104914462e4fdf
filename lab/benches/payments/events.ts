import { setTimeout as delay } from 'node:timers/promises';
import { atMost, alternate, plainRow, rowOf, type BenchContext, type BenchModule, type BenchTable } from '../harness';
import { allAnswered, closedLoop, openLoop } from '../load';
import type { Customer, Service } from '../service';
import { percentile } from '../statistics';
import { OFFERED_SHARE, report } from './reports';

const ROUNDS = 3;
/** Events of one round. */
const EVENTS = { quick: 60, default: 120, long: 200 };
const MAKERS = 8;
const LIMIT_MS = 120_000;
/** For the last event of a round to arrive. */
const ARRIVAL_MS = 10_000;
const POLL_MS = 20;
const STEPS = ['accepted', 'processing', 'settled'] as const;

async function subscribe(customer: Customer, url: string): Promise<void> {
  const body = { url: `${url}/events`, events: ['payment.status_changed'] };
  await customer.target.expect([200, 201], 'POST', '/v1/webhooks', body);
}

async function makeInstructions(customer: Customer, count: number): Promise<string[]> {
  const ids: string[] = [];
  const load = { clients: MAKERS, limitMs: LIMIT_MS, maxCalls: count };
  const made = await closedLoop(load, async () => ids.push((await customer.create()).instructionId));
  allAnswered(made, 'creates');
  return ids;
}

async function untilArrived(arrivals: ReadonlyMap<string, number>, names: Iterable<string>): Promise<void> {
  const limit = Date.now() + ARRIVAL_MS;
  for (const name of names) while (!arrivals.has(name) && Date.now() < limit) await delay(POLL_MS);
}

/** @returns events a second that the service records and delivers, as fast as it can */
async function deliveryRate(
  service: Service,
  arrivals: ReadonlyMap<string, number>,
  ids: readonly string[],
): Promise<number> {
  const startedAt = performance.now();
  const load = { clients: MAKERS, limitMs: LIMIT_MS, maxCalls: ids.length };
  allAnswered(await closedLoop(load, (index) => report(service, ids[index] ?? '', 'settled')), 'reports');
  await untilArrived(
    arrivals,
    ids.map((id) => `${id} settled`),
  );
  return ids.length / ((performance.now() - startedAt) / 1000);
}

/** One step of all instructions at a rate. @returns milliseconds from commit to arrival of each event */
async function deliver(
  service: Service,
  arrivals: ReadonlyMap<string, number>,
  ids: readonly string[],
  perSecond: number,
  step: (typeof STEPS)[number],
): Promise<number[]> {
  const committed = new Map<string, number>();
  const load = { perSecond, count: ids.length };
  const result = await openLoop(load, async (index) => {
    const id = ids[index] ?? '';
    const { recordedAtMs } = await report(service, id, step);
    committed.set(`${id} ${step}`, recordedAtMs);
  });
  allAnswered(result, 'reports');
  await untilArrived(arrivals, committed.keys());
  return [...committed].map(([name, at]) => (arrivals.get(name) ?? Infinity) - at);
}

async function run({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const floors = await stage.floors();
  const service = await stage.service();
  const receiver = await stage.receiver();
  say('Events on their way to the receiver …');
  const customer = await service.newCustomer('Bench events');
  const timed = await makeInstructions(customer, EVENTS[pace]);
  const ids = await makeInstructions(customer, EVENTS[pace]);
  await subscribe(customer, receiver.url);
  const perSecond = OFFERED_SHARE * (await deliveryRate(service, receiver.arrivals, timed));
  const load = { perSecond, count: ids.length };
  const steps = STEPS.values();
  const lags: number[] = [];
  const rounds = await alternate(
    ROUNDS,
    async () => allAnswered(await openLoop(load, () => floors.runTrivial()), 'trivial workflows').p50Ms,
    async () => {
      const mine = await deliver(service, receiver.arrivals, ids, perSecond, steps.next().value ?? 'settled');
      lags.push(...mine);
      return percentile(mine, 0.5);
    },
  );
  const label = { operation: 'event committed -> received, p50', unit: 'ms', floorName: 'F4' };
  const missing = { operation: 'events not received', unit: 'count', must: atMost(0), aim: null };
  return {
    title: "Events (F4: a trivial workflow's start to finish, as many a second)",
    rows: [
      plainRow({
        operation: 'offered, a quarter of what it delivers',
        unit: 'per s',
        ours: perSecond,
        must: null,
        aim: null,
      }),
      rowOf({ ...label, must: atMost(1.5), aim: atMost(1) }, rounds),
      plainRow({ operation: 'the same, p99', unit: 'ms', ours: percentile(lags, 0.99), must: null, aim: null }),
      plainRow({ ...missing, ours: lags.filter((lag) => lag === Infinity).length }),
    ],
    notes: ["Each event comes from a report, so the relay also signals the payment's workflow at the same rate."],
  };
}

export const events: BenchModule = {
  name: 'events',
  describe: 'the time from the commit of an event until the webhook receiver has it',
  run,
};
