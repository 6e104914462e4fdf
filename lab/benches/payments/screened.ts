import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { importFile } from '../../../activities/importers/import-file';
import { listUnscreened } from '../../../db/compliance/rescreening';
import { changeBlockedCountry } from '../../../db/compliance/screening-rules';
import { screenParty } from '../../../domain/compliance/screen';
import {
  alternate,
  atLeast,
  atMost,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
  type Round,
} from '../harness';
import { allAnswered, closedLoop, HttpTarget, openLoop, readPaths, type LoadResult } from '../load';
import { dataDirectory } from '../reference-data';
import { ordinaryNames } from '../screening/ordinary-names';
import { listFiles, readWatchLists } from '../screening/lists';
import { indexOf, rulesOf } from '../screening/measure';
import type { Service } from '../service';
import type { Stage } from '../stage';
import { instructionBody } from './bodies';

const ROUNDS = { quick: 3, default: 5, long: 5 };
const SINGLES = { quick: 40, default: 80, long: 80 };
const CONNECTIONS = 50;
const SECONDS = 3;
/** Payments that are open when a list changes, and how many of them are made at a time. */
const OPEN = { quick: 1_000, default: 10_000, long: 10_000 };
const MADE_AT_ONCE = 1_000;
/** In this time as many are to be screened again as `long` has. */
const RESCREENED_WITHIN_S = 60;
/** Creates beside it: well below what two cores start as workflows. */
const PER_SECOND = 5;
const LIMIT_MS = 300_000;
const POLL_MS = 100;
const COMPANIES = 200;

interface Scene {
  context: BenchContext;
  stage: Stage;
  service: Service;
  /** An instruction to somebody else each time, as clients send them. */
  nextBody: () => Record<string, unknown>;
}

/** @returns names that pass the lists: whoever is refused costs less than a payment */
async function clearNames(directory: string): Promise<string[]> {
  const rules = rulesOf(indexOf(await readWatchLists(directory)));
  return ordinaryNames(COMPANIES)
    .map(({ name }) => name)
    .filter((name) => screenParty({ name, countries: ['US'] }, rules).decision === 'clear');
}

function bodiesFor(names: readonly string[]): () => Record<string, unknown> {
  let made = 0;
  return () => {
    const body = instructionBody();
    made += 1;
    return { ...body, beneficiary: { ...(body['beneficiary'] as object), name: names[made % names.length] } };
  };
}

function create({ service, nextBody }: Scene): Promise<unknown> {
  return service.customer.create(nextBody());
}

/** @returns how much longer a create takes than its floor, round by round */
async function overFloor(scene: Scene): Promise<number[]> {
  const { context, stage } = scene;
  const floors = await stage.floors();
  const target = new HttpTarget(floors.url, 1);
  const load = { clients: 1, limitMs: 60_000, maxCalls: SINGLES[context.pace] };
  const direct = () => target.expect([201], 'POST', '/direct', instructionBody());
  await closedLoop(load, () => create(scene));
  const rounds = await alternate(
    ROUNDS[context.pace],
    async () => allAnswered(await closedLoop(load, direct), 'direct creates').p50Ms,
    async () => allAnswered(await closedLoop(load, () => create(scene)), 'creates').p50Ms,
  );
  await target.close();
  return rounds.map(({ floor, ours }) => ours / floor);
}

async function previews({ context, stage, service, nextBody }: Scene): Promise<BenchRow> {
  const floors = await stage.floors();
  // Each is to somebody else: what was found for a name is remembered for a while.
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    body: JSON.stringify(nextBody()),
  });
  const requests = [{ method: 'POST' as const, path: '/api/v1/payments/preview', setupRequest }];
  const headers = { authorization: `Bearer ${service.customer.key}`, 'content-type': 'application/json' };
  const preview = async (): Promise<number> => {
    const load = { url: service.url, connections: CONNECTIONS, duration: SECONDS, headers, requests };
    const result = await autocannon(load);
    if (result.errors + result.non2xx > 0) throw new Error(`${result.non2xx} previews were refused`);
    return result.requests.average;
  };
  const lookUp = { connections: CONNECTIONS, seconds: SECONDS, paths: floors.paths, headers: {} };
  await preview();
  const rounds = await alternate(ROUNDS[context.pace], async () => (await readPaths(floors.url, lookUp)).rate, preview);
  const label = { operation: `preview, ${CONNECTIONS} connections`, unit: 'per s', floorName: 'F1' };
  return rowOf({ ...label, must: atLeast(0.4), aim: null }, rounds);
}

/** Waits until every open payment has a receipt of the lists in force. */
async function untilScreened({ database }: Service): Promise<void> {
  const limit = Date.now() + LIMIT_MS;
  for (;;) {
    const left = await listUnscreened(database, null, { after: null, limit: OPEN.long });
    if (left.payments.length === 0) return;
    if (Date.now() > limit) throw new Error(`open payments were not screened again within ${LIMIT_MS / 1000} s`);
    await delay(POLL_MS);
  }
}

async function rescreenings(scene: Scene): Promise<BenchRow[]> {
  const { service } = scene;
  const { pace, say } = scene.context;
  for (let open = 0; open < OPEN[pace]; open += MADE_AT_ONCE) {
    say(`  ${open} payments are open …`);
    await service.takeSubmitted(MADE_AT_ONCE);
  }
  const load = { perSecond: PER_SECOND, count: PER_SECOND * SECONDS };
  const creates = async (): Promise<LoadResult> => allAnswered(await openLoop(load, () => create(scene)), 'creates');
  // What the last payments still have to do is no part of either figure.
  await creates();
  const alone = await creates();
  const startedAt = performance.now();
  const reason = 'measured by the benchmark';
  await changeBlockedCountry(service.database, 'AQ', { isBlocked: true, reason, actor: 'bench' });
  let seconds: number | null = null;
  const screened = untilScreened(service).then(() => {
    seconds = (performance.now() - startedAt) / 1000;
  });
  const beside: number[] = [];
  do beside.push((await creates()).p95Ms);
  while (seconds === null);
  await screened;
  const must = atMost((RESCREENED_WITHIN_S * OPEN[pace]) / OPEN.long);
  const label = { operation: `${OPEN[pace]} open payments screened again`, unit: 's', must, aim: null };
  const slow = { operation: 'p95 of creates beside it', unit: 'ms', floorName: 'alone' };
  return [
    plainRow({ ...label, ours: seconds }),
    rowOf({ ...slow, must: atMost(2), aim: null }, [{ floor: alone.p95Ms, ours: Math.max(...beside) }]),
  ];
}

async function measure(context: BenchContext, stage: Stage, directory: string): Promise<BenchRow[]> {
  const nextBody = bodiesFor(await clearNames(directory));
  const service = await stage.service();
  const scene = { context, stage, service, nextBody };
  context.say('Creates without lists …');
  const without = await overFloor(scene);
  context.say('Creates with the real lists …');
  for (const { importer, file } of listFiles(directory)) await importFile(service.database, importer, file);
  await untilScreened(service);
  const withLists = await overFloor(scene);
  const rounds: Round[] = without.map((floor, round) => ({ floor, ours: withLists[round] ?? NaN }));
  const label = { operation: 'create with lists, one client, p50 over F3', unit: 'times', floorName: 'without' };
  context.say('Previews …');
  const preview = await previews(scene);
  context.say('What is blocked changes …');
  return [rowOf({ ...label, must: atMost(1.25), aim: null }, rounds), preview, ...(await rescreenings(scene))];
}

async function run(context: BenchContext): Promise<BenchTable> {
  const title = 'What screening adds (F1: bare Koa and one look-up; F3: inserts with the partner called in between)';
  const directory = dataDirectory();
  if (directory === null) {
    return { title, rows: [], notes: ['CORRIDOR_DATA_DIR is not set: there are no real lists to screen with.'] };
  }
  // Payments are screened again by a queue that a deployment gives workers of its own; here one works on all.
  const { stage } = context;
  const rows = await measure(context, stage, directory);
  return {
    title,
    rows,
    notes: [
      'Lists of the United States and the United Nations; open payments are screened again when a country is blocked.',
    ],
  };
}

export const screened: BenchModule = {
  name: 'screened',
  hasOwnStage: true,
  describe: 'creates and previews with watch lists, and open payments screened again (needs CORRIDOR_DATA_DIR)',
  run,
};
