import { PartnerRegistry } from '../../activities/partners/registry';
import { DatabaseClock } from '../../db/database-clock';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import { findPartner } from '../../db/payments/dispatch/partners';
import { readBankCredential, setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { SEALED_COLUMNS } from '../../db/sealed-columns';
import type { Description } from '../../domain/payments/dispatch/description/schema';
import { eventually } from '../support/builders';
import { exampleBank, type ExampleBank } from '../support/descriptions';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { createOperator } from '../support/operators';
import { QUEUE_KEYS, REGION, startSqsService, type SqsService } from '../support/sqs-service';
import { startStack, type Stack } from '../support/stack';

const SECRET = 'a-secret-of-the-former-address';

let stack: Stack;
let here: ScriptedServer;
let there: ScriptedServer;
let queues: SqsService;
let otherQueues: SqsService;
let key: string;
let operator: string;
let accountId: string;
let banks = 0;

/** Another name of the same receiver is another origin. */
const byName = ({ url }: ScriptedServer): string => url.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  [here, there] = (await Promise.all([0, 1].map(() => startScriptedServer(() => ({ status: 200, body: {} }))))) as [
    ScriptedServer,
    ScriptedServer,
  ];
  [queues, otherQueues] = (await Promise.all([0, 1].map(() => startSqsService(['events'])))) as [
    SqsService,
    SqsService,
  ];
  const trusted = [here, there, queues, otherQueues].flatMap((one) => [one.url, byName(one)]);
  stack = await startStack({ webhookTrustedOrigins: trusted });
  [key, operator] = [await stack.createKey('acme'), await createOperator(stack.database)];
  accountId = (await findOrCreateAccount(stack.database, 'acme')).id;
});
beforeEach(() => {
  for (const { requests } of [here, there, queues, otherQueues]) requests.length = 0;
});

const call = (method: string, path: string, body: unknown, by = key) => stack.call(method, path, { key: by, body });

async function subscribe(members: object): Promise<string> {
  const made = await call('POST', '/v1/webhooks', { events: ['buyer.matched'], ...members });
  expect(made.status).toBe(201);
  return `/v1/webhooks/${String(made.body['id'])}`;
}

interface Attempt {
  error: string | null;
  status_code: number | null;
  duration_ms: number | null;
}

/** @returns how the one delivery of a subscription ends, as its attempt says it */
async function deliver(path: string): Promise<Attempt | undefined> {
  const tenant = { accountId, environment: 'test' as const };
  await recordCheckedEvent(stack.database, { tenant, type: 'buyer.matched', object: { id: 'm' }, subject: path });
  const read = async (): Promise<Attempt | undefined> => {
    const listed = (await stack.call('GET', `${path}/deliveries?limit=1`, { key })).body['data'] as { id: string }[];
    const { body } = await stack.call('GET', `/v1/deliveries/${listed[0]?.id ?? ''}`, { key });
    return (body['attempts'] as Attempt[] | undefined)?.[0];
  };
  const made = await eventually(read, (attempt) => typeof attempt?.duration_ms === 'number', 'an attempt');
  await call('DELETE', path, undefined);
  return made;
}

const arrived = (...servers: ScriptedServer[]): string =>
  JSON.stringify(servers.flatMap(({ requests }) => requests.map(({ headers, body }) => [headers, body.toString()])));

/** Source: docs/GAPS.md#A12 */
describe('a secret that is sent stays with the address it was given for', () => {
  it('has a destination in its seal: headers, keys of queues, credentials of banks', () => {
    const bound = SEALED_COLUMNS.filter(({ sentTo }) => sentTo !== undefined);
    expect(bound.map(({ table, column }) => `${table}.${column}`)).toEqual([
      'bank_credentials.value_sealed',
      'webhook_subscriptions.headers_sealed',
      'webhook_subscriptions.credentials_sealed',
    ]);
    for (const { purpose } of bound)
      expect(purpose('id', 'https://one.example')).not.toBe(purpose('id', 'https://two.example'));
  });

  it.each([
    ['port', () => `${there.url}/hook`, () => there],
    ['host', () => `${byName(here)}/hook`, () => here],
  ])(
    'static headers are dropped with another %s, by name, and travel again once they are given again',
    async (_of, url, at) => {
      const path = await subscribe({ url: `${here.url}/hook`, headers: { 'X-Token': SECRET } });
      const same = await call('PATCH', path, { url: `${here.url}/elsewhere` });
      expect(same.body).toMatchObject({ header_names: ['X-Token'] });
      expect(same.body).not.toHaveProperty('dropped');
      const moved = await call('PATCH', path, { url: url() });
      expect(moved.body).toMatchObject({ header_names: [], dropped: ['headers.X-Token'] });
      expect(await deliver(path)).toMatchObject({ status_code: 200 });
      expect(at().requests).toHaveLength(1);
      expect(arrived(here, there)).not.toContain(SECRET);

      const again = await subscribe({ url: `${here.url}/hook`, headers: { 'X-Token': SECRET } });
      const both = await call('PATCH', again, { url: url(), headers: { 'X-Token': 'another' } });
      expect(both.body).toMatchObject({ header_names: ['X-Token'] });
      expect(both.body).not.toHaveProperty('dropped');
      await deliver(again);
      expect(at().requests.at(-1)?.headers['x-token']).toBe('another');
    },
  );

  it.each([
    ['endpoint', () => ({ queue_url: otherQueues.queueUrl('events') })],
    ['region', () => ({ region: 'us-east-1' })],
  ])('the key of a queue is dropped with another %s, and nothing is sent without it', async (_of, destination) => {
    const queue = { type: 'sqs', queue_url: queues.queueUrl('events'), region: REGION, ...QUEUE_KEYS };
    const path = await subscribe({ destination: queue });
    const moved = await call('PATCH', path, { destination: destination() });
    expect(moved).toMatchObject({ status: 200, body: { dropped: ['destination.secret_access_key'] } });
    expect(await deliver(path)).toMatchObject({ status_code: null, error: 'secret_not_set' });
    expect([queues.requests, otherQueues.requests]).toEqual([[], []]);
  });

  it.each([
    ['url = $2', () => [`${there.url}/hook`], { headers: { 'X-Token': SECRET } }],
    ['url = replace(url, $2, $3)', () => ['http:', 'https:'], { headers: { 'X-Token': SECRET } }],
  ])('a subscription whose row is changed past the service (%s) sends nothing at all', async (set, values, members) => {
    const path = await subscribe({ url: `${here.url}/hook`, ...members });
    await stack.database.query(`update webhook_subscriptions set ${set} where id = $1`, [
      path.split('/').at(-1),
      ...values(),
    ]);
    expect(await deliver(path)).toMatchObject({ status_code: null, error: 'secret_not_set' });
    expect(there.requests).toEqual([]);
  });

  const PARTNERS = '/v1/operator/partners';
  const NAMES: Record<string, string> = {
    'json-header': 'api-key',
    'json-hmac': 'signing-secret',
    'form-oauth': 'client-secret',
  };

  async function bankAt(
    name: ExampleBank,
    baseUrl: string,
  ): Promise<{ id: string; name: string; moved: (to: string) => Description }> {
    const described = (address: string) => exampleBank(name, { baseUrl: address });
    const { authentication } = described(baseUrl);
    const credential = 'credential' in authentication ? authentication.credential : (NAMES[name] ?? '');
    const body = { name: `bank ${(banks += 1)}`, adapter: 'described', config: { description: described(baseUrl) } };
    const made = await call('POST', PARTNERS, body, operator);
    const id = String(made.body['id']);
    const set = await call('POST', `${PARTNERS}/${id}/set-credential`, { name: credential, value: SECRET }, operator);
    expect(set.status).toBe(200);
    return { id, name: credential, moved: described };
  }

  async function inquire(id: string): Promise<void> {
    const clock = new DatabaseClock(stack.database);
    await clock.look();
    const workflows = null as never;
    const context = {
      database: stack.database,
      vault: stack.vault,
      clock,
      workflows,
      publicUrl: stack.baseUrl,
      sandboxStepDelayMs: 0,
    };
    const adapter = await new PartnerRegistry(context).adapterOf(id);
    await adapter.inquire('instr_01').catch(() => undefined);
  }

  it.each<ExampleBank>(['json-header', 'json-hmac', 'form-oauth'])(
    'the credential of a described bank (%s) is dropped with another base address, which also is that of its tokens',
    async (name) => {
      const bank = await bankAt(name, here.url);
      await inquire(bank.id);
      expect(here.requests.length).toBeGreaterThan(0);
      here.requests.length = 0;
      const config = { description: bank.moved(there.url) };
      const moved = await call('PATCH', `${PARTNERS}/${bank.id}`, { config }, operator);
      expect(moved).toMatchObject({ status: 200, body: { droppedCredentials: [bank.name] } });
      await inquire(bank.id);
      expect([here.requests, there.requests]).toEqual([[], []]);
    },
  );

  it('a credential opens neither for settings that were changed past the service nor for those of an earlier read', async () => {
    const bank = await bankAt('json-header', here.url);
    const former = await findPartner(stack.database, bank.id);
    const { database, vault } = stack;
    await database.query('update partners set config = $2 where id = $1', [
      bank.id,
      JSON.stringify({ description: bank.moved(byName(here)) }),
    ]);
    await inquire(bank.id);
    expect(here.requests).toEqual([]);
    await setBankCredential(database, vault, { partnerId: bank.id, name: bank.name, value: 'new', actor: 'test' });
    await inquire(bank.id);
    expect(arrived(here)).toContain('new');
    expect(former && (await readBankCredential(database, vault, former, bank.name))).toBeNull();
  });
});
