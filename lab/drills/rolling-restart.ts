import { setTimeout as delay } from 'node:timers/promises';
import { API_NAMES, PROCESS_NAMES, type ProcessName } from '../chaos/schedule';
import { startSite, type Site } from '../chaos/site';
import { Balancer } from './balancer';
import {
  QUIET_PLAN,
  seconds,
  until,
  verdictsFrom,
  type Drill,
  type DrillContext,
  type DrillOutcome,
  type MustBeZero,
} from './drill';
import { PlainPartner } from './plain-partner';
import { SteadyCreates, underWayBetween, type CreateRecord } from './steady-creates';

/** What two cores that also carry Postgres, Temporal and the load hold without a queue. */
const PER_SECOND = 5;
const QUICK_PER_SECOND = 2;
/** Load before the first restart, between two, and after the last one. */
const BETWEEN_MS = 10_000;
const QUICK_BETWEEN_MS = 2_000;
/** More than a balancer that asks twice a second needs to notice. */
const DRAIN_MS = 3_000;
const SLOW_MS = 3_000;
/** What is acknowledged reaches the partner within this once the load is over. */
const SETTLE_MS = 120_000;

/** What became of one restart. */
interface Step {
  name: ProcessName;
  fromMs: number;
  stoppedMs: number;
  readyMs: number;
}

const isApi = (name: ProcessName): boolean => API_NAMES.some((api) => api === name);
const portOf = (site: Site, name: ProcessName): number =>
  isApi(name) ? Number(new URL(site.urlOf(name === 'api-1' ? 'client>api-1' : 'client>api-2')).port) : 0;

/** Restarts each process in turn, the workers first, as an upgrade does. */
async function restartAll(
  site: Site,
  balancer: Balancer,
  { load, betweenMs, say }: { load: SteadyCreates; betweenMs: number; say: (line: string) => void },
): Promise<Step[]> {
  const steps: Step[] = [];
  const names = [...PROCESS_NAMES].sort((one, other) => Number(isApi(one)) - Number(isApi(other)));
  for (const name of names) {
    await delay(betweenMs);
    say(`Restarting ${name} …`);
    const fromMs = load.nowMs;
    const service = site.processes.get(name);
    await service?.stop();
    const stoppedMs = load.nowMs;
    await service?.start();
    if (isApi(name) && !(await until(() => balancer.isReady(portOf(site, name)), SETTLE_MS))) {
      throw new Error(`${name} is not ready`);
    }
    steps.push({ name, fromMs, stoppedMs, readyMs: load.nowMs });
  }
  await delay(betweenMs);
  return steps;
}

const longest = (records: readonly CreateRecord[]): string =>
  seconds(Math.max(0, ...records.map(({ tookMs }) => tookMs)));

function rowsOf(steps: readonly Step[], records: readonly CreateRecord[]): string[][] {
  const rows = steps.map(({ name, fromMs, stoppedMs, readyMs }) => {
    const met = underWayBetween(records, fromMs, readyMs);
    const failed = met.filter(({ fault }) => fault !== null).length;
    const spans = [seconds(stoppedMs - fromMs), seconds(readyMs - stoppedMs)];
    return [name, ...spans, String(met.length), String(failed), longest(met)];
  });
  const heading = ['restart', 'end s', 'ready s', 'creates', 'failed', 'longest s'];
  const failed = records.filter(({ fault }) => fault !== null).length;
  return [heading, ...rows, ['whole run', '', '', String(records.length), String(failed), longest(records)]];
}

function faultOf({ fault, atMs }: CreateRecord): string[] {
  return fault === null ? [] : [`at ${seconds(atMs)} s: ${fault}`];
}

function verdictsOf({ records, acknowledged }: SteadyCreates, partner: PlainPartner): MustBeZero[] {
  const slow = records.filter(({ tookMs }) => tookMs > SLOW_MS);
  return verdictsFrom({
    'requests that failed': records.flatMap(faultOf),
    'creates that took longer than 3 s': slow.map(({ atMs }) => `at ${seconds(atMs)} s`),
    ...partner.faultsOf(acknowledged),
  });
}

async function run({ tools, isQuick, say }: DrillContext): Promise<DrillOutcome> {
  const perSecond = isQuick ? QUICK_PER_SECOND : PER_SECOND;
  const partner = new PlainPartner();
  const port = await partner.listen();
  say('Starting Postgres, Temporal, two APIs, two workers and a balancer …');
  const ports = { north: port, south: port, receivers: port };
  const site = await startSite(tools, QUIET_PLAN, ports, {
    environment: { DRAIN_MS: String(DRAIN_MS) },
  });
  const balancer = new Balancer(API_NAMES.map((name) => portOf(site, name)));
  try {
    const url = await balancer.listen();
    await until(() => API_NAMES.every((name) => balancer.isReady(portOf(site, name))), SETTLE_MS);
    const load = new SteadyCreates({ url, key: site.clientKey, perSecond });
    const loading = load.run();
    const betweenMs = isQuick ? QUICK_BETWEEN_MS : BETWEEN_MS;
    const steps = await restartAll(site, balancer, { load, betweenMs, say }).finally(() => load.stop());
    await loading;
    await load.close();
    const { records, acknowledged } = load;
    say('Waiting until everything that was acknowledged is at the partner …');
    await until(() => partner.ledger.entries().length >= acknowledged.length, SETTLE_MS);
    const conditions = `${perSecond} creates a second, DRAIN_MS ${DRAIN_MS}, ${records.length} creates in ${seconds(load.nowMs)} s.`;
    return { conditions, rows: rowsOf(steps, records), verdicts: verdictsOf(load, partner) };
  } finally {
    await balancer.close();
    await site.close();
    await partner.close();
  }
}

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  describe: 'two APIs and two workers are restarted in turn under load, behind a balancer that asks /readyz',
  run,
};
