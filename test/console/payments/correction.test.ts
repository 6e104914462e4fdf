import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { createConsoleApp, Person } from '../../support/console-app';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { memberOf } from '../../../domain/unknown-value';
import { eventually, instructionBody } from '../../support/builders';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';
const PAY = '/console/test/payments/new';

let stack: Stack;
let partner: TestPartner;
let owner: Person;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
  const member = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId } as const;
  await createUser(stack.database, { ...member, password: PASSWORD, actor: 'command:test' });
  owner = new Person(createConsoleApp(stack.database, { services: stack.services, vault: stack.vault }));
  await owner.logIn(member.email, PASSWORD);
});

/** @returns the page of a payment that its partner has failed because of its account number */
async function failed(): Promise<string> {
  const made = await owner.submit(`${PAY}?currency=usd&country=us`, PAY, [
    ['to.currency', 'USD'],
    ['to.country', 'US'],
    ['to.beneficiary', ''],
    ['amount', '125.50'],
    ['beneficiary.name', 'Example Trading Ltd'],
    ['beneficiary.country', 'US'],
    ['beneficiary.bankAccount.accountNumber', '9876543210'],
    ['beneficiary.bankAccount.swiftBic', 'BOFAUS3N'],
    ['purpose.code', 'trade_settlement'],
    ['remittance.text', 'Order 17'],
  ]);
  const page = String(made.headers['location']);
  await eventually(
    () => owner.get(page),
    ({ text }) => text.includes('>submitted<'),
    'the payment is sent',
  );
  await fail(page.split('/').at(-1) ?? '');
  return page;
}

async function fail(instructionId: string): Promise<void> {
  const details = { message: 'No such account', reasonCode: 'AC01' };
  const { status } = await stack.call('PUT', `/api/v1/payments/instructions/${instructionId}/status`, {
    key: partner.key,
    body: { status: 'failed', details },
  });
  expect(status).toBe(200);
}

const valueOf = (html: string, name: string): string | undefined =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];

/** Source: docs/GAPS.md#resubmission */
describe('a failed payment', () => {
  it('is corrected on a form that has what was instructed, and paid again', async () => {
    const page = await failed();
    expect((await owner.get(page)).text).toContain(`href="${page}/correct"`);
    expect((await owner.get('/console/test/payments')).text).toContain(`href="${page}/correct"`);
    const { text } = await owner.get(`${page}/correct`);
    expect([valueOf(text, 'amount'), valueOf(text, 'beneficiary.name')]).toEqual(['125.5', 'Example Trading Ltd']);
    expect(text).not.toContain('9876543210');
    expect(text).toContain('The account number is wrong or missing');
    const fields: [string, string][] = [
      ['amount', valueOf(text, 'amount') ?? ''],
      ['beneficiary.name', 'Example Trading Ltd'],
      ['beneficiary.bankAccount.accountNumber', '9876543219'],
    ];
    const again = await owner.submit(`${page}/correct`, `${page}/correct`, fields);
    expect(again.status).toBe(303);
    const other = await owner.get(String(again.headers['location']));
    for (const part of ['125.50 USD to Example Trading Ltd', '****3219', 'It instructs'])
      expect(other.text).toContain(part);
  });

  it('loses an emptied field that it need not have, and names one that it needs', async () => {
    const page = await failed();
    const emptied = (name: string) => owner.submit(`${page}/correct`, `${page}/correct`, [[name, '']]);
    const refused = await emptied('beneficiary.name');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="beneficiary.name-fault"');
    const again = await emptied('remittance.text');
    expect(again.status).toBe(303);
    expect((await owner.get(String(again.headers['location']))).text).not.toContain('Order 17');
  });

  it('requires what the operation requires: a BIC only where nothing else names the bank', async () => {
    const without = async (page: string) =>
      owner.submit(`${page}/correct`, `${page}/correct`, [['beneficiary.bankAccount.swiftBic', '']]);
    const refused = await without(await failed());
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="beneficiary.bankAccount.swiftBic-fault"');
    expect(refused.text).toContain('is required unless the account is an IBAN');
    const key = await stack.createKey('Blue Harbour');
    const bankAccount = { accountNumber: '9876543210', country: 'US', bankName: 'Example Bank', swiftBic: 'BOFAUS3N' };
    const beneficiary = { name: 'Example Trading Ltd', country: 'US', bankAccount };
    const made = await stack.call('POST', '/api/v1/payments/instructions', {
      key,
      body: instructionBody({ beneficiary }),
    });
    const id = String(memberOf(made.body, 'data', 'instructionId'));
    await fail(id);
    const again = await without(`/console/test/payments/${id}`);
    expect(again.status).toBe(303);
  });

  it('keeps what was typed where a correction is refused', async () => {
    const page = await failed();
    const refused = await owner.submit(`${page}/correct`, `${page}/correct`, [['beneficiary.name', 'x'.repeat(200)]]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('x'.repeat(200));
  });
});
