import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { memberOf } from '../../domain/unknown-value';
import { AnswerLog } from '../chaos/answer-log';
import { groupBy, moreThanOnce } from '../chaos/group';
import type { LedgerEntry } from '../chaos/partner/ledger';
import { Reporter } from '../chaos/partner/reporter';
import { Random } from '../chaos/random';
import { startSite, type Site } from '../chaos/site';
import { copyDatabase, restoreDatabase } from './database-copy';
import {
  QUIET_PLAN,
  seconds,
  stoppingAll,
  until,
  verdictsFrom,
  type Drill,
  type DrillContext,
  type DrillOutcome,
  type MustBeZero,
  type Stops,
} from './drill';
import { PlainPartner } from './plain-partner';
import { SteadyCreates } from './steady-creates';

/** As many as were sent again when this was first tried, settled after the copy; and those that the copy lacks. */
const KNOWN = 111;
const LOST = 60;
const QUICK_KNOWN = 20;
const QUICK_LOST = 8;
const PER_SECOND = 5;
/** A worker advances the mark of the database every fifteen seconds. */
const MARKED_MS = 40_000;
/** For so long the processes run before the command: the reconciler looks four times a minute. */
const BEFORE_COMMAND_MS = 40_000;
const SETTLE_MS = 240_000;
/** An inquiry without an answer in time is repeated a quarter of an hour later at the latest. Source: docs/GAPS.md#P14 */
const ASKED_MS = 16 * 60_000;
const CLI = path.join(__dirname, '..', '..', 'cli', 'main.js');

/** What the command says. */
interface Restored {
  createsClosed: boolean;
  lost: { open: number; settled: number };
}

/** Runs `corridor restored` as an operator does, beside the processes. */
async function restored(site: Site, args: readonly string[]): Promise<Restored> {
  const env = { ...process.env, ...site.settings };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'restored', ...args, '--json'], { env });
  const said: unknown = JSON.parse(stdout);
  const count = (name: string): number => Number(memberOf(said, 'lost', name));
  return {
    createsClosed: memberOf(said, 'createsClosed') === true,
    lost: { open: count('open'), settled: count('settled') },
  };
}

/** Creates so many payments, each acknowledged. @throws Error when one is refused */
async function create(load: SteadyCreates, intents: readonly number[]): Promise<string[]> {
  const made: string[] = [];
  for (const intent of intents) {
    const { instructionId, fault } = await load.ask(intent);
    if (instructionId === null) throw new Error(`intent ${intent} was answered with ${fault ?? 'nothing'}`);
    made.push(instructionId);
    await delay(1000 / PER_SECOND);
  }
  return made;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

const NOT_SETTLED_SQL = `select id || ' ' || status as said from payment_instructions
  where id = any($1) and status <> 'settled'`;

/** What is judged. */
interface Seen {
  partner: PlainPartner;
  /** Whether a process was ready before the command. */
  startedEarly: boolean;
  /** Repeats of lost payments: what they were answered, at first and in the end. */
  repeats: readonly (string | null)[];
  notSettled: readonly string[];
  last: Restored;
  /** What the first create after all that was answered instead of 201. */
  lastFault: string | null;
}

function verdictsOf({ partner, startedEarly, repeats, notSettled, last, lastFault }: Seen): MustBeZero[] {
  const found: Record<string, readonly string[]> = {
    'processes that worked before the command': startedEarly ? ['all of them'] : [],
    'payments sent again': partner.repeated,
    'intents that the partner has twice': moreThanOnce(partner.ledger.entries(), ({ intent }) => `intent ${intent}`),
    'repeats of lost payments that were taken as new': repeats.flatMap((fault) => (fault === null ? ['201'] : [])),
    'payments that the partner has settled and we have not': notSettled,
    'lost payments that stay open': last.lost.open > 0 ? [`${last.lost.open} of them`] : [],
    'creates that stay closed': lastFault === null ? [] : [lastFault],
  };
  return verdictsFrom(found);
}

/** Lets every process be started on a restored database. @returns settles when all are ready */
function startAll(site: Site): { ready: Promise<unknown>; areReady: () => boolean } {
  let areReady = false;
  const ready = Promise.all([...site.processes.values()].map((each) => each.start())).then(() => (areReady = true));
  // Awaited after the command; a failure before that is met then.
  ready.catch(() => undefined);
  return { ready, areReady: () => areReady };
}

interface Scene {
  site: Site;
  partner: PlainPartner;
  load: SteadyCreates;
  entriesOf: (ids: readonly string[]) => LedgerEntry[];
  /** The partner settles them and says so. */
  settle: (ids: readonly string[]) => Promise<void>;
}

async function setScene({ tools, say }: DrillContext, stops: Stops): Promise<Scene> {
  const partner = new PlainPartner();
  const port = await partner.listen();
  stops.push(() => partner.close());
  say('Starting Postgres, Temporal, two APIs and two workers …');
  const site = await startSite(tools, QUIET_PLAN, { north: port, south: port, receivers: port });
  stops.push(() => site.close());
  const load = new SteadyCreates({ url: site.urlOf('client>api-1'), key: site.clientKey, perSecond: PER_SECOND });
  stops.push(() => load.close());
  const urls = [site.urlOf('partner>api-1'), site.urlOf('partner>api-2')];
  const random = new Random(QUIET_PLAN.seed, 'restored');
  const reporter = new Reporter({ key: site.partnerKeys.north, urls, answers: new AnswerLog(), random });
  stops.push(() => Promise.resolve(reporter.stop()));
  const entriesOf = (ids: readonly string[]): LedgerEntry[] => ids.flatMap((id) => partner.ledger.find(id) ?? []);
  const settle = async (ids: readonly string[]): Promise<void> => {
    for (const entry of entriesOf(ids)) {
      entry.status = 'settled';
      await reporter.report(entry, 'settled');
    }
  };
  return { site, partner, load, entriesOf, settle };
}

const faultsOf = async (load: SteadyCreates, intents: readonly number[]): Promise<(string | null)[]> => {
  const faults: (string | null)[] = [];
  for (const intent of intents) faults.push((await load.ask(intent)).fault);
  return faults;
};

/** What was answered, by status. */
const answered = (faults: readonly (string | null)[]): string =>
  [...groupBy(faults, (fault) => fault?.slice(0, 3) ?? '201')]
    .map(([status, of]) => `${of.length} × ${status}`)
    .join(', ');

async function rehearse(context: DrillContext, stops: Stops): Promise<DrillOutcome> {
  const { isQuick, say } = context;
  const scene = await setScene(context, stops);
  const { site, partner, load, entriesOf, settle } = scene;
  const databaseUrl = String(site.settings['DATABASE_URL']);
  const sent = (ids: readonly string[]) => until(() => entriesOf(ids).length === ids.length, SETTLE_MS);
  const [knownCount, lostCount] = isQuick ? [QUICK_KNOWN, QUICK_LOST] : [KNOWN, LOST];
  say(`Creating ${knownCount} payments, and copying the database …`);
  const known = await create(load, range(1, knownCount));
  await sent(known);
  const restoredTo = new Date();
  const copy = await copyDatabase(databaseUrl);
  say(`The partner settles them; ${lostCount} more are created, half of which it settles …`);
  await settle(known);
  const intents = range(knownCount + 1, lostCount);
  const lost = await create(load, intents);
  await sent(lost);
  await settle(lost.slice(0, lostCount / 2));
  await delay(MARKED_MS);
  say('All processes end, the copy is put in the place of the database, and they are started again …');
  await Promise.all([...site.processes.values()].map((each) => each.stop()));
  await restoreDatabase(databaseUrl, copy);
  const started = startAll(site);
  await delay(BEFORE_COMMAND_MS);
  const startedEarly = started.areReady();
  say('corridor restored --to …');
  const commandAt = performance.now();
  const first = await restored(site, ['--to', restoredTo.toISOString()]);
  await started.ready;
  const early = await faultsOf(load, intents);
  say('The partner settles the rest; the command is run again …');
  for (const entry of entriesOf(lost)) entry.status = 'settled';
  const last = await restored(site, []);
  const late = await faultsOf(load, intents);
  const notSettled = async () =>
    (await site.database.query<{ said: string }>(NOT_SETTLED_SQL, [known])).map(({ said }) => said);
  await until(async () => (await notSettled()).length === 0, ASKED_MS);
  const tookMs = performance.now() - commandAt;
  const { fault: lastFault } = await load.ask(knownCount + lostCount + 1);
  return {
    conditions: `${knownCount} payments that the partner settled after the copy, ${lostCount} that were created after it; two APIs, two workers.`,
    rows: [
      ['step', 'outcome'],
      ['lost payments at the first command', `${first.lost.settled} settled, ${first.lost.open} open`],
      ['creates then', first.createsClosed ? 'closed' : 'open'],
      ['repeats of lost payments then', answered(early)],
      ['lost payments at the second', `${last.lost.settled} settled, ${last.lost.open} open`],
      ['repeats then', answered(late)],
      ['from the first command until all is settled', `${seconds(tookMs)} s`],
    ],
    verdicts: verdictsOf({
      ...{ partner, startedEarly, last, lastFault },
      repeats: [...early, ...late],
      notSettled: await notSettled(),
    }),
  };
}

export const restoredDatabase: Drill = {
  name: 'restored',
  describe: 'Postgres is restored to an earlier moment than Temporal and the partner, whose ledger judges',
  run: stoppingAll(rehearse),
};
