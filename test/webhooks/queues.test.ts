import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { recordCheckedEvent } from '../../db/events';
import { isGenuine } from '../../docs/receivers/verify';
import { eventually } from '../support/builders';
import { createConsoleApp, Person } from '../support/console-app';
import { QUEUE_KEYS, REGION, startSqsService, type SqsService } from '../support/sqs-service';
import { startStack, type Answer, type Stack } from '../support/stack';

const PASSWORD = 'nine blue herons at dawn';

let stack: Stack;
let service: SqsService;
let key: string;
let accountId: string;
let queue: Record<string, string>;

beforeAll(async () => {
  service = await startSqsService(['events', 'events.fifo']);
  stack = await startStack({ webhookTrustedOrigins: [service.url] });
  key = await stack.createKey('acme');
  accountId = (await findOrCreateAccount(stack.database, 'acme')).id;
  queue = { type: 'sqs', queue_url: service.queueUrl('events.fifo'), region: REGION, ...QUEUE_KEYS };
});
beforeEach(() => service.failWith(null));

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  stack.call(method, path, { key, ...(body === undefined ? {} : { body }) });
const create = (members: object): Promise<Answer> =>
  call('POST', '/v1/webhooks', { events: ['buyer.matched'], ...members });

/** @returns faults by field */
function faultsOf({ body }: Answer): Record<string, unknown> {
  const { details } = body['error'] as { details: { field: string; code: string }[] };
  return Object.fromEntries(details.map(({ field, code }) => [field, code]));
}

interface Delivery {
  id: string;
  status: string;
  next_attempt_at: string | null;
  attempts: { status_code: number | null; error: string | null; at: string; duration_ms: number | null }[];
}

/** @returns the newest delivery of an event */
async function deliveryOf(event: string): Promise<Delivery> {
  const { body } = await call('GET', `/v1/events/${event}`);
  const ids = (body['deliveries'] as { id: string }[]).map(({ id }) => id).sort();
  return (await call('GET', `/v1/deliveries/${ids.at(-1) ?? ''}`)).body as unknown as Delivery;
}

function publish(subject: string): Promise<string> {
  const tenant = { accountId, environment: 'test' as const };
  return recordCheckedEvent(stack.database, { tenant, type: 'buyer.matched', object: { id: subject }, subject });
}

/** Source: docs/GAPS.md#W16 */
describe('a subscription to a queue', () => {
  it('gets each event as a message that a receiver verifies like a request, and shows how it is refused', async () => {
    const made = await create({ destination: queue, headers: { 'X-Team': 'ledger' } });
    expect(made).toMatchObject({ status: 201, body: { url: queue['queue_url'], header_names: ['X-Team'] } });
    const { secret_access_key: hidden = '', ...shown } = queue;
    expect(made.body['destination']).toEqual(shown);
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    await publish('match-1');
    await eventually(
      () => Promise.resolve(service.taken),
      (taken) => taken.length > 0,
      'a message',
    );
    const message = service.taken.find(({ group }) => group === 'match-1');
    expect(message).toMatchObject({
      queue: 'events.fifo',
      group: 'match-1',
      deduplication: expect.stringMatching(/^dlv_/),
    });
    const secret = String(made.body['secret']);
    expect(isGenuine(secret, message?.attributes ?? {}, Buffer.from(message?.body ?? ''))).toBe(true);
    expect(message?.attributes).toMatchObject({
      'X-Team': 'ledger',
      'X-Service-Signature': expect.stringMatching(/./),
    });

    service.failWith('denied');
    const refused = await publish('match-2');
    const waiting = await eventually(
      () => deliveryOf(refused),
      ({ attempts: [one], next_attempt_at: next }) => typeof one?.error === 'string' && next !== null,
      'a refusal',
    );
    const [attempt] = waiting.attempts;
    expect(attempt).toMatchObject({ status_code: 403, error: 'access_denied' });
    const endedMs = Date.parse(attempt?.at ?? '') + (attempt?.duration_ms ?? 0);
    expect(Math.abs(Date.parse(waiting.next_attempt_at ?? '') - endedMs - 300_000)).toBeLessThan(60_000);
    const tested = await call('POST', `${path}/test`, { event: 'payment.settled' });
    expect(tested.body).toMatchObject({ status: 'failed', response_status: 403 });
    service.failWith(null);
    const again = await call('POST', `/v1/deliveries/${waiting.id}/resend`);
    expect(again.status).toBe(202);
    await eventually(
      () => deliveryOf(refused),
      ({ id, status }) => id !== waiting.id && status === 'delivered',
      'a resent delivery',
    );
    expect(service.taken.at(-1)).toMatchObject({ group: 'match-2', deduplication: again.body['id'] });
    const rows = await stack.database.query('select w::text, a::text from webhook_subscriptions w, audit_log a');
    const seen = [rows, stack.logged, (await call('GET', path)).body, (await call('GET', '/v1/webhooks')).body];
    expect(JSON.stringify(seen)).not.toContain(hidden);
    await call('DELETE', path);
  });

  it('names every fault of its target', async () => {
    const elsewhere = { ...queue, queue_url: 'https://example.com/123456789012/events' };
    const headers = { A: '1', B: '1', C: '1', D: '1', 'E!': '1' };
    const refused = await create({ destination: elsewhere, headers });
    const faults = { 'destination.queue_url': 'endpoint', headers: 'attribute', 'headers.E!': 'attribute' };
    expect([refused.status, faultsOf(refused)]).toEqual([400, faults]);
    const more = await create({ destination: elsewhere, events: ['nothing'] });
    expect(faultsOf(more)).toEqual({ 'destination.queue_url': 'endpoint', 'events.0': 'event' });
    expect(faultsOf(await create({}))).toEqual({ url: 'invalid_type' });
    const both = await create({ url: 'https://example.com/hook', destination: queue });
    expect(faultsOf(both)).toEqual({ destination: 'exclusive' });
  });

  it('changes queue and credentials, and stays a queue', async () => {
    const made = await create({ destination: { ...queue, access_key_id: 'AKIAOLD', secret_access_key: 'old' } });
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    const test = async () => (await call('POST', `${path}/test`, { event: 'payment.settled' })).body['response_status'];
    expect(await test()).toBe(403);
    const moved = await call('PATCH', path, { destination: { ...QUEUE_KEYS, queue_url: service.queueUrl('events') } });
    expect(moved).toMatchObject({ status: 200, body: { url: service.queueUrl('events') } });
    expect(moved.body['destination']).toMatchObject({ region: REGION, access_key_id: QUEUE_KEYS.access_key_id });
    expect(await test()).toBe(200);
    const rotated = await call('POST', `${path}/rotate-secret`, {});
    expect(rotated.body['secret']).toMatch(/^whsec_/);
    expect(await test()).toBe(200);

    const endpoint = await create({ url: `${service.url}/hook` });
    const change = async (to: string, body: object) => faultsOf(await call('PATCH', to, body));
    expect(await change(path, { url: `${service.url}/hook` })).toEqual({ url: 'kind' });
    expect(await change(path, { destination: { region: 'us-east-1', queue_url: 'x' } })).toMatchObject({
      'destination.queue_url': 'url',
    });
    expect(await change(path, { headers: { 'a!': '1' } })).toEqual({ 'headers.a!': 'attribute' });
    expect(await change(`/v1/webhooks/${String(endpoint.body['id'])}`, { destination: { region: REGION } })).toEqual({
      destination: 'kind',
    });
    const drill = await call('POST', '/v1/drills', { webhook_id: made.body['id'] });
    expect([drill.status, faultsOf(drill)]).toEqual([400, { webhook_id: 'https_only' }]);
    for (const { body } of [made, endpoint]) await call('DELETE', `/v1/webhooks/${String(body['id'])}`);
  });
});

describe('the console', () => {
  it('makes a subscription to a queue, keeps its secret when nothing is typed, and shows a delivery as a command', async () => {
    const person = { email: 'ada@example.com', name: 'Ada', role: 'owner', accountId } as const;
    await createUser(stack.database, { ...person, password: PASSWORD, actor: 'command:test' });
    const { services, database, vault } = stack;
    const ada = new Person(createConsoleApp(database, { services, vault }));
    await ada.logIn(person.email, PASSWORD);
    const list = '/console/test/webhooks';
    expect((await ada.get(`${list}/new`)).text).toContain('Deliver to an Amazon SQS queue instead');
    const fields = (members: Record<string, string>): [string, string][] =>
      Object.entries({ queueUrl: queue['queue_url'] ?? '', region: REGION, accessKeyId: '', ...members });
    const chosen: [string, string] = ['event', 'buyer.matched'];
    const typed = fields({ secretAccessKey: 'typed-secret', region: 'mars' });
    const refused = await ada.submit(`${list}/new?to=sqs`, list, [...typed, chosen]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('must be a region of AWS');
    expect(refused.text).not.toContain('typed-secret');

    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = QUEUE_KEYS;
    const made = await ada.submit(`${list}/new?to=sqs`, list, [...fields({ accessKeyId, secretAccessKey }), chosen]);
    expect(made.status).toBe(201);
    const page = `${list}/${/webhooks\/(wh_\w+)/.exec(made.text)?.[1] ?? ''}`;
    const { text } = await ada.get(page);
    for (const shown of ['Amazon SQS queue', REGION, accessKeyId]) expect(text).toContain(shown);
    expect(text).not.toContain('Start a drill');
    const edited = await ada.submit(`${page}/edit`, `${page}/edit`, [
      ...fields({ accessKeyId, secretAccessKey: '', description: 'ledger' }),
      chosen,
    ]);
    expect(edited.status).toBe(303);
    const half = await ada.submit(`${page}/edit`, `${page}/edit`, [...fields({ accessKeyId: 'AKIANEW' }), chosen]);
    expect([half.status, half.text.includes('credentials are replaced together')]).toEqual([400, true]);

    const sent = await ada.submit(page, `${page}/test`, [['event', 'payment.settled']]);
    const delivery = (await ada.get(String(sent.headers['location']))).text;
    expect(delivery).toContain('HTTP 200');
    expect(delivery).toContain('aws sqs send-message');
    expect(delivery + (await ada.get(`${page}/edit`)).text).not.toContain(secretAccessKey);
  });
});
