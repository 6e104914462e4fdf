import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { verifySignatures } from '../../cli/demo/receiver';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import type { EventName } from '../../domain/webhooks/events';
import { closeAtEnd } from '../support/closing';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
jest.setTimeout(180_000);

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let folder: string;

beforeAll(async () => {
  receiver = await startScriptedServer(({ path: place }) => ({ status: place === '/broken' ? 500 : 200 }));
  stack = await startStack({ workers: false });
  key = await stack.createKey('acme');
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-listen-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
});

interface Running {
  next(): Promise<Record<string, unknown>>;
  fault: Promise<string>;
}

function listen(args: string[], apiKey = key): Running {
  const all = [MAIN, '--data-dir', folder, 'listen', '--api', stack.baseUrl, '--json', ...args];
  const command = spawn(process.execPath, all, { env: { ...process.env, CORRIDOR_API_KEY: apiKey } });
  closeAtEnd(() => command.kill('SIGKILL'));
  const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]();
  let said = '';
  command.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>,
    fault: new Promise((resolve) => command.on('exit', () => resolve(said))),
  };
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
  expect(readFileSync(path.join(folder, 'listen-secret'), 'utf8').trim()).toBe(secret);
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
  const request = receiver.requests.at(-1);
  const signature = String(request?.headers['x-service-signature']);
  expect(verifySignatures(request?.body ?? Buffer.alloc(0), signature, String(hook['secret']))).toBe(true);
  const next = await publish('buyer.matched');
  expect(await running.next()).toMatchObject({ id: next });
});

it('takes the values of static headers from its user, and leaves out those that it does not know', async () => {
  const headers = { 'X-Token': 'sealed-value', 'X-Other': 'another' };
  const body = { url: 'https://example.com/hook', events: ['buyer.matched'], headers };
  const hook = (await stack.call('POST', '/v1/webhooks', { key, body })).body;
  const to = ['--forward-to', `${receiver.url}/hook`, '--webhook', String(hook['id'])];
  const running = listen([...to, '--header', 'x-token: mine']);
  await running.next();
  await publish('buyer.matched');
  expect(await running.next()).toMatchObject({ status: 200 });
  const sent = receiver.requests.at(-1)?.headers ?? {};
  expect([sent['x-token'], sent['x-other']]).toEqual(['mine', undefined]);
});

it('says what is wrong', async () => {
  const to = ['--forward-to', receiver.url];
  expect(await listen([...to, '--webhook', 'wh_00000000007000000000000000']).fault).toContain('no such webhook');
  expect(await listen(to, 'crd_live_x').fault).toContain('test key');
  expect(await listen(['--forward-to', 'here']).fault).toContain('http://127.0.0.1:9000/hook');
});
