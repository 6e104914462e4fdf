import { once } from 'node:events';
import { connect } from 'node:net';
import { findOrCreateAccount, openLiveSide } from '../../db/auth/accounts';
import { findKey, hashKey, revokeKey } from '../../db/auth/credentials';
import { recordCheckedEvent } from '../../db/events';
import { readEndOfLog } from '../../db/webhooks/event-log';
import type { EventName } from '../../domain/webhooks/events';
import { Webhook } from 'standardwebhooks';
import { newId } from '../../lib/ids';
import { eventually } from '../support/builders';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['http://127.0.0.1:9'] });
  key = await stack.createKey('acme');
});

/** Records an event and waits for the log to show it: it does once no older transaction runs, on all of Postgres. */
async function publish(type: EventName, id: string): Promise<string> {
  const tenant = { accountId: (await findOrCreateAccount(stack.database, 'acme')).id, environment: 'test' as const };
  const event = await recordCheckedEvent(stack.database, { tenant, type, object: { id }, subject: id });
  await eventually(
    () => readEndOfLog(stack.database, tenant),
    (end) => end?.id === event,
    `${type} in the log`,
  );
  return event;
}

interface Message {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** The answer has begun, and with it the stream, when this resolves. */
async function open(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const address = `${stack.baseUrl}/v1/events/stream?${query}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}`, ...headers } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  return response;
}

/** Reads a stream to its end, as the format of server-sent events says: a block without data is no event. */
async function messagesOf(response: Response): Promise<Message[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.includes('\ndata: '));
  return blocks.map((block) => {
    const [id, event, data] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
    return { id: id ?? '', event: event ?? '', data: JSON.parse(data ?? '') as Record<string, unknown> };
  });
}

async function read(query: string, headers?: Record<string, string>): Promise<Message[]> {
  return messagesOf(await open(query, headers));
}

async function codes(query: string, as = key, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await stack.call('GET', `/v1/events/stream?${query}`, { key: as, headers });
  const { code, details } = answer.body['error'] as { code: string; details?: { field: string; code: string }[] };
  return [answer.status, code, ...(details ?? []).map((detail) => `${detail.field} ${detail.code}`)];
}

it('gives the events after one, in the order of the log, as the log has them', async () => {
  const [first, second, third] = [
    await publish('buyer.matched', 'm1'),
    await publish('shipment.created', 's1'),
    await publish('buyer.matched', 'm2'),
  ];
  const all = await read(`seconds=0&after=${first}`);
  expect(all.map(({ id, event }) => [id, event])).toEqual([
    [second, 'shipment.created'],
    [third, 'buyer.matched'],
  ]);
  const log = (await stack.call('GET', `/v1/events?after=${first}`, { key })).body['data'];
  expect(all.map(({ data }) => data)).toEqual(log);
  expect((await read(`seconds=0&after=${first}&type=buyer.*`)).map(({ id }) => id)).toEqual([third]);
  expect((await read('seconds=0', { 'Last-Event-ID': second })).map(({ id }) => id)).toEqual([third]);
});

it('begins now where nobody says after what, and goes on until its time is over', async () => {
  await publish('buyer.matched', 'before');
  const stream = await open('seconds=5');
  const comes = await publish('buyer.matched', 'later');
  expect((await messagesOf(stream)).map(({ id }) => id)).toEqual([comes]);
});

it('says where it begins, so that whoever connects anew before the first event misses none', async () => {
  const last = await publish('buyer.matched', 'last');
  const begin = (await (await open('seconds=0')).text()).split('\n\n')[0] ?? '';
  expect(begin.split('\n')).toEqual(['retry: 1000', `id: ${last}`]);
  const between = await publish('buyer.matched', 'between');
  expect((await read('seconds=0', { 'Last-Event-ID': last })).map(({ id }) => id)).toEqual([between]);
});

it('says where it begins in an empty log, too', async () => {
  const authorization = `Bearer ${await stack.createKey('newcomer')}`;
  const begin = (await (await open('seconds=0', { authorization })).text()).split('\n\n')[0] ?? '';
  expect(begin).toContain('\nid: start');
  const tenant = {
    accountId: (await findOrCreateAccount(stack.database, 'newcomer')).id,
    environment: 'test' as const,
  };
  const first = await recordCheckedEvent(stack.database, {
    tenant,
    type: 'buyer.matched',
    object: { id: 'm' },
    subject: 'm',
  });
  const goOn = async (): Promise<string[]> =>
    (await read('seconds=0', { authorization, 'Last-Event-ID': 'start' })).map(({ id }) => id);
  expect(await eventually(goOn, (ids) => ids.length > 0, 'the first event')).toEqual([first]);
});

it('ends with the key that opened it', async () => {
  const short = await stack.createKey('acme');
  const response = await open('seconds=120', { authorization: `Bearer ${short}` });
  const { principal } = (await findKey(stack.database, hashKey(short))) ?? {};
  await revokeKey(stack.database, principal?.keyId ?? '', 'test');
  const begun = performance.now();
  expect(await messagesOf(response)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(60_000);
});

it('gives what the deliveries of a subscription are, signed with its secrets, whether it is enabled or not', async () => {
  const body = { url: 'http://127.0.0.1:9/hook', events: ['buyer.matched'], enabled: false };
  const hook = (await stack.call('POST', '/v1/webhooks', { key, body })).body;
  const rotated = (await stack.call('POST', `/v1/webhooks/${String(hook['id'])}/rotate-secret`, { key, body: {} }))
    .body;
  const start = await publish('shipment.created', 's2');
  const event = await publish('buyer.matched', 'm3');
  await publish('shipment.deleted', 's2');
  const messages = await read(`seconds=0&after=${start}&webhook_id=${String(hook['id'])}`);
  expect(messages.map(({ id }) => id)).toEqual([event]);
  const { headers, body: text } = messages[0]?.data as { headers: Record<string, string>; body: string };
  for (const secret of [hook['secret'], rotated['secret']]) {
    expect(new Webhook(String(secret)).verify(text, headers)).toMatchObject({ id: event, type: 'buyer.matched' });
  }
  const flipped = text.replace('m3', 'm4');
  expect(() => new Webhook(String(hook['secret'])).verify(flipped, headers)).toThrow();
});

it('gives of a subscription what its filter lets pass, nothing about itself, and the names of its static headers', async () => {
  const controls = { headers: { 'X-Team': 'sealed-value' }, filter: { destination_country: ['US'] } };
  const body = { url: 'http://127.0.0.1:9/hook', events: ['buyer.matched', 'webhook.failing'], ...controls };
  const filtered = (await stack.call('POST', '/v1/webhooks', { key, body })).body;
  const about = (await stack.call('POST', '/v1/webhooks', { key, body: { ...body, filter: {} } })).body;
  const tenant = { accountId: (await findOrCreateAccount(stack.database, 'acme')).id, environment: 'test' as const };
  const record = (type: EventName, subject: string, country: string): Promise<string> =>
    recordCheckedEvent(stack.database, { tenant, type, object: { destination_country: country }, subject });
  const start = await publish('shipment.created', 's3');
  const passes = await record('buyer.matched', 'm', 'US');
  await record('buyer.matched', 'm', 'GB');
  await record('webhook.failing', String(about['id']), 'GB');
  const end = await publish('buyer.matched', 'without a country');
  const filteredQuery = `seconds=0&after=${start}&webhook_id=${String(filtered['id'])}`;
  const given = await read(filteredQuery);
  expect(given.map(({ id }) => id)).toEqual([passes]);
  expect(given[0]?.data).toMatchObject({ headers: { 'X-Team': '<X-Team>', 'webhook-id': passes } });
  expect(JSON.stringify(given)).not.toContain('sealed-value');
  // The position goes on over what was left out.
  expect((await (await open(filteredQuery)).text()).trimEnd().split('\n\n').at(-1)).toBe(`id: ${end}`);
  const ofOther = await read(`seconds=0&after=${start}&webhook_id=${String(about['id'])}`);
  expect(ofOther.map(({ event }) => event)).toEqual(['buyer.matched', 'buyer.matched', 'buyer.matched']);
});

it('goes on for a client whose last event retention has deleted', async () => {
  const event = await publish('buyer.matched', 'after a month');
  const deleted = newId('event', Date.now() - 31 * 86_400_000);
  const rest = await (await open('seconds=0&type=buyer.*', { 'Last-Event-ID': deleted })).text();
  expect(rest).toContain(`id: ${deleted}\n\n`);
  expect(rest).toContain(`id: ${event}\n`);
});

it('refuses what it cannot give', async () => {
  const absent = newId('event');
  expect(await codes('seconds=0&after=nonsense')).toEqual([400, 'INVALID_REQUEST', 'after cursor']);
  expect(await codes(`seconds=0&after=${absent}`)).toEqual([400, 'INVALID_REQUEST', 'after unknown']);
  expect(await codes('seconds=0', key, { 'Last-Event-ID': 'x' })).toEqual([
    400,
    'INVALID_REQUEST',
    'Last-Event-ID cursor',
  ]);
  expect(await codes('seconds=4000')).toEqual([400, 'INVALID_REQUEST', 'seconds range']);
  expect(await codes('seconds=0&webhook_id=wh_00000000007000000000000000')).toEqual([404, 'NOT_FOUND']);
  await openLiveSide(stack.database, (await findOrCreateAccount(stack.database, 'acme')).id, 'test');
  const live = await stack.createKey('acme', { environment: 'live' });
  expect(await codes('seconds=0&webhook_id=wh_00000000007000000000000000', live)).toEqual([
    400,
    'INVALID_REQUEST',
    'webhook_id test_only',
  ]);
});

it('has five places for an account, which are free again when their streams end', async () => {
  const controllers = Array.from({ length: 5 }, () => new AbortController());
  const authorization = `Bearer ${key}`;
  const streams = controllers.map(({ signal }) =>
    fetch(`${stack.baseUrl}/v1/events/stream?seconds=60`, { headers: { authorization }, signal }),
  );
  expect((await Promise.all(streams)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const refused = await stack.call('GET', '/v1/events/stream?seconds=0', { key });
  expect([refused.status, refused.body]).toMatchObject([429, { error: { code: 'rate_limit_exceeded' } }]);
  const told = ['x-ratelimit-remaining', 'retry-after'].map((name) => refused.headers.get(name));
  expect(told).toEqual(['0', '10']);
  for (const controller of controllers) controller.abort();
  const isFree = async (): Promise<boolean> => {
    const answer = await fetch(`${stack.baseUrl}/v1/events/stream?seconds=0`, { headers: { authorization } });
    await answer.text();
    return answer.ok;
  };
  expect(await eventually(isFree, (free) => free, 'a free place')).toBe(true);
});

const LEFT = 'a client left before its answer had ended';

it('logs no fault when its reader leaves', async () => {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  await fetch(`${stack.baseUrl}/v1/events/stream?seconds=60`, { headers, signal: controller.signal });
  const logged = stack.logged.length;
  controller.abort();
  const lines = await eventually(
    async () => stack.logged.slice(logged),
    (those) => those.some(({ msg }) => msg === LEFT),
    'the line of the log',
  );
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});

it('logs no fault when the connection of its reader is reset', async () => {
  const { hostname, port } = new URL(stack.baseUrl);
  const reader = connect(Number(port), hostname);
  reader.write(
    `GET /v1/events/stream?seconds=60 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  await once(reader, 'data');
  const logged = stack.logged.length;
  reader.resetAndDestroy();
  const lines = await eventually(
    async () => stack.logged.slice(logged),
    (those) => those.some(({ msg }) => msg === LEFT || msg === 'koa reported a fault'),
    'the line of the log',
  );
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});
