import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listAuditEntries } from '../../db/auth/audit-log';
import { readBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { takePoll } from '../../db/payments/dispatch/bank-polls';
import { openVault } from '../../lib/vault';
import { hmacBank, type SimulatedBank } from '../activities/partners/described/banks';
import { jsonBank, REFUSED_NAME } from '../activities/partners/described/json-bank';
import { eventually, instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { CommandLine } from '../support/command-line';
import { exampleBank } from '../support/descriptions';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { addRoute, newRoute } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';
const PARTNERS = '/v1/operator/partners';
const API_KEY = 'the key that the bank gave us';

let stack: Stack;
let operator: string;
let bank: ReturnType<typeof jsonBank>;
let server: ScriptedServer;
let polled: SimulatedBank;
let polledId: string;

beforeAll(async () => {
  stack = await startStack();
  operator = await stack.createOperator();
  bank = jsonBank(API_KEY);
  server = await startScriptedServer((request) => bank.react(request));
  // Routes are read at the first payment, and again at a notice that may take a moment.
  polled = hmacBank(API_KEY, () => Date.now());
  const { url } = await startScriptedServer((request) => polled.react(request));
  const hmac = exampleBank('json-hmac', { baseUrl: url, polling: { seconds: 86_400 } });
  const described = { ...hmac, inquire: { ...hmac.inquire, payeeCheck: { result: '/payee/check' } } };
  const made = await create('Polled bank', described);
  polledId = String(made.body['id']);
  const credential = { name: 'signing-key', value: API_KEY };
  await stack.call('POST', `${PARTNERS}/${polledId}/set-credential`, { key: operator, body: credential });
  await addRoute(stack.database, newRoute(polledId, { currencies: ['CHF'] }));
});

interface Shown {
  instructionId: string;
  status: string;
  waitingReason: string | null;
  failure: { code: string; message: string } | null;
  payeeCheck: object | null;
  settlementDetails: { partnerReference: string };
}

function create(name: string, description: unknown): Promise<Answer> {
  const body = { name, adapter: 'described', config: { description } };
  return stack.call('POST', PARTNERS, { key: operator, body });
}

async function pay(key: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
  return (body['data'] as Shown).instructionId;
}

function shown(key: string, instructionId: string, isSo: (payment: Shown) => boolean, what: string): Promise<Shown> {
  return eventually(
    async () => (await stack.call('GET', `${PATH}/${instructionId}`, { key })).body['data'] as Shown,
    isSo,
    what,
  );
}

/** Source: docs/GAPS.md#described */
describe('a bank by description', () => {
  it('gets payments once it is made, with its credential, by an operator', async () => {
    const { status, body } = await create(
      'Bank by description',
      exampleBank('json-header', { baseUrl: `${server.url}/v2` }),
    );
    expect(status).toBe(201);
    const partnerId = String(body['id']);
    const credential = { name: 'api-key', value: API_KEY, reason: 'The contract is signed' };
    const set = await stack.call('POST', `${PARTNERS}/${partnerId}/set-credential`, {
      key: operator,
      body: credential,
    });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({ partnerId, credentials: [{ name: 'api-key' }] });
    await addRoute(stack.database, newRoute(partnerId, { currencies: ['USD'] }));
    const key = await stack.createKey('acme');

    const taken = await pay(key);
    const payment = await shown(key, taken, ({ status: now }) => now === 'accepted', 'the bank has it');
    expect(payment.settlementDetails.partnerReference).toBe('T-1');
    expect(bank.transfers.map(({ reference }) => reference)).toEqual([taken]);

    const refused = await pay(key, {
      beneficiary: { ...(instructionBody()['beneficiary'] as object), name: REFUSED_NAME },
    });
    const failed = await shown(key, refused, ({ status: now }) => now === 'failed', 'the bank rejects it');
    expect(failed.failure).toMatchObject({ code: 'AC04', message: 'The account is closed.' });

    const entries = await listAuditEntries(stack.database, null);
    const [entry] = entries.filter(({ act }) => act === 'partner.credential_set');
    expect(entry).toMatchObject({ subject: partnerId, detail: { credential: 'api-key', reason: credential.reason } });
    expect(JSON.stringify([entries, stack.logged])).not.toContain(API_KEY);
  });

  it('is asked what became of its payments, and each answer is a report', async () => {
    const key = await stack.createKey('polled');
    const id = await pay(key, { currency: 'CHF' });
    await shown(key, id, ({ status }) => status === 'submitted', 'the bank has it');
    const [order] = polled.orders;
    const isNowDue = () =>
      stack.database.query('update bank_polls set next_at = now() where partner_id = $1', [polledId]);

    Object.assign(order ?? {}, { state: 'IN_PROGRESS', more: { payee: { check: 'RVNM' } } });
    await isNowDue();
    const checked = await shown(key, id, ({ payeeCheck }) => payeeCheck !== null, 'the bank has checked the payee');
    expect(checked).toMatchObject({ status: 'processing', payeeCheck: { result: 'no_match', decision: 'pending' } });
    const waiting = await stack.call('GET', '/v1/operator/payments?waiting=payee_check', { key: operator });
    expect(JSON.stringify(waiting.body)).toContain(id);
    const settlement = { reference: 'S-1', amount: { value: '1250.50', currency: 'CHF' } };
    Object.assign(order ?? {}, { state: 'EXECUTED', more: { settlement } });
    await isNowDue();
    const settled = await shown(key, id, ({ status }) => status === 'settled', 'the bank has paid it');
    expect(settled).toMatchObject({
      settlement: { settlementReference: 'S-1', actualAmount: 1250.5 },
      reconciliation: { status: 'matched' },
    });
    expect(await takePoll(stack.database, polledId, 10)).toBe(false);
  });

  it('is refused with every member that is wrong', async () => {
    const others: Record<string, unknown> = exampleBank('json-header');
    delete others['inquire'];
    const withoutInquiry = await create('Without inquiry', { ...others, script: 'x' });
    expect(withoutInquiry.status).toBe(400);
    const details = (answer: Answer) => (answer.body['error'] as { details: { field: string }[] }).details;
    expect(details(withoutInquiry).map(({ field }) => field)).toEqual(['description.inquire', 'description.script']);

    const elsewhere = exampleBank('json-header');
    elsewhere.submit.path = 'https://elsewhere.example/transfers';
    const refused = await create('Elsewhere', elsewhere);
    expect(refused.status).toBe(400);
    expect(details(refused)).toMatchObject([{ field: 'description.submit.path', code: 'other_host' }]);
  });

  it('has its credentials named by a partner that exists', async () => {
    const body = { name: 'api-key', value: 'x' };
    const missing = `${PARTNERS}/ptn_00000000000000000000000000/set-credential`;
    expect((await stack.call('POST', missing, { key: operator, body })).status).toBe(404);
  });

  it('is made and changed by command from files', async () => {
    const dataKey = randomBytes(32).toString('base64');
    const command = new CommandLine({ DATABASE_URL: stack.settings.databaseUrl, DATA_KEY: dataKey });
    const folder = await mkdtemp(path.join(tmpdir(), 'corridor-described-'));
    closeAtEnd(() => rm(folder, { recursive: true, force: true }));
    const file = (name: string): string => path.join(folder, name);
    await writeFile(file('bank.json'), JSON.stringify(exampleBank('json-header')));
    await writeFile(file('broken.json'), '{');
    await writeFile(file('key'), 'secret of the file\n');

    const made = ['partners', 'create', '--name', 'By command', '--adapter', 'described', '--json'];
    const partner = await command.run(...made, '--description', file('bank.json'));
    expect(partner).toMatchObject({ code: 0 });
    const id = String(partner.said['id']);
    const set = ['partners', 'set-credential', '--partner', id, '--name', 'api-key', '--json', '--from'];
    expect((await command.run(...set, file('key'))).said).toEqual({
      partner: id,
      credentials: ['api-key'],
    });
    const vault = openVault(dataKey);
    const called = { id, adapter: 'described', config: { description: exampleBank('json-header') } };
    expect(await readBankCredential(stack.database, vault, called, 'api-key')).toBe('secret of the file');
    expect(await readBankCredential(stack.database, vault, called, 'other')).toBeNull();

    const update = ['partners', 'update', '--partner', id, '--description'];
    expect((await command.run(...update, file('broken.json'))).fault).toMatch(/is no JSON/);
    expect((await command.run(...update, file('absent.json'))).fault).toMatch(/ENOENT/);
    const changed = exampleBank('json-header');
    changed.inquire.path = '/latest';
    await writeFile(file('bank.json'), JSON.stringify(changed));
    expect((await command.run(...update, file('bank.json'))).fault).toMatch(/description\.inquire\.path/);
    changed.inquire.path = '/transfers/by-reference/{instructionId}';
    await writeFile(file('bank.json'), JSON.stringify(changed));
    expect((await command.run(...update, file('bank.json'))).code).toBe(0);
  });
});
