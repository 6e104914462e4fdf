import { temporal } from '@temporalio/proto';
import { Client } from 'pg';
import { readTemporalRequests, type TemporalRequests } from '../../lab/benches/temporal-requests';
import { workflowIds } from '../../workflows/contract';
import { eventually } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { readSpent, SentStatements, startCountingServer, type SentStatement, type Spent } from '../support/counting';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { instructionIdOf, PaymentScene } from '../support/payment-scene';
import { clientOf, temporalMetricsUrl } from '../support/temporal';

const CLIENTS = 16;
const WARM_UP = 64;
const COUNTED = 48;
const ALONE = 8;
const READS = 40;
const STEPS = ['accepted', 'processing', 'settled'] as const;

/**
 * What a payment, from its creation until its four events have arrived, and a read may cost. The fewer changes share a batch,
 * the more a payment costs: with sixteen clients the bounds leave room for a machine on which few do. `SHOW_COUNTS=1` prints
 * the counts.
 */
const MOST = {
  together: {
    ...{ statements: 22, plannings: 5, writes: 20, commits: 41, walBytes: 41_000, walRecords: 320 },
    ...{ events: 30, tasks: 4.2, signals: 3.4, upserts: 3, calls: 10, storeWrites: 13 },
  },
  alone: {
    ...{ statements: 40, plannings: 7, writes: 30, commits: 63, walBytes: 41_000, walRecords: 320 },
    ...{ events: 62, tasks: 9.5, signals: 5.6, upserts: 1.8, calls: 14, storeWrites: 22 },
  },
  // Statements of the API about the payment until it has answered.
  create: { statements: 1 },
  report: { statements: 1 },
  read: { statements: 1.4, plannings: 0.6, writes: 0.3, walBytes: 80 },
} satisfies Record<string, Partial<Counts>>;
/** A machine that is busy shares few batches, and opens its connections again after a lull: the best of so many rounds counts. */
const ROUNDS = 3;
const LIMIT_MS = 360_000;
/** Share of updates that change no index, at least. */
const LEAST_HOT = 0.55;

type HistoryCounts = Record<'events' | 'tasks' | 'signals' | 'upserts', number>;

interface Counts extends Spent, TemporalRequests, HistoryCounts {
  statements: number;
}

let scene: PaymentScene;
let receiver: ScriptedServer;
let sent: SentStatements;
let superuser: Client;
let webhookId: string;

beforeAll(async () => {
  await startCountingServer();
  sent = new SentStatements();
  receiver = await startScriptedServer(() => ({ status: 200 }));
  scene = await PaymentScene.open({ webhookTrustedOrigins: [receiver.url] });
  superuser = new Client({ connectionString: scene.stack.database.url });
  await superuser.connect();
  closeAtEnd(() => superuser.end());
  await superuser.query('create extension pg_stat_statements');
  const body = { url: `${receiver.url}/events`, events: ['payment.status_changed'] };
  const hook = await scene.stack.call('POST', '/v1/webhooks', { key: scene.key, body });
  webhookId = String(hook.body['id']);
});

const arrivals = new Set<string>();
let readRequests = 0;

/** Waits until the receiver has the event of a status. */
function untilArrived(id: string, status: string): Promise<void> {
  return receiver.until((requests) => {
    for (const { body } of requests.slice(readRequests)) {
      const { data } = JSON.parse(body.toString()) as { data?: { instructionId: string; status: string } };
      arrivals.add(`${data?.instructionId} ${data?.status}`);
    }
    readRequests = requests.length;
    return arrivals.has(`${id} ${status}`);
  }, `${id} ${status}`);
}

async function settle(): Promise<string> {
  const id = instructionIdOf(await scene.instruct());
  await untilArrived(id, 'submitted');
  for (const status of STEPS) await scene.report(id, { status });
  for (const status of STEPS) await untilArrived(id, status);
  return id;
}

async function settleMany(count: number, clients: number): Promise<string[]> {
  const ids: string[] = [];
  let begun = 0;
  const client = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      ids.push(await settle());
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return ids;
}

/** Waits until nothing is under way: workflows have ended, and the outbox is empty. */
async function untilQuiet(ids: readonly string[]): Promise<void> {
  const { workflow } = clientOf(scene.stack.services.workflows);
  await Promise.all(ids.map((id) => workflow.getHandle(workflowIds.payment(id)).result()));
  const left = async (): Promise<number> => (await superuser.query('select from outbox')).rowCount ?? NaN;
  await eventually(left, (count) => count === 0, 'an empty outbox');
  await workflow.getHandle(workflowIds.sender(webhookId)).result();
}

/** Every run of a workflow: a sender begins again and again. */
async function runsOf(workflowId: string): Promise<string[]> {
  const { workflow } = clientOf(scene.stack.services.workflows);
  const { runId } = await workflow.getHandle(workflowId).describe();
  const list = async (): Promise<string[]> => {
    const runs: string[] = [];
    for await (const run of workflow.list({ query: `WorkflowId = '${workflowId}'` })) runs.push(run.runId);
    return runs;
  };
  return eventually(list, (runs) => runs.includes(runId), `the list of ${workflowId}`);
}

async function countRun(workflowId: string, runId?: string): Promise<HistoryCounts> {
  const { EventType } = temporal.api.enums.v1;
  const { workflow } = clientOf(scene.stack.services.workflows);
  const { events } = await workflow.getHandle(workflowId, runId).fetchHistory();
  const of = (type: temporal.api.enums.v1.EventType): number =>
    events?.filter(({ eventType }) => eventType === type).length ?? NaN;
  return {
    events: events?.length ?? NaN,
    tasks: of(EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED),
    signals: of(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED),
    upserts: of(EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES),
  };
}

const HISTORY_COUNTS = ['events', 'tasks', 'signals', 'upserts'] as const;

/** Of payments, and of the sender since `before`. */
async function countHistories(ids: readonly string[], before: readonly string[]): Promise<HistoryCounts> {
  const sender = workflowIds.sender(webhookId);
  const runs = (await runsOf(sender)).filter((run) => !before.includes(run));
  const counts = await Promise.all([
    ...ids.map((id) => countRun(workflowIds.payment(id))),
    ...runs.map((run) => countRun(sender, run)),
  ]);
  const sumOf = (name: keyof HistoryCounts): number => counts.reduce((sum, count) => sum + count[name], 0);
  return Object.fromEntries(HISTORY_COUNTS.map((name) => [name, sumOf(name)])) as HistoryCounts;
}

function show(what: string, counts: Partial<Counts>, statements: readonly SentStatement[], shares: number): void {
  if (process.env['SHOW_COUNTS'] === undefined) return;
  const calls = new Map<string, number>();
  for (const { role, text } of statements) {
    const name = `${role} ${text.replace(/\s+/g, ' ').slice(0, 110)}`;
    calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  const lines = [...calls].sort((one, other) => other[1] - one[1]);
  process.stderr.write(
    `${what}: ${JSON.stringify(counts)}\n${lines.map(([name, count]) => `${(count / shares).toFixed(2)} ${name}\n`).join('')}`,
  );
}

function readTemporal(): Promise<TemporalRequests> {
  const { address, namespace } = scene.stack.settings.temporal;
  return readTemporalRequests({ address, namespace, metricsUrl: temporalMetricsUrl() });
}

/** @returns what one of `shares` costs */
async function costOf(what: string, shares: number, work: () => Promise<readonly string[]>): Promise<Counts> {
  await sent.flush();
  const runs = await runsOf(workflowIds.sender(webhookId));
  const before = { ...(await readSpent(superuser)), ...(await readTemporal()) };
  const first = sent.all.length;
  const recurring = { ...sent.recurring };
  const ids = await work();
  await untilQuiet(ids);
  const statements = sent.all.slice(first);
  await sent.flush();
  const after = { ...(await readSpent(superuser)), ...(await readTemporal()) };
  for (const name of ['commits', 'writes'] as const) after[name] -= sent.recurring[name] - recurring[name];
  const totals = { ...after, ...(await countHistories(ids, runs)), statements: statements.length };
  const names = Object.keys(totals) as (keyof Counts)[];
  const share = (name: keyof Counts): number =>
    (totals[name] - (name in before ? before[name as keyof typeof before] : 0)) / shares;
  const counts = Object.fromEntries(
    names.map((name) => [name, Math.round(share(name) * 100) / 100]),
  ) as unknown as Counts;
  show(what, counts, statements, shares);
  return counts;
}

/** @returns the counts that are beyond their bounds */
function beyond(counts: Partial<Counts>, most: Partial<Counts>): Partial<Counts> {
  const names = Object.keys(most) as (keyof Counts)[];
  return Object.fromEntries(
    names.filter((name) => !((counts[name] ?? NaN) <= (most[name] ?? NaN))).map((name) => [name, counts[name]]),
  );
}

/** @returns what one of `shares` costs in the first round that stays within the bounds, or in the last */
async function leastCostOf(
  what: string,
  shares: number,
  most: Partial<Counts>,
  work: () => Promise<readonly string[]>,
): Promise<Counts> {
  for (let round = 1; ; round += 1) {
    const counts = await costOf(what, shares, work);
    if (round === ROUNDS || Object.keys(beyond(counts, most)).length === 0) return counts;
  }
}

/** @returns the fewest statements about a payment that the API sent until it had answered one of several requests */
async function sentByApi(what: string, requests: (() => Promise<unknown>)[]): Promise<Partial<Counts>> {
  let statements = Infinity;
  for (const request of requests) {
    const first = sent.all.length;
    await request();
    const sentNow = sent.all.slice(first).filter(({ role }) => role === 'corridor_api');
    show(what, {}, sentNow, 1);
    statements = Math.min(statements, sentNow.filter(({ text }) => text.includes('payment_instructions')).length);
  }
  return { statements };
}

it(
  'a payment and a read stay within their counts',
  async () => {
    await untilQuiet(await settleMany(WARM_UP, CLIENTS));
    const together = await leastCostOf('sixteen clients', COUNTED, MOST.together, () => settleMany(COUNTED, CLIENTS));
    expect(beyond(together, MOST.together)).toEqual({});
    expect(together.hotUpdates / together.updates).toBeGreaterThanOrEqual(LEAST_HOT);

    const alone = await leastCostOf('one client', ALONE, MOST.alone, () => settleMany(ALONE, 1));
    expect(beyond(alone, MOST.alone)).toEqual({});

    let id = '';
    const instruct = async (): Promise<void> => void (id = instructionIdOf(await scene.instruct()));
    const create = await sentByApi('create', [instruct, instruct, instruct]);
    await untilArrived(id, 'submitted');
    const report = await sentByApi(
      'report',
      STEPS.map((status) => () => scene.report(id, { status })),
    );
    expect([beyond(create, MOST.create), beyond(report, MOST.report)]).toEqual([{}, {}]);
    await untilArrived(id, 'settled');
    await untilQuiet([id]);

    await scene.stack.stopWorkers();
    await scene.show(id);
    const read = await leastCostOf('read', READS, MOST.read, async () => {
      for (let index = 0; index < READS; index += 1) await scene.show(id);
      return [];
    });
    expect(beyond(read, MOST.read)).toEqual({});
  },
  LIMIT_MS,
);
