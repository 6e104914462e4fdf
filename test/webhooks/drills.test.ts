import type { output } from 'zod';
import { Drill } from '../../domain/webhooks/drills/schemas';
import { DRILL_SCENARIOS } from '../../domain/webhooks/drills/scenarios';
import { workflowIds } from '../../workflows/contract';
import { eventually } from '../support/builders';
import { CommandLine } from '../support/command-line';
import { startScriptedServer, type HttpRequest, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';
import { clientOf } from '../support/temporal';
import { Receiver, RECEIVER_FAULTS, type ReceiverFault } from './support/receiver';

type Result = output<typeof Drill>;

let stack: Stack;
let server: ScriptedServer;
let key: string;
/** Of a subscription with options. */
let gate: Result;
const receivers = new Map<string, Receiver>();
const drills = new Map<ReceiverFault, Result>();

async function subscribe(name: string, fault: ReceiverFault, more: object = {}): Promise<string> {
  const receiver = new Receiver(fault);
  receivers.set(`/${name}`, receiver);
  const body = { url: `${server.url}/${name}`, events: ['payment.*'], ...more };
  const { body: hook } = await stack.call('POST', '/v1/webhooks', { key, body });
  receiver.secret = String(hook['secret']);
  return String(hook['id']);
}

function order(webhookId: string, more: object = {}) {
  return stack.call('POST', '/v1/drills', { key, body: { webhook_id: webhookId }, ...more });
}

async function read(id: string): Promise<Result> {
  const { body } = await stack.call('GET', `/v1/drills/${id}`, { key });
  return Drill.parse(body);
}

async function start(webhookId: string): Promise<string> {
  const answer = await order(webhookId);
  expect([answer.status, answer.body['status'], answer.headers.get('location')]).toEqual([
    202,
    'running',
    `/v1/drills/${String(answer.body['id'])}`,
  ]);
  return String(answer.body['id']);
}

function ended(id: string): Promise<Result> {
  return eventually(
    () => read(id),
    ({ status }) => status !== 'running',
    'the end of the drill',
  );
}

/** The account may order drills as if it had ordered none. */
const anHourLater = () => stack.database.query("update webhook_drills set created_at = created_at - interval '1 hour'");

const sentTo = (path: string): HttpRequest[] => server.requests.filter((request) => request.path === path);

beforeAll(async () => {
  server = await startScriptedServer((request) => receivers.get(request.path)?.react(request) ?? { status: 404 });
  stack = await startStack({ webhookTrustedOrigins: [server.url] });
  key = await stack.createKey('acme');
  // One after the other: each order locks the account, and the last of many would wait for all.
  const played: Promise<unknown>[] = [];
  for (const fault of RECEIVER_FAULTS) {
    const id = await start(await subscribe(fault, fault));
    played.push(ended(id).then((drill) => drills.set(fault, drill)));
  }
  const more = { events: ['shipment.created', 'shipment.deleted'], headers: { 'X-Gate': 'open' }, rate_per_second: 10 };
  gate = await ended(await start(await subscribe('gate', 'none', more)));
  await Promise.all(played);
  await anHourLater();
});

it('passes a receiver that does all that the guide says', () => {
  const { verdict, status, results, finished_at: finishedAt } = drills.get('none') as Result;
  expect([verdict, status]).toEqual(['passed', 'completed']);
  expect(finishedAt).not.toBeNull();
  expect(results.map(({ scenario, outcome }) => [scenario, outcome])).toEqual(
    DRILL_SCENARIOS.map((scenario) => [scenario, 'passed']),
  );
});

describe('names by its fault, and by nothing else, a receiver that', () => {
  const FAILING = RECEIVER_FAULTS.filter((fault) => fault !== 'none' && fault !== 'one_secret_at_a_time');
  it.each(FAILING)('%s', (fault) => {
    const { verdict, results } = drills.get(fault) as Result;
    expect(verdict).toBe('failed');
    const found = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
    expect(found.map((one) => [one.outcome, one.fault])).toEqual([['failed', fault]]);
    expect(found[0]?.message).toMatch(/\.$/);
    expect(found[0]?.advice).toMatch(/\.$/);
  });

  it('one_secret_at_a_time, which is warned of and fails nothing', () => {
    const { verdict, results } = drills.get('one_secret_at_a_time') as Result;
    expect(verdict).toBe('passed');
    expect(results.filter(({ outcome }) => outcome !== 'passed').map((one) => [one.outcome, one.fault])).toEqual([
      ['warned', 'one_secret_at_a_time'],
    ]);
  });
});

it('says in plain words what was sent and how it was answered', () => {
  const { results } = drills.get('duplicate_refused') as Result;
  const duplicate = results.find(({ scenario }) => scenario === 'duplicate');
  expect(duplicate?.message).toBe('The same event id a second time was answered with 500, not 200.');
  const [first, second] = duplicate?.deliveries ?? [];
  expect(second?.event_id).toBe(first?.event_id);
  expect([first?.as_expected, first?.status_code]).toEqual([true, 200]);
  expect([second?.as_expected, second?.status_code, second?.expected]).toEqual([false, 500, 'accepted']);
});

it('spares a receiver that takes no ordinary delivery the other scenarios', () => {
  const { results } = drills.get('too_slow') as Result;
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', ...DRILL_SCENARIOS.slice(1).map(() => 'skipped')]);
  expect(sentTo('/too_slow')).toHaveLength(1);
});

it('is in no log of events and changes nothing of its subscription', async () => {
  const { body } = await stack.call('GET', '/v1/events', { key });
  expect(body['data']).toEqual([]);
  const [counted] = await stack.database.query(
    `select (select count(*)::int from deliveries) as deliveries, (select count(*)::int from webhook_breakers) as breakers,
       (select count(*)::int from webhook_subscriptions where failing_since is not null) as failing`,
  );
  expect(counted).toEqual({ deliveries: 0, breakers: 0, failing: 0 });
});

it('runs once a subscription at a time, and again afterwards', async () => {
  await stack.stopWorkers();
  const id = await subscribe('twice', 'delivery_refused');
  const headers = { 'Idempotency-Key': 'drill-once' };
  const first = await order(id, { headers });
  expect((await order(id, { headers })).body).toEqual(first.body);
  const second = await order(id);
  expect([second.status, (second.body['error'] as { code: string }).code]).toEqual([409, 'DUPLICATE']);
  await stack.startWorkers();
  await ended(String(first.body['id']));
  await ended(await start(id));
});

it('goes on after its workers were restarted, without playing again what is on record', async () => {
  const id = await start(await subscribe('restart', 'none'));
  await eventually(
    () => read(id),
    ({ results }) => results.length >= 3,
    'the first scenarios',
  );
  await stack.stopWorkers();
  const before = await read(id);
  await stack.startWorkers();
  const { verdict, results } = await ended(id);
  expect(verdict).toBe('passed');
  expect(results.map(({ scenario }) => scenario)).toEqual(DRILL_SCENARIOS);
  expect(results.slice(0, before.results.length)).toEqual(before.results);
});

it('ends when its subscription is deleted', async () => {
  const webhookId = await subscribe('deleted', 'none');
  await stack.stopWorkers();
  const id = await start(webhookId);
  await stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key });
  await stack.startWorkers();
  expect(await ended(id)).toMatchObject({ status: 'cancelled', verdict: null });
  expect(sentTo('/deleted')).toEqual([]);
});

it('carries the static headers of its subscription, events that it listens to, and no more than its rate', () => {
  const { verdict, results } = gate;
  expect(verdict).toBe('passed');
  expect(sentTo('/gate').every(({ headers }) => headers['x-gate'] === 'open')).toBe(true);
  const types = results.flatMap(({ deliveries }) => deliveries.map(({ type }) => type));
  expect([...new Set(types)].sort()).toEqual(['drill.unknown', 'shipment.created', 'shipment.deleted']);
  const outage = results.find(({ scenario }) => scenario === 'outage')?.deliveries ?? [];
  const times = outage.map(({ at }) => Date.parse(at));
  expect(times).toHaveLength(20);
  // Four at once at ten a second: whatever comes four places later comes 0.4 s later at least.
  expect(times.slice(4).every((time, index) => time - (times[index] ?? 0) >= 390)).toBe(true);
});

it('is refused where there is no such subscription, for a live one, and for one of somebody else', async () => {
  const webhookId = await subscribe('foreign', 'none');
  const body = { webhook_id: webhookId };
  const foreign = await stack.call('POST', '/v1/drills', { key: await stack.createKey('other'), body });
  expect(foreign.status).toBe(404);
  const liveKey = await stack.createKey('acme', { environment: 'live' });
  const live = await stack.call('POST', '/v1/drills', { key: liveKey, body });
  expect([live.status, JSON.stringify(live.body)]).toEqual([400, expect.stringContaining('test_only')]);
  const drill = drills.get('none') as Result;
  expect((await stack.call('GET', `/v1/drills/${drill.id}`, { key: liveKey })).status).toBe(404);
});

it('is ordered twenty times an hour by an account, whatever the subscription', async () => {
  await anHourLater();
  const webhookId = await subscribe('often', 'delivery_refused');
  await stack.database.query(
    `insert into webhook_drills (id, account_id, environment, webhook_id, status, finished_at, created_at)
     select 'drl_' || n, account_id, environment, id, 'cancelled', now(), now() - n * interval '1 minute'
     from webhook_subscriptions, generate_series(1, 20) n where id = $1`,
    [webhookId],
  );
  const refused = await order(await subscribe('other', 'delivery_refused'));
  expect([refused.status, (refused.body['error'] as { code: string }).code]).toEqual([429, 'rate_limit_exceeded']);
  // The twentieth was ordered forty minutes before it is an hour old.
  const wait = Number(refused.headers.get('retry-after'));
  expect([wait > 2_300, wait <= 2_400]).toEqual([true, true]);
  await anHourLater();
  await ended(await start(webhookId));
  await anHourLater();
});

it('is ordered, waited for and printed by a command', async () => {
  const { temporal } = stack.settings;
  const place = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace };
  const line = new CommandLine({ DATABASE_URL: stack.database.url, ...place });
  const webhookId = await subscribe('typed', 'delivery_refused');
  const started = await line.run('drills', 'start', '--webhook', webhookId);
  expect(started.code).toBe(1);
  expect(started.lines[0]).toMatch(/^drl_\w+ completed: failed$/);
  expect(started.lines[2]).toMatch(/delivery_refused: An ordinary delivery was answered with 403, not 200\.$/);
  const shown = await line.run('drills', 'show', started.lines[0]?.split(' ')[0] ?? '', '--json');
  expect(shown.said).toMatchObject({ webhook_id: webhookId, verdict: 'failed' });
  const unknown = await line.run('drills', 'start', '--webhook', 'wh_00000000007000000000000000');
  expect([unknown.code, unknown.fault]).toEqual([1, expect.stringContaining('There is no subscription')]);
});

it('is a workflow that names what it does', async () => {
  const { id } = drills.get('none') as Result;
  const description = await clientOf(stack.services.workflows).workflow.getHandle(workflowIds.drill(id)).describe();
  expect(description.status.name).toBe('COMPLETED');
});
