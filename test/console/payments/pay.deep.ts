import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { describeInBrowser } from '../../support/browser';
import { eventually } from '../../support/builders';
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
    await browser.fill('currency', 'usd');
    await browser.fill('country', 'us');
    await browser.press('main form.panel button');
  }

  async function fillIn(): Promise<void> {
    await browser.fill('amount', '125.50');
    await browser.fill('beneficiary.name', 'Example Trading Ltd');
    await browser.fill('beneficiary.bankAccount.accountNumber', '9876543210');
    await browser.fill('beneficiary.bankAccount.swiftBic', 'BOFAUS3N');
    await browser.fill('purpose.code', 'trade_settlement');
  }

  const pay = (): Promise<void> => browser.press('main form.panel > p:last-child button');
  /** Text of the preview; its frame makes way for the next one while the form changes. */
  const previewed = async (): Promise<string> => {
    const frames = browser.page.frames().filter((one) => one.url().endsWith('/payments/new/preview'));
    const texts = frames.map((one) => one.$eval('body', (body) => body.textContent).catch(() => ''));
    return (await Promise.all(texts)).join('');
  };

  it('begins with the payee and the currency', async () => {
    await browser.go('/console/test/payments/new');
    expect(await browser.look('pay-choose')).toEqual([]);
  });

  it('says at each field what is wrong, and keeps the rest', async () => {
    await begin();
    await browser.fill('amount', 'much');
    await browser.fill('beneficiary.name', 'Example Trading Ltd');
    await pay();
    const faults = await browser.page.$$eval('main form .fault', (found) => found.map(({ id }) => id));
    expect(faults).toContain('amount-fault');
    expect(faults).toContain('beneficiary.bankAccount.accountNumber-fault');
    expect(await browser.page.$eval('[name="beneficiary.name"]', (field) => field.getAttribute('value'))).toBe(
      'Example Trading Ltd',
    );
    expect(await browser.look('pay-faults')).toEqual([]);
  });

  it('shows route, fee, date and screening beside it, and pays', async () => {
    await begin();
    await fillIn();
    await browser.click('main form.panel .bar button[formtarget]');
    const text = await eventually(previewed, (said) => said.includes('Screening'), 'the preview');
    for (const words of ['Nordic Clearing', 'Expected', 'Fee', 'Screening']) expect(text).toContain(words);
    expect(await browser.look('pay-preview')).toEqual([]);
    await pay();
    expect(browser.page.url()).toMatch(/\/payments\/instr_/);
    expect(await browser.text()).toContain('Example Trading Ltd');
  });

  it('works without script', async () => {
    await browser.page.setJavaScriptEnabled(false);
    await begin();
    await fillIn();
    await pay();
    expect(browser.page.url()).toMatch(/\/payments\/instr_/);
    await browser.page.setJavaScriptEnabled(true);
  });

  it('was made without a complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
