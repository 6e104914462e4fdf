import { setTimeout as delay } from 'node:timers/promises';
import { makeAccountKey } from '../benches/parties';
import { cellOf } from '../../domain/ids';
import { memberOf } from '../../domain/unknown-value';
import { AnswerLog } from '../chaos/answer-log';
import { PAYEE } from '../chaos/payees';
import { moreThanOnce } from '../chaos/group';
import { callApi, textOf } from '../chaos/http';
import { Ledger } from '../chaos/partner/ledger';
import { Reporter } from '../chaos/partner/reporter';
import { Random } from '../chaos/random';
import { ENDPOINTS, Receivers } from '../chaos/receivers';
import { startSite, type Site } from '../chaos/site';
import { CellRouter } from './cell-router';
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
import { moveAccount } from './move-account';
import { PlainPartner } from './plain-partner';
import { SteadyCreates } from './steady-creates';

const INSTRUCTIONS = '/api/v1/payments/instructions';
const PAYEES = '/api/v1/beneficiaries';
/** Of the account that moves; the others create half as often. */
const PER_SECOND = 2;
/** Load before and after the move. */
const BETWEEN_MS = 20_000;
const QUICK_BETWEEN_MS = 8_000;
/** For so long before it is closed, the account's clients get no answers: their repeats meet the other cell. */
const LOST_MS = 2_000;
const SETTLE_MS = 120_000;
/** Intents of each load. */
const INTENTS = 10_000;
/** More than an account has in one cell. */
const PAGE = 100;
const [ENDPOINT] = ENDPOINTS;

/** What both cells share: one partner, and one receiver of webhooks. */
interface Parties {
  ledger: Ledger;
  receivers: Receivers;
  receiverPort: number;
}

const apisOf = (site: Site, from: 'client' | 'partner'): string[] => [
  site.urlOf(`${from}>api-1`),
  site.urlOf(`${from}>api-2`),
];

/** A whole installation with an address of the partner that is its own. */
async function startCell(
  cell: string,
  { tools, say }: DrillContext,
  { ledger, receiverPort }: Parties,
  stops: Stops,
): Promise<Site> {
  say(`Starting Postgres, Temporal, two APIs and two workers of cell ${cell} …`);
  const partner = new PlainPartner(ledger);
  const port = await partner.listen();
  stops.push(() => partner.close());
  const ports = { north: port, south: port, receivers: receiverPort };
  const environment = { CELL: cell, WEBHOOK_TRUSTED_ORIGINS: `http://127.0.0.1:${receiverPort}` };
  const site = await startSite(tools, QUIET_PLAN, ports, { environment });
  stops.push(() => site.close());
  const random = new Random(QUIET_PLAN.seed, cell);
  const { north: key } = site.partnerKeys;
  partner.reportThrough(new Reporter({ key, urls: apisOf(site, 'partner'), answers: new AnswerLog(), random }));
  return site;
}

/** @throws Error unless it is created */
async function create(url: string, key: string, path: string, body: object): Promise<void> {
  const { status } = await callApi(url, { method: 'POST', path, key, body });
  if (status !== 201) throw new Error(`${path} was answered with ${status}`);
}

/** An account with its load. */
interface Customer {
  name: string;
  key: string;
  load: SteadyCreates;
}

async function takeOn(
  { url, router, receiverPort }: { url: string; router: CellRouter; receiverPort: number },
  { name, key, cell, place }: { name: string; key: string; cell: string; place: number },
): Promise<Customer> {
  router.settle(key, cell);
  const events = ['payment.status_changed'];
  await create(url, key, '/v1/webhooks', { url: `http://127.0.0.1:${receiverPort}/${ENDPOINT}`, events });
  const perSecond = place === 0 ? PER_SECOND : PER_SECOND / 2;
  const load = new SteadyCreates({ url, key, perSecond, firstIntent: place * INTENTS + 1, isRepeating: true });
  return { name, key, load };
}

/** @returns ids of an account's newest payments as a cell lists them */
async function listedIn(site: Site, key: string): Promise<string[]> {
  const path = `${INSTRUCTIONS}?limit=${PAGE}`;
  const { body } = await callApi(site.urlOf('client>api-1'), { method: 'GET', path, key });
  const items = memberOf(body, 'data', 'items');
  return Array.isArray(items) ? items.map((item) => textOf(item, 'instructionId')) : [];
}

const PAYMENTS_SQL = 'select id, status from payment_instructions';
const EVENTS_SQL = `select id, type, subject from events where type like 'payment.%' and not sample`;
type SeenEvent = Record<'id' | 'type' | 'subject', string>;

const bothOf = async <Row extends object>(sites: readonly Site[], sql: string): Promise<Row[]> =>
  (await Promise.all(sites.map(({ database }) => database.query<Row>(sql, [])))).flat();

/** What is judged: the mover is the first of the customers. */
interface Seen {
  customers: readonly Customer[];
  ledger: Ledger;
  received: ReadonlySet<string>;
  payments: readonly { id: string; status: string }[];
  events: readonly SeenEvent[];
  /** Ids in the mover's lists, of one cell after the other. */
  listed: readonly string[];
  /** What the mover was answered otherwise after the move. */
  changed: readonly string[];
}

function verdictsOf({ customers, ledger, received, payments, events, listed, changed }: Seen): MustBeZero[] {
  const [mover, ...others] = customers;
  const records = customers.flatMap(({ load }) => load.records);
  const ids = records.flatMap(({ instructionId }) => instructionId ?? []);
  const entries = ledger.entries();
  const settled = events.flatMap(({ type, subject }) => (type === 'payment.settled' ? [subject] : []));
  const known = payments.map(({ id }) => id);
  const ofMover = mover?.load.records.flatMap(({ instructionId }) => instructionId ?? []) ?? [];
  const without = (wanted: readonly string[], found: Iterable<string>): string[] => {
    const had = new Set(found);
    return wanted.filter((id) => !had.has(id));
  };
  const repeated = others.flatMap(({ load }) => load.records.filter(({ repeats }) => repeats > 0));
  const open = payments.filter(({ status }) => status !== 'settled');
  const found: Record<string, string[]> = {
    'creates never acknowledged': records.flatMap(({ fault }) => fault ?? []),
    'creates of the other accounts that were refused': repeated.map(({ intent }) => `intent ${intent}`),
    'acknowledged payments that the partner does not have': without(
      ids,
      entries.map((entry) => entry.instructionId),
    ),
    'intents that the partner has twice': moreThanOnce(entries, ({ intent }) => `intent ${intent}`),
    'payments that no client knows': without(known, ids),
    'payments without outcome': open.map(({ id, status }) => `${id} ${status}`),
    'outcomes without an event': without(known, settled),
    'events recorded twice': moreThanOnce(events, ({ type, subject }) => `${subject} ${type}`),
    'events that the receiver never had': without(
      events.map(({ id }) => id),
      received,
    ),
    "payments in neither of the moved account's lists": without(ofMover, listed),
    "payments in both of the moved account's lists": moreThanOnce(listed, (id) => id),
    'answers to the moved account that the move changed': [...changed],
  };
  return verdictsFrom(found);
}

function rowsOf(customers: readonly Customer[]): string[][] {
  const rows = customers.map(({ name, load: { records } }) => {
    const at = (cell: string) => records.filter(({ instructionId }) => cellOf(instructionId ?? '') === cell).length;
    const repeated = records.filter(({ repeats }) => repeats > 0).length;
    const longest = Math.max(0, ...records.map(({ tookMs }) => tookMs));
    return [name, ...[records.length, repeated].map(String), seconds(longest), String(at('a')), String(at('b'))];
  });
  return [['account', 'creates', 'repeated', 'longest s', 'paid in a', 'paid in b'], ...rows];
}

/** Asks again for creates that cell a had acknowledged, and for each payment by its id. @returns what came instead, in words */
async function askAgain({ load, key }: Customer, url: string, closedAt: number): Promise<string[]> {
  const changed: string[] = [];
  for (const { intent, instructionId, atMs, repeats } of load.records) {
    const { body } = await callApi(url, { method: 'GET', path: `${INSTRUCTIONS}/${String(instructionId)}`, key });
    if (textOf(body, 'data', 'instructionId') !== instructionId) changed.push(`${String(instructionId)} is not found`);
    if (atMs > closedAt || repeats > 0) continue;
    const again = await load.ask(intent);
    if (again.instructionId !== instructionId) changed.push(`intent ${intent}: ${again.fault ?? 'another payment'}`);
  }
  return changed;
}

interface Scene extends Parties {
  from: Site;
  to: Site;
  router: CellRouter;
  url: string;
}

async function setScene(context: DrillContext, stops: Stops): Promise<Scene> {
  const receivers = new Receivers(QUIET_PLAN.seed);
  const parties = { ledger: new Ledger('plain'), receivers, receiverPort: await receivers.listen() };
  stops.push(() => receivers.close());
  const from = await startCell('a', context, parties, stops);
  const to = await startCell('b', context, parties, stops);
  const router = new CellRouter({ a: apisOf(from, 'client'), b: apisOf(to, 'client') });
  stops.push(() => router.close());
  return { ...parties, from, to, router, url: await router.listen() };
}

/** Closes the account, moves it and opens it again, with load before and after. */
async function move(
  { from, to, router }: Scene,
  { key, load }: Customer,
  { accountId, isQuick, forgetsKeys, say }: DrillContext & { accountId: string },
) {
  const betweenMs = isQuick ? QUICK_BETWEEN_MS : BETWEEN_MS;
  await delay(betweenMs);
  say('Moving the account: answers to it are lost, it is closed, copied and opened …');
  router.loseAnswers(key);
  await delay(LOST_MS);
  const closedAt = load.nowMs;
  await router.closeFor(key);
  const idleAt = load.nowMs;
  const rows = await moveAccount({ from, to, accountId }, forgetsKeys);
  router.settle(key, 'b');
  const [closedMs, copyMs] = [load.nowMs - closedAt, load.nowMs - idleAt];
  await delay(betweenMs);
  return { rows, closedAt, closedMs, copyMs, endedAt: load.nowMs };
}

async function rehearse(context: DrillContext, stops: Stops): Promise<DrillOutcome> {
  // Eight processes listen for the end of this one.
  process.setMaxListeners(0);
  const scene = await setScene(context, stops);
  const { from, to, router, url, receivers, ledger } = scene;
  const { accountId, key } = await makeAccountKey(from.database, 'Mover');
  const mover = await takeOn(scene, { name: 'moves from a to b', key, cell: 'a', place: 0 });
  const stays = await takeOn(scene, { name: 'stays in a', key: from.clientKey, cell: 'a', place: 1 });
  const neighbour = await takeOn(scene, { name: 'stays in b', key: to.clientKey, cell: 'b', place: 2 });
  const customers = [mover, stays, neighbour];
  stops.push(() => Promise.all(customers.map(({ load }) => load.close())));
  await create(url, key, PAYEES, PAYEE);
  const payees = async () => JSON.stringify((await callApi(url, { method: 'GET', path: PAYEES, key })).body);
  const payeesBefore = await payees();
  context.say('Creating payments …');
  const loading = Promise.all(customers.map(({ load }) => load.run()));
  const endLoad = (): void => customers.forEach(({ load }) => load.stop());
  const moved = await move(scene, mover, { ...context, accountId }).finally(endLoad);
  await loading;
  const changed = await askAgain(mover, url, moved.closedAt);
  if ((await payees()) !== payeesBefore) changed.push('the list of payees');
  context.say('Waiting until every payment has its outcome and every event is delivered …');
  const received = receivers.received.get(ENDPOINT) ?? new Set<string>();
  const payments = () => bothOf<{ id: string; status: string }>([from, to], PAYMENTS_SQL);
  const events = () => bothOf<SeenEvent>([from, to], EVENTS_SQL);
  await until(async () => {
    const isOver = (await payments()).every(({ status }) => status === 'settled');
    return isOver && (await events()).every(({ id }) => received.has(id));
  }, SETTLE_MS);
  const listed = [...(await listedIn(from, key)), ...(await listedIn(to, key))];
  const seen = { customers, ledger, received, listed, changed };
  const copied = Object.entries(moved.rows).flatMap(([table, count]) => (count === 0 ? [] : [`${table} ${count}`]));
  return {
    conditions: `${PER_SECOND * 2} creates a second for ${seconds(moved.endedAt)} s; ${router.lostAnswers} answers lost before the account was closed for ${moved.closedMs.toFixed(0)} ms, ${moved.copyMs.toFixed(0)} ms of them for the copy; rows copied: ${copied.join(', ')}.`,
    rows: rowsOf(customers),
    verdicts: verdictsOf({ ...seen, payments: await payments(), events: await events() }),
  };
}

export const cells: Drill = {
  name: 'cells',
  describe: 'an account is moved under load from one whole installation to another, behind a proxy that knows its cell',
  run: stoppingAll(rehearse),
};
