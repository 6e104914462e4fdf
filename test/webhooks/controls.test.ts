import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import { OK, record, setDue, take } from '../support/attempts';
import { eventually } from '../support/builders';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from '../support/http-server';
import { startStack, type Answer, type Stack } from '../support/stack';

let stack: Stack;
let receiver: ScriptedServer;
/** Of the test: what those before it have left is sent to other addresses. */
let account: string;
let key: string;
let react: (request: HttpRequest) => Reaction;
let accounts = 0;

const isOfTest = ({ path }: HttpRequest): boolean => path === `/${account}`;

beforeAll(async () => {
  receiver = await startScriptedServer((request) => (isOfTest(request) ? react(request) : { status: 200 }));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
});
beforeEach(async () => {
  react = () => ({ status: 200 });
  account = `acme-${(accounts += 1)}`;
  key = await stack.createKey(account);
});

function create(controls: object): Promise<Answer> {
  const body = { url: `${receiver.url}/${account}`, events: ['buyer.matched'], ...controls };
  return stack.call('POST', '/v1/webhooks', { key, body });
}

async function publish(object: Record<string, unknown>, subject = 'one'): Promise<string> {
  const tenant = { accountId: (await findOrCreateAccount(stack.database, account)).id, environment: 'test' as const };
  return recordCheckedEvent(stack.database, { tenant, type: 'buyer.matched', object, subject });
}

const requests = (): HttpRequest[] => receiver.requests.filter(isOfTest);
const received = (): string[] => requests().map(({ headers }) => String(headers['webhook-id']));
const untilReceived = (count: number, what: string): Promise<void> =>
  receiver.until(() => requests().length === count, what);

async function deliveryOf(event: string): Promise<Record<string, unknown>> {
  const { body } = await stack.call('GET', `/v1/events/${event}`, { key });
  const [delivery] = body['deliveries'] as { id: string }[];
  return (await stack.call('GET', `/v1/deliveries/${delivery?.id ?? ''}`, { key })).body;
}

const until = (event: string, wanted: (delivery: Record<string, unknown>) => boolean, what: string) =>
  eventually(() => deliveryOf(event), wanted, what);

describe('a subscription without controls', () => {
  it('shows none of them', async () => {
    const made = await create({});
    const names = ['header_names', 'filter', 'rate_per_second', 'ordered', 'headers', 'labels', 'include_amount'];
    expect(Object.keys(made.body).filter((name) => names.includes(name))).toEqual([]);
  });
});

describe('static headers', () => {
  it('travel with every delivery, are sealed and shown by name alone, and can be taken back', async () => {
    const headers = { 'X-Api-Key': 'quiet-word', Authorization: 'Basic cXVpZXQ=' };
    const made = await create({ headers });
    expect([made.status, made.body['header_names']]).toEqual([201, ['X-Api-Key', 'Authorization']]);
    await publish({ id: 'm1' });
    await untilReceived(1, 'a delivery');
    const [sent] = requests();
    expect(sent?.headers).toMatchObject({ 'x-api-key': 'quiet-word', authorization: 'Basic cXVpZXQ=' });
    expect(sent?.headers['content-type']).toBe('application/json');
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    const rows = await stack.database.query('select w::text as text from webhook_subscriptions w');
    const shown = await stack.call('GET', path, { key });
    expect(JSON.stringify([rows, shown.body])).not.toMatch(/quiet-word|cXVpZXQ/);
    const changed = await stack.call('PATCH', path, { key, body: { headers: {} } });
    expect([changed.status, changed.body['header_names']]).toEqual([200, undefined]);
    await publish({ id: 'm2' });
    await untilReceived(2, 'a delivery without them');
    expect(requests()[1]?.headers).not.toHaveProperty('x-api-key');
  });

  const REFUSED = [
    ['Host', 'elsewhere.example'],
    ['Content-Length', '1'],
    ['Content-Type', 'text/plain'],
    ['transfer-encoding', 'chunked'],
    ['Connection', 'close'],
    ['Upgrade', 'h2c'],
    ['Proxy-Authorization', 'x'],
    ['Webhook-Id', 'evt_1'],
    ['webhook-signature', 'v1,x'],
    ['X-Service-Signature', 'x'],
    ['User-Agent', 'x'],
    ['X Y', 'a space'],
    ['X:Y', 'x'],
    ['X-A\r\nHost', 'x'],
    ['X-A', 'x\r\nHost: elsewhere.example'],
    ['X-A', 'x\ny'],
    ['X-A', ''],
    ['X-A', ' x'],
    ['X-A', 'ü'],
  ] as const;

  it('are refused where they are ours, steer a connection, or could end a header', async () => {
    for (const [name, value] of REFUSED) {
      const { status, body } = await create({ headers: { [name]: value } });
      const { details } = body['error'] as { details: { field: string }[] };
      expect([name, status, details.map(({ field }) => field)]).toEqual([name, 400, [`headers.${name}`]]);
    }
  });

  it('refuse a name twice, and what is no text', async () => {
    const twice = await create({ headers: { 'X-A': '1', 'x-a': '2' } });
    expect([twice.status, (twice.body['error'] as { details: unknown[] }).details.length]).toEqual([400, 2]);
    expect((await create({ headers: { 'X-A': 1 } })).status).toBe(400);
    expect(
      (await create({ headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, 'x'])) })).status,
    ).toBe(400);
  });
});

describe('labels', () => {
  it('are shown as they were given, changed as a whole, and taken back', async () => {
    const labels = { team: 'ledger', 'cost.center': '4711 – Hamburg' };
    const made = await create({ labels });
    expect(made.body['labels']).toEqual(labels);
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    const changed = await stack.call('PATCH', path, { key, body: { labels: { team: 'tax' } } });
    expect(changed.body['labels']).toEqual({ team: 'tax' });
    await stack.call('PATCH', path, { key, body: { description: 'kept' } });
    expect((await stack.call('GET', path, { key })).body['labels']).toEqual({ team: 'tax' });
    await stack.call('PATCH', path, { key, body: { labels: {} } });
    expect((await stack.call('GET', path, { key })).body).not.toHaveProperty('labels');
  });

  it('are refused with each fault named', async () => {
    const { status, body } = await create({ labels: { 'a b': 'x', '-a': 'x', n: 1, long: 'x'.repeat(201) } });
    const { details } = body['error'] as { details: { field: string }[] };
    const fields = details.map(({ field }) => field).sort();
    expect([status, fields]).toEqual([400, ['labels.-a', 'labels.a b', 'labels.long', 'labels.n']]);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`l${number}`, 'x']));
    expect((await create({ labels: many })).status).toBe(400);
  });
});

describe('a filter', () => {
  it('lets those events pass whose values are allowed, on every path, also when they are recovered', async () => {
    const filter = { country: ['DE', 'FR'], 'size.items': [1, 2] };
    const made = await create({ filter });
    expect(made.body['filter']).toEqual(filter);
    const passes = await publish({ id: 'm1', country: 'DE', size: { items: 2 } });
    await publish({ id: 'm2', country: 'DE', size: { items: 3 } });
    await publish({ id: 'm3', country: 'US', size: { items: 1 } });
    await publish({ id: 'm4', country: 'DE' });
    await publish({ id: 'm5', country: ['DE'], size: { items: 1 } });
    const [row] = await stack.database.query<{ events: string[] }>(
      'select array_agg(event_id) as events from deliveries where webhook_id = $1',
      [made.body['id']],
    );
    expect(row?.events).toEqual([passes]);
    await until(passes, ({ status }) => status === 'delivered', 'the delivery');
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    const since = new Date(Date.now() - 60_000).toISOString();
    const recover = async () => (await stack.call('POST', `${path}/recover`, { key, body: { since } })).body['count'];
    expect(await recover()).toBe(0);
    const changed = await stack.call('PATCH', path, { key, body: { filter: {} } });
    expect(changed.body).not.toHaveProperty('filter');
    expect(await recover()).toBe(4);
  });

  it('refuses what is no path or no list of values', async () => {
    for (const filter of [{ 'a..b': ['x'] }, { a: [] }, { a: 'x' }, { a: [null] }, { a: [{}] }, { "a'": ['x'] }, []]) {
      expect([filter, (await create({ filter })).status]).toEqual([filter, 400]);
    }
  });
});

describe('a rate', () => {
  it('spreads attempts over time, and says until when one waits', async () => {
    const times: number[] = [];
    react = () => {
      times.push(performance.now());
      return { status: 200 };
    };
    await create({ rate_per_second: 2 });
    const events: string[] = [];
    for (let number = 0; number < 8; number += 1) events.push(await publish({ id: `m${number}` }, `s${number}`));
    const shown = () => Promise.all(events.map(deliveryOf));
    // Turns are taken in the order in which the deliveries ask for them, which is nearly that of their events.
    const isHeld = (delivery: Record<string, unknown>) => delivery['waits_for'] !== undefined;
    const held = (await eventually(shown, (all) => all.some(isHeld), 'a delivery that waits')).find(isHeld);
    expect(held?.['waits_for']).toEqual({ reason: 'rate', until: held?.['next_attempt_at'] });
    const all = await eventually(
      shown,
      (deliveries) => deliveries.every(({ status }) => status === 'delivered'),
      'eight deliveries',
    );
    expect(all.filter(isHeld)).toEqual([]);
    expect(new Set(received()).size).toBe(8);
    expect(received()).toHaveLength(8);
    const begun = times[0] ?? 0;
    // Eight turns, half a second apart each: the last one is 3.5 s after the first, which begins its attempt at once.
    expect((times.at(-1) ?? 0) - begun).toBeGreaterThan(2_800);
  });

  it('is a whole number from 1 to 1000; 0 removes it', async () => {
    for (const rate of [0, 1.5, 1_001, '2']) expect((await create({ rate_per_second: rate })).status).toBe(400);
    const made = await create({ rate_per_second: 7 });
    expect(made.body['rate_per_second']).toBe(7);
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    expect((await stack.call('PATCH', path, { key, body: { rate_per_second: 0 } })).body).not.toHaveProperty(
      'rate_per_second',
    );
  });
});

describe('an ordered subscription', () => {
  it('lets the next event of a subject wait until the one before is over, and no other', async () => {
    await create({ ordered: true });
    let broken = '';
    react = ({ headers }) => ({ status: headers['webhook-id'] === broken ? 500 : 200 });
    await stack.stopWorkers();
    broken = await publish({ id: 'a1' }, 'a');
    const next = await publish({ id: 'a2' }, 'a');
    const other = await publish({ id: 'b1' }, 'b');
    await stack.startWorkers();
    await until(other, ({ status }) => status === 'delivered', 'the delivery of another subject');
    const failed = await until(broken, ({ attempts }) => (attempts as unknown[]).length === 1, 'the first attempt');
    const waiting = await until(next, (delivery) => delivery['waits_for'] !== undefined, 'a delivery that waits');
    expect(waiting).toMatchObject({
      status: 'pending',
      attempts: [],
      next_attempt_at: null,
      waits_for: { reason: 'order', delivery_id: failed['id'] },
    });
    // As its retry does in five minutes.
    const id = String(failed['id']);
    await setDue(stack.database, id);
    const retry = await take(stack, id, 2);
    if (retry.status !== 'send') throw new Error(retry.status);
    await record(stack.database, [retry.order], OK);
    const done = await until(next, ({ status }) => status === 'delivered', 'the delivery that waited');
    expect(done).not.toHaveProperty('waits_for');
    expect(received()).not.toContain('');
  });

  it('keeps the order of many that are due at once', async () => {
    await create({ ordered: true });
    await stack.stopWorkers();
    const events: string[] = [];
    for (let number = 0; number < 20; number += 1) events.push(await publish({ id: `m${number}` }, 'one'));
    await stack.startWorkers();
    await untilReceived(events.length, 'twenty deliveries');
    expect(received()).toEqual(events);
  });
});
