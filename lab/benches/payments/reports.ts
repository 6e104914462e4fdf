import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
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
  type Round,
} from '../harness';
import type { Floors } from '../floors/floors';
import { allAnswered, closedLoop, HttpTarget, openLoop, type ClosedLoad } from '../load';
import type { Service } from '../service';
import { median, percentile } from '../statistics';
import { instructionBody, reportBody, STEPS } from './bodies';
import { readSeenTimes, untilEnded } from './seen';

const CLIENTS = 32;
const ROUNDS = 3;
const SINGLES = { quick: 100, default: 200, long: 300 };
/** Reports of one round of 32 clients; each is about an instruction of its own. */
const PACED_FROM = { quick: 400, default: 1_000, long: 1_500 };
const LIMIT_MS = 30_000;
const SEEN_REPORTS = { quick: 100, default: 300, long: 600 };
/** Share of the rate that the run itself has reached: offered more, the figure would be the length of a queue. */
export const OFFERED_SHARE = 0.25;
/** For the last signals to reach their workflows after the last report. */
const SETTLE_MS = 3_000;
/** For the signals of these clients to be worked off before the next figure is taken. */
const BACKLOG_MS = 60_000;
const POLL_MS = 100;

const Answer = z.object({ data: z.object({ reportId: z.string(), recordedAt: z.iso.datetime() }) });

/** Reports one step and checks that it was applied. @returns the report's id and when it was on record */
export async function report(
  service: Service,
  instructionId: string,
  step: (typeof STEPS)[number],
): Promise<{ reportId: string; recordedAtMs: number }> {
  const path = `/api/v1/payments/instructions/${instructionId}/status`;
  const { body } = await service.partner.expect([200], 'PUT', path, reportBody(step));
  const { data } = Answer.parse(body);
  return { reportId: data.reportId, recordedAtMs: Date.parse(data.recordedAt) };
}

/** Waits until the relay has carried everything to Temporal. */
async function untilCarried(service: Service): Promise<void> {
  const limit = Date.now() + BACKLOG_MS;
  for (;;) {
    const [row] = await service.database.query<{ left: number }>('select count(*)::int as left from outbox');
    if ((row?.left ?? 0) === 0) return;
    if (Date.now() > limit) throw new Error(`the relay left ${row?.left ?? 0} items after ${BACKLOG_MS / 1000} s`);
    await delay(POLL_MS);
  }
}

/** Each of the three steps is one round over all instructions: every report changes a status. */
async function inThreeSteps(
  load: Omit<ClosedLoad, 'maxCalls' | 'limitMs'>,
  ids: readonly string[],
  floors: Floors,
  service: Service,
  figure: 'rate' | 'p50Ms',
) {
  const whole = { ...load, limitMs: LIMIT_MS, maxCalls: ids.length };
  const target = new HttpTarget(floors.url, load.clients);
  const insert = () => target.expect([201], 'POST', '/insert', instructionBody());
  await closedLoop(whole, insert);
  const steps = STEPS.values();
  const rounds = await alternate(
    ROUNDS,
    async () => allAnswered(await closedLoop(whole, insert), 'inserts')[figure],
    async () => {
      const step = steps.next().value ?? 'settled';
      const tell = (index: number) => report(service, ids[index] ?? '', step);
      const result = allAnswered(await closedLoop(whole, tell), 'reports')[figure];
      await untilCarried(service);
      return result;
    },
  );
  await target.close();
  // Carried is not worked off: what is left of it would be in the next figures.
  await untilEnded(service.temporalAddress, ids);
  return rounds;
}

/**
 * One client reports and inserts alternately: both meet the same Temporal server, busy with the signals of the reports before.
 * @returns the medians of both
 */
async function besideTemporal(count: number, floors: Floors, service: Service): Promise<Round> {
  const ids = await service.takeSubmitted(count);
  const target = new HttpTarget(floors.url, 1);
  const times = { floor: [] as number[], ours: [] as number[] };
  const timed = async (kept: number[], call: () => Promise<unknown>): Promise<void> => {
    const begunAt = performance.now();
    await call();
    kept.push(performance.now() - begunAt);
  };
  for (const step of STEPS) {
    for (const id of ids) {
      await timed(times.ours, () => report(service, id, step));
      await timed(times.floor, () => target.expect([201], 'POST', '/insert', instructionBody()));
    }
  }
  await target.close();
  await untilCarried(service);
  await untilEnded(service.temporalAddress, ids);
  return { floor: median(times.floor), ours: median(times.ours) };
}

/** @returns outcomes a second that the service records, carries and works off, as fast as it can */
async function outcomeRate(count: number, service: Service): Promise<number> {
  const ids = await service.takeSubmitted(count);
  const startedAt = performance.now();
  const load = { clients: CLIENTS, limitMs: LIMIT_MS, maxCalls: count };
  allAnswered(await closedLoop(load, (index) => report(service, ids[index] ?? '', 'settled')), 'reports');
  await untilEnded(service.temporalAddress, ids);
  return count / ((performance.now() - startedAt) / 1000);
}

async function seen(context: BenchContext, service: Service): Promise<BenchRow[]> {
  const count = SEEN_REPORTS[context.pace];
  const rate = await outcomeRate(count, service);
  const ids = await service.takeSubmitted(count);
  const recorded = new Map<string, number>();
  const load = { perSecond: rate * OFFERED_SHARE, count };
  const result = await openLoop(load, async (index) => {
    const { reportId, recordedAtMs } = await report(service, ids[index] ?? '', 'settled');
    recorded.set(reportId, recordedAtMs);
  });
  allAnswered(result, 'reports');
  await delay(SETTLE_MS);
  const times = await readSeenTimes(service.temporalAddress, ids);
  const lags = [...recorded].map(([reportId, at]) => (times.get(reportId) ?? Infinity) - at);
  const unseen = lags.filter((lag) => lag === Infinity).length;
  const label = { operation: 'outcome committed -> workflow has seen it, p99', unit: 'ms' };
  const middle = { operation: 'the same, p50', unit: 'ms', must: null, aim: null };
  const missing = { operation: 'outcomes no workflow has seen', unit: 'count', must: atMost(0), aim: null };
  return [
    plainRow({ operation: 'outcomes recorded and worked off', unit: 'per s', ours: rate, must: null, aim: null }),
    plainRow({ ...label, ours: percentile(lags, 0.99), must: atMost(500), aim: atMost(150) }),
    plainRow({ ...middle, ours: percentile(lags, 0.5) }),
    plainRow({ ...missing, ours: unseen }),
  ];
}

async function run(context: BenchContext): Promise<BenchTable> {
  const floors = await context.stage.floors();
  const service = await context.stage.service();
  const { pace, say } = context;
  say('Reports, one client …');
  const singles = await service.takeSubmitted(SINGLES[pace]);
  const alone = await inThreeSteps({ clients: 1 }, singles, floors, service, 'p50Ms');
  const beside = await besideTemporal(SINGLES[pace], floors, service);
  say('Reports, 32 clients …');
  const submitted = await service.takeSubmitted(PACED_FROM[pace]);
  const many = await inThreeSteps({ clients: CLIENTS }, submitted, floors, service, 'rate');
  say('Reports on their way to the workflows …');
  const lags = await seen(context, service);
  const single = { operation: 'partner report, one client, p50', unit: 'ms', must: atMost(4), aim: atMost(1.5) };
  const busy = { operation: 'the same, F2 beside the same Temporal', unit: 'ms', must: null, aim: null };
  const rate = { operation: 'partner reports, 32 clients', unit: 'per s', must: atLeast(0.5), aim: null };
  return {
    title: 'Partner reports (F2: bare Koa and the inserts of a create in one statement)',
    rows: [
      rowOf({ ...single, floorName: 'F2' }, alone),
      rowOf({ ...busy, floorName: 'F2' }, [beside]),
      rowOf({ ...rate, floorName: 'F2' }, many),
      ...lags,
    ],
    notes: [
      'While reports are recorded the relay already signals the workflows: Temporal shares the cores with what is measured,',
      'and not with F2, but in the second row, where inserts and reports alternate.',
      'Workflows get outcomes alone. One has seen it when its history has the end of the task that worked on it.',
      'Outcomes are offered at a quarter of the rate at which the run worked them off.',
    ],
  };
}

export const reports: BenchModule = {
  name: 'reports',
  describe: 'PUT of status reports by the partner, and the time until the workflows have seen them',
  run,
};
