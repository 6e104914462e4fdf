import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { PartnerInboxes } from '../../activities/partners/iso20022/inbox';
import { createPartner } from '../../db/payments/dispatch/partners';
import { oauthBank, signedNotification } from '../activities/partners/described/banks';
import { PartnerRounds } from '../../activities/partners/rounds';
import { eventually } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { closeAtEnd } from '../support/closing';
import { exampleBank } from '../support/descriptions';
import { startScriptedServer } from '../support/http-server';
import { schemaFaults } from '../support/iso20022';
import { pain002, transactionStatus } from '../support/pain-002';
import { addRoute, newRoute } from '../support/partner';
import { startStack, type Stack } from '../support/stack';
import { DEBTOR } from '../../lab/benches/debtor';

const PATH = '/api/v1/payments/instructions';
const PARTNERS = '/v1/operator/partners';
const GUIDE = 'docs/guides/banks.md';
const DESCRIBED_GUIDE = 'docs/guides/described-bank.md';
const SECRETS = { 'client-secret': 'secret-of-the-client', 'webhook-secret': 'secret of the notifications' };

interface Shown {
  instructionId: string;
  status: string;
  uetr: string;
  settlement: { settlementReference: string; actualAmount: number; actualCurrency: string } | null;
  reconciliation: { status: string } | null;
}

let stack: Stack;
let key: string;
let operator: string;
let directory: string;
let inboxes: PartnerRounds;
let describedId: string;
const described = oauthBank(SECRETS['client-secret']);
const orders: string[] = [];
const lines: string[] = [];

async function openBankByFiles(): Promise<void> {
  const { database, vault } = stack;
  directory = await mkdtemp(path.join(tmpdir(), 'corridor-transcript-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  const config = { ...DEBTOR, directory };
  const partner = { name: 'Bank by files', adapter: 'iso20022', config, environment: 'test' } as const;
  const { id } = await createPartner(database, vault, partner);
  await prepareDirectory(directory, id);
  await addRoute(database, newRoute(id, { currencies: ['USD', 'GBP'] }));
  const log = pino({ level: 'silent' });
  inboxes = new PartnerRounds(database, [
    new PartnerInboxes({ database, vault, log, wake: () => undefined, looksBeforeRefusal: 2 }),
  ]);
}

/** How notifications are read that are a camt.054 each, as the guide has it. */
function bookedByNotice(): object {
  const [, described = ''] =
    /```json\n(\{\n {2}"format": "xml"[\s\S]*?)```/.exec(readFileSync(DESCRIBED_GUIDE, 'utf8')) ?? [];
  return JSON.parse(described) as object;
}

async function openBankByDescription(): Promise<void> {
  const server = await startScriptedServer((request) => {
    if (request.method === 'POST' && request.path === '/v1/payouts') orders.push(request.body.toString());
    return described.react(request);
  });
  const description = exampleBank('form-oauth', { baseUrl: server.url, polling: undefined });
  const { notifications, statuses } = description;
  if (notifications === undefined) throw new Error('the example notifies');
  const words = { ...statuses, DBIT: 'settled' };
  const notices = { ...notifications, reference: undefined, ...bookedByNotice() };
  const config = { description: { ...description, statuses: words, notifications: notices } };
  const body = { name: 'Bank by description', adapter: 'described', config };
  describedId = String((await stack.call('POST', PARTNERS, { key: operator, body })).body['id']);
  for (const [name, value] of Object.entries(SECRETS)) {
    await stack.call('POST', `${PARTNERS}/${describedId}/set-credential`, { key: operator, body: { name, value } });
  }
  await addRoute(stack.database, newRoute(describedId, { currencies: ['INR'] }));
}

beforeAll(async () => {
  stack = await startStack();
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
  await openBankByFiles();
  await openBankByDescription();
});

const say = (line: string): number => lines.push(line);

function shownOnce(id: string, isSo: (payment: Shown) => boolean, what: string): Promise<Shown> {
  return eventually(async () => (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Shown, isSo, what);
}

interface Payee {
  country: string;
  accountNumber: string;
  scheme: string;
  code: string;
}

/** Orders a payment by the clearing code of the payee's bank. */
async function pay(words: string, amount: number, currency: string, payee: Payee): Promise<Shown> {
  const { country, accountNumber, scheme, code } = payee;
  const bankAccount = { accountNumber, clearing: { scheme, code }, country };
  const beneficiary = { name: 'Example Supplier Ltd', country, bankAccount };
  const body = { amount, currency, beneficiary, purpose: { code: 'trade_settlement' }, settlementRoute: {} };
  const answer = await stack.call('POST', PATH, { key, body });
  expect(answer.status).toBe(201);
  const { instructionId } = answer.body['data'] as Shown;
  const sent = await shownOnce(instructionId, ({ status }) => status !== 'pending', 'the payment is sent');
  say(`POST ${PATH}  ${amount} ${currency} to ${words}`);
  say(`  bankAccount ${JSON.stringify(bankAccount)}`);
  say(`  201 ${instructionId}: ${sent.status}`);
  return sent;
}

/** What a bank puts into the directory, and two looks at it. */
async function receive(name: string, content: string): Promise<void> {
  await writeFile(path.join(directory, 'in', name), content);
  await inboxes.look();
  await inboxes.look();
}

async function showOrder({ instructionId }: Shown): Promise<void> {
  const name = `${instructionId}-1.xml`;
  const message = await readFile(path.join(directory, 'out', name), 'utf8');
  expect(await schemaFaults('pain.001.001.09', message)).toEqual([]);
  say(`out/${name}  pain.001.001.09, valid by its schema`);
  for (const element of ['EndToEndId', 'Amt', 'CdtrAgt', 'CdtrAcct']) {
    say(`  ${new RegExp(`<${element}>.*?</${element}>`).exec(message)?.[0] ?? ''}`);
  }
}

/** Domain, family and subfamily of a credit transfer that a customer has ordered. Source: ISO 20022, bank transaction codes */
const CREDIT_TRANSFER =
  '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>';

/** @returns a camt.054 of today about the debit of a payment */
function bookedDebit(id: string, reference: string, amount: string, currency: string): string {
  const references = `<AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>${id}</EndToEndId>`;
  return camt053([camtEntry({ references, amount, currency })])
    .replaceAll('2026-11-20T18:00:00Z', new Date().toISOString())
    .replaceAll('2026-11-20', new Date().toISOString().slice(0, 10))
    .replace('<BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>', CREDIT_TRANSFER)
    .replace('camt.053', 'camt.054')
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>');
}

/** Reports by file until the debit is booked. */
async function settleByFiles({ instructionId: id, uetr }: Shown, amount: string, currency: string): Promise<void> {
  const transactions = [transactionStatus({ id, uetr, status: 'ACSP', reference: `B-${currency}` })];
  await receive(`${currency}-status.xml`, pain002(`${id}-1`, { createdAt: new Date().toISOString(), transactions }));
  const moved = await shownOnce(id, ({ status }) => status === 'processing', 'the report is applied');
  say(`in/${currency}-status.xml  pain.002, TxSts ACSP: ${moved.status}`);
  await receive(`${currency}-booking.xml`, bookedDebit(id, `BOOKED-${currency}`, amount, currency));
  await showSettlement(id, `in/${currency}-booking.xml  camt.054, booked debit of ${amount} ${currency}`);
}

async function showSettlement(id: string, by: string): Promise<void> {
  const paid = await shownOnce(id, ({ settlement }) => settlement !== null, 'the booking confirms the settlement');
  const { settlementReference, actualAmount, actualCurrency } = paid.settlement ?? {};
  say(`${by}: ${paid.status}`);
  say(
    `  settlement ${settlementReference ?? ''}, ${actualAmount ?? ''} ${actualCurrency ?? ''}, reconciliation ${paid.reconciliation?.status ?? ''}`,
  );
  expect(paid).toMatchObject({ status: 'settled', reconciliation: { status: 'matched' } });
}

/** Keeps what was said in the guide. */
async function keep(): Promise<void> {
  const guide = await readFile(GUIDE, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const block = `Output of ${day}:\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
  const kept = guide.replace(/Output of \d[\s\S]*?\n```\n(?=$|\n)/, () => block);
  if (kept === guide) throw new Error(`${GUIDE} has no place for the transcript`);
  await writeFile(GUIDE, kept);
}

/** Source: docs/guides/banks.md, "A run with two banks" */
it('pays to the United States, Britain and India by their clearing codes, by files and by description', async () => {
  const american = { country: 'US', accountNumber: '9876543210', scheme: 'USABA', code: '021000021' };
  const usd = await pay('the United States by routing number', 1250.5, 'USD', american);
  await showOrder(usd);
  await settleByFiles(usd, '1250.50', 'USD');
  const british = { country: 'GB', accountNumber: '12345678', scheme: 'GBDSC', code: '200000' };
  const gbp = await pay('Britain by sort code', 980, 'GBP', british);
  await showOrder(gbp);
  await settleByFiles(gbp, '980.00', 'GBP');

  const indian = { country: 'IN', accountNumber: '50100012345678', scheme: 'INFSC', code: 'HDFC0000123' };
  const inr = await pay('India by IFSC', 84_000, 'INR', indian);
  say('POST /v1/payouts  at the bank by description');
  say(`  ${orders.at(-1) ?? ''}`);
  expect(new URLSearchParams(orders.at(-1)).get('payee[routing]')).toBe('HDFC0000123');
  const notice = bookedDebit(inr.instructionId, 'BOOKED-INR', '84000.00', 'INR');
  const notify = (raw: string) => {
    const sent = signedNotification(raw, { type: 'application/xml', secret: SECRETS['webhook-secret'] });
    return stack.call('POST', `/api/v1/partners/${describedId}/notifications`, sent);
  };
  const announced = await notify(notice.replace('BOOK', 'PDNG'));
  expect(announced.body['data']).toEqual({ disposition: 'ignored' });
  const taken = await notify(notice);
  expect(taken.body['data']).toEqual({ disposition: 'applied' });
  const by = `POST /api/v1/partners/{partnerId}/notifications  camt.054, signed, booked debit of 84000.00 INR`;
  await showSettlement(inr.instructionId, by);
  if (process.env['UPDATE_TRANSCRIPT'] === '1') await keep();
});
