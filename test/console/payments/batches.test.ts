import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { eventually } from '../../support/builders';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { startTestPartner } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';
const BATCHES = '/console/test/batches';
const HEADER = [
  ...['amount', 'currency', 'beneficiary.name', 'beneficiary.country', 'beneficiary.bankAccount.accountNumber'],
  ...['beneficiary.bankAccount.swiftBic', 'beneficiary.bankAccount.country', 'purpose.code'],
].join('\t');
const row = (currency = 'USD'): string =>
  ['5', currency, 'Example Trading Ltd', 'US', '9876543210', 'BOFAUS3N', 'US', 'services'].join('\t');

let stack: Stack;
let owner: Person;
let viewer: Person;

beforeAll(async () => {
  stack = await startStack();
  await startTestPartner(stack.database, stack.vault, { name: 'north' });
  const app = createConsoleApp(stack.database, { services: stack.services, vault: stack.vault });
  const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
  const person = async (role: 'owner' | 'viewer'): Promise<Person> => {
    const email = `${role}@example.com`;
    await createUser(stack.database, { email, name: role, role, password: PASSWORD, accountId, actor: 'command:test' });
    const one = new Person(app);
    await one.logIn(email, PASSWORD);
    return one;
  };
  owner = await person('owner');
  viewer = await person('viewer');
});

const send = (text: string, mode: string) =>
  owner.submit(BATCHES, BATCHES, [
    ['name', 'March & April'],
    ['mode', mode],
    ['text', text],
  ]);

/** Source: docs/GAPS.md#P18 */
describe('batches in the console', () => {
  it('are pasted from a spreadsheet, followed and cancelled', async () => {
    const sent = await send([HEADER, row(), row('EURO')].join('\r\n'), 'valid_only');
    expect(sent.status).toBe(303);
    const page = String(sent.headers['location']);
    const { text } = await eventually(
      () => owner.get(page),
      (shown) => shown.text.includes('2 of 2 rows are done.'),
      'the batch is made',
    );
    expect(text).toContain('March &amp; April');
    expect(text).toContain('currency');
    expect(text).toMatch(/\/console\/test\/payments\/instr_/);
    expect((await owner.get(BATCHES)).text).toContain('March &amp; April');
    expect((await owner.get(`${BATCHES}/file`)).text).toMatch(/\r\nbat_\w{26},March & April,completed,2,1,1,0,/);
    const rows = (await viewer.get(`${page}/file`)).text.trimEnd().split('\r\n');
    expect(rows).toEqual([
      'row,state,payment,reference,payee,account,amount,currency,status,faults',
      expect.stringMatching(/^1,made,instr_\w{26},,Example Trading Ltd,\*{4}3210,5,USD,\w+,$/),
      expect.stringMatching(/^2,refused,,,,,,,,"?currency /),
    ]);
  });

  it('show each fault at its row and column, and keep what was pasted', async () => {
    const refused = await send([HEADER, row(), row('EURO')].join('\r\n'), 'all_or_nothing');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Nothing was paid.');
    expect(refused.text).toMatch(/>2<\/th><td[^>]*>currency<\/td>/);
    expect(refused.text).toContain(row('EURO'));
    expect((await send('', 'valid_only')).text).toContain('Choose a file, or paste a table.');
    expect((await send('amount\n5', 'valid_only')).text).toContain('currency is a column that the header must have');
  });

  it('are read by members who may not send them', async () => {
    const { text, status } = await viewer.get(BATCHES);
    expect(status).toBe(200);
    expect(text).not.toContain('Send the batch');
    const answer = await viewer.submit(BATCHES, BATCHES, [['text', HEADER]]);
    expect(answer.status).toBe(403);
    expect((await viewer.get(`${BATCHES}/bat_00000000007000000000000000`)).status).toBe(404);
  });
});

/** Source: docs/GAPS.md#P18 */
describe('a batch whose payments all need approvals', () => {
  const APPROVALS = '/console/test/approvals';
  const DECISIONS = '/console/test/decisions';
  const made = async (page: string): Promise<string> => {
    const { text } = await eventually(
      () => owner.get(page),
      (shown) => shown.text.includes('2 of 2 rows are done.') && !shown.text.includes('>making<'),
      'the batch is made',
    );
    return text;
  };

  it('is one row for who may approve it, and is approved on its own page', async () => {
    await owner.submit(APPROVALS, APPROVALS, [
      ['amount', '0'],
      ['currency', 'USD'],
      ['approvals', '1'],
    ]);
    const page = String((await send([HEADER, row(), row()].join('\r\n'), 'all_or_nothing')).headers['location']);
    const text = await made(page);
    expect(text).toContain('You sent this batch: other members approve it.');
    const [id = ''] = /bat_[0-9a-z]{26}/.exec(page) ?? [];
    const list = (await viewer.get(DECISIONS)).text;
    expect(list).toContain(`/batches/${id}#approval`);
    expect(list).not.toContain('/payments/instr_');
    expect((await owner.get(DECISIONS)).text).not.toContain(id);
    const { text: shown } = await viewer.get(page);
    const hash = /name="hash" value="([0-9a-f]{64})"/.exec(shown)?.[1] ?? '';
    const refused = await viewer.submit(page, `${page}/approvals`, [
      ['hash', 'f'.repeat(64)],
      ['comment', 'all ordered'],
      ['decision', 'approve'],
    ]);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('all ordered');
    const answer = await viewer.submit(page, `${page}/approvals`, [
      ['hash', hash],
      ['comment', 'all ordered'],
      ['decision', 'approve'],
    ]);
    expect(ledTo(answer)).toEqual([DECISIONS, 'batch-approved']);
    expect((await viewer.get(DECISIONS)).text).not.toContain(id);
    expect((await viewer.get(page)).text).toContain('Approved by viewer@example.com');
  });

  it('says how many wait where only a part of them does', async () => {
    await owner.submit(APPROVALS, `${APPROVALS}/clear`, [
      ['amount', '0'],
      ['currency', 'USD'],
    ]);
    await owner.submit(APPROVALS, APPROVALS, [
      ['amount', '4'],
      ['currency', 'USD'],
      ['approvals', '1'],
    ]);
    const small = row().replace(/^5/, '3');
    const page = String((await send([HEADER, row(), small].join('\r\n'), 'all_or_nothing')).headers['location']);
    expect(await made(page)).toContain('One payment waits');
    expect((await viewer.get(DECISIONS)).text).toContain('Approve a payment');
  });
});
