import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { verifySignatures } from '../../cli/demo/receiver';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import type { EventName } from '../../domain/webhooks/events';
import { CommandLine } from '../support/command-line';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let line: CommandLine;

beforeAll(async () => {
  receiver = await startScriptedServer(({ path: place }) => ({ status: place === '/broken' ? 500 : 200 }));
  stack = await startStack({ workers: false });
  key = await stack.createKey('acme');
  line = new CommandLine({ CORRIDOR_API_KEY: key });
});

interface Running {
  next(): Promise<Record<string, unknown>>;
}

const typed = (args: string[]): string[] => ['listen', '--api', stack.baseUrl, '--json', ...args];

function listen(args: string[]): Running {
  const lines = createInterface({ input: line.spawn(...typed(args)).stdout })[Symbol.asyncIterator]();
  return { next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown> };
}

/** The commands of other tests go on and forward the same events. */
const requestTo = (place: string) => receiver.requests.find(({ path }) => path === place);

async function faultOf(args: string[], apiKey = key): Promise<string> {
  return (await new CommandLine({ CORRIDOR_API_KEY: apiKey }).run(...typed(args))).fault;
}

async function publish(type: EventName): Promise<string> {
  const tenant = { accountId: (await findOrCreateAccount(stack.database, 'acme')).id, environment: 'test' as const };
  const object =
    type === 'payment.settled'
      ? {
          instructionId: 'instr_1',
          status: 'settled',
          previousStatus: 'processing',
          clientReference: null,
          sequence: 4,
        }
      : { id: 'match' };
  return recordCheckedEvent(stack.database, { tenant, type, object, subject: 'match' });
}

it('forwards events of the chosen kinds, signed with a secret of its own that stays the same', async () => {
  const running = listen(['--forward-to', `${receiver.url}/hook`, '--events', 'buyer.*,payment.*']);
  const { secret } = await running.next();
  expect(readFileSync(path.join(line.folder, 'listen-secret'), 'utf8').trim()).toBe(secret);
  await publish('shipment.created');
  const events = [await publish('buyer.matched'), await publish('payment.settled')];
  expect([await running.next(), await running.next()]).toMatchObject([
    { id: events[0], type: 'buyer.matched', status: 200 },
    { id: events[1], type: 'payment.settled', status: 200 },
  ]);
  expect(receiver.requests).toHaveLength(2);
  for (const { body, headers } of receiver.requests) {
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(new Webhook(String(secret)).verify(body, named)).toBeDefined();
    expect(verifySignatures(body, String(headers['x-service-signature']), String(secret))).toBe(true);
  }
});

it('forwards what a subscription gets, signed with its secret, and goes on after a receiver that fails', async () => {
  const body = { url: 'https://example.com/hook', events: ['buyer.matched'] };
  const hook = (await stack.call('POST', '/v1/webhooks', { key, body })).body;
  const running = listen(['--forward-to', `${receiver.url}/broken`, '--webhook', String(hook['id'])]);
  expect((await running.next())['secret']).toBeNull();
  const event = await publish('buyer.matched');
  expect(await running.next()).toMatchObject({ id: event, status: 500, error: null });
  const request = requestTo('/broken');
  const signature = String(request?.headers['x-service-signature']);
  expect(verifySignatures(request?.body ?? Buffer.alloc(0), signature, String(hook['secret']))).toBe(true);
  const next = await publish('buyer.matched');
  expect(await running.next()).toMatchObject({ id: next });
});

it('takes the values of static headers from its user, and leaves out those that it does not know', async () => {
  const headers = { 'X-Token': 'sealed-value', 'X-Other': 'another' };
  const body = { url: 'https://example.com/hook', events: ['buyer.matched'], headers };
  const hook = (await stack.call('POST', '/v1/webhooks', { key, body })).body;
  const to = ['--forward-to', `${receiver.url}/static`, '--webhook', String(hook['id'])];
  const running = listen([...to, '--header', 'x-token: mine']);
  await running.next();
  await publish('buyer.matched');
  expect(await running.next()).toMatchObject({ status: 200 });
  const sent = requestTo('/static')?.headers ?? {};
  expect([sent['x-token'], sent['x-other']]).toEqual(['mine', undefined]);
});

it('forwards to another machine only where that is said', async () => {
  for (const [url, host] of [
    ['https://example.com/hook', 'example.com'],
    ['http://203.0.113.7:9000/hook', '203.0.113.7:9000'],
    ['http://localhost.example.com/hook', 'localhost.example.com'],
  ] as const) {
    expect(await faultOf(['--forward-to', url])).toContain(`${host} is not this machine`);
    // Another fault comes next: the address is taken.
    expect(await faultOf(['--forward-to', url, '--allow-remote'], 'crd_live_x')).toContain('test key');
  }
  for (const host of ['localhost:9', '[::1]:9', '127.9.9.9:9', 'hooks.localhost:9']) {
    expect(await faultOf(['--forward-to', `http://${host}/hook`], 'crd_live_x')).toContain('test key');
  }
});

it('says what is wrong', async () => {
  const to = ['--forward-to', receiver.url];
  expect(await faultOf([...to, '--webhook', 'wh_00000000007000000000000000'])).toContain('no such webhook');
  expect(await faultOf(to, 'crd_live_x')).toContain('test key');
  expect(await faultOf(['--forward-to', 'here'])).toContain('http://127.0.0.1:9000/hook');
});
