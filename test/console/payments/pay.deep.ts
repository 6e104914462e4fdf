import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { describeInBrowser } from '../../support/browser';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { startTestPartner } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';

describeInBrowser('a payment from a form', () => {
  let stack: Stack;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    stack = await startStack();
    await startTestPartner(stack.database, stack.vault, { name: 'Nordic Clearing' });
    const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
    const member = { email: 'member@example.com', name: 'Member', role: 'developer', accountId } as const;
    await createUser(stack.database, { ...member, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(stack.baseUrl);
    await browser.logIn(member.email, PASSWORD);
  });

  async function begin(): Promise<void> {
    await browser.go('/console/test/payments');
    await browser.press('main a.button[href$="/payments/new"]');
    await browser.fill('to.currency', 'usd');
    await browser.fill('to.country', 'us');
    await browser.press('main form.panel button[formaction$="/fields"]');
  }

  async function fillIn(): Promise<void> {
    await browser.fill('amount', '125.50');
    await browser.fill('beneficiary.name', 'Example Trading Ltd');
    await browser.fill('beneficiary.bankAccount.accountNumber', '9876543210');
    await browser.fill('beneficiary.bankAccount.swiftBic', 'BOFAUS3N');
    await browser.page.select('[name="purpose.code"]', 'trade_settlement');
  }

  const review = (): Promise<void> => browser.press('main form.panel > p:last-child button');
  const pay = (): Promise<void> => browser.press('main form button:not(.quiet)');

  it('begins with the payee and the currency', async () => {
    await browser.go('/console/test/payments/new');
    expect(await browser.look('pay-choose')).toEqual([]);
  });

  it('says at each field what is wrong, and keeps the rest', async () => {
    await begin();
    await browser.fill('amount', 'much');
    await browser.fill('beneficiary.name', 'Example Trading Ltd');
    await review();
    const faults = await browser.page.$$eval('main form .fault', (found) => found.map(({ id }) => id));
    expect(faults).toContain('amount-fault');
    expect(faults).toContain('beneficiary.bankAccount.accountNumber-fault');
    expect(await browser.page.$eval('[name="beneficiary.name"]', (field) => field.getAttribute('value'))).toBe(
      'Example Trading Ltd',
    );
    expect(await browser.look('pay-faults')).toEqual([]);
  });

  it('shows route, fee, date and screening, and pays', async () => {
    await begin();
    await fillIn();
    await review();
    const text = await browser.text();
    for (const words of ['Nordic Clearing', 'Expected', 'Fee', 'Screening']) expect(text).toContain(words);
    expect(await browser.look('pay-review')).toEqual([]);
    await pay();
    expect(browser.page.url()).toMatch(/\/payments\/instr_/);
    expect(await browser.text()).toContain('Example Trading Ltd');
  });

  it('compares old and new bank details on a page that fits', async () => {
    const accountId = (await findOrCreateAccount(stack.database, 'Blue Harbour')).id;
    const owner = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId, password: PASSWORD } as const;
    const madeBy = await createUser(stack.database, { ...owner, actor: 'command:test' });
    const key = await stack.createKey('Blue Harbour', { label: 'Ledger', madeBy });
    const bankAccount = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' };
    const body = { name: 'Cotton Supplier Ltd', country: 'US', bankAccount };
    const saved = await stack.call('POST', '/api/v1/beneficiaries', { key, body });
    const { id } = saved.body['data'] as { id: string };
    const change = { bankAccount: { accountNumber: '1234567890' } };
    await stack.call('PATCH', `/api/v1/beneficiaries/${id}`, { key, body: change });
    await browser.go(`/console/test/beneficiaries/${id}`);
    await browser.press('main .notice button');
    const text = await browser.text();
    for (const words of ['9876543210', '1234567890', 'Changed with the key']) expect(text).toContain(words);
    expect(await browser.look('beneficiary-compared')).toEqual([]);
  });

  it('works without script', async () => {
    await browser.page.setJavaScriptEnabled(false);
    await begin();
    await fillIn();
    await review();
    await pay();
    expect(browser.page.url()).toMatch(/\/payments\/instr_/);
    await browser.page.setJavaScriptEnabled(true);
  });

  it('was made without a complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
