import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { describeInBrowser } from '../../support/browser';
import { eventually, instructionBody } from '../../support/builders';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { startTestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';
const PAYMENTS = '/api/v1/payments/instructions';

const idOf = ({ headers }: Answer): string => headers.get('request-id') ?? '';

describeInBrowser('the log of requests', () => {
  let stack: Stack;
  let browser: ConsoleBrowser;
  let refused: Answer;
  let paymentId: string;

  beforeAll(async () => {
    stack = await startStack();
    const partner = await startTestPartner(stack.database, stack.vault, { name: 'Nordic Clearing' });
    const key = await stack.createKey('Blue Harbour', { label: 'Web shop' });
    const body = instructionBody({ settlementRoute: { routeId: partner.routeId } });
    const made = await stack.call('POST', PAYMENTS, { key, body });
    paymentId = String((made.body['data'] as Record<string, unknown>)['instructionId']);
    await stack.call('POST', `${PAYMENTS}/${paymentId}/cancel`, { key, body: {} });
    refused = await stack.call('POST', PAYMENTS, { key, body: { ...body, amount: 'much' } });
    await stack.call('GET', '/v1/shipments/shp_unknown', { key });
    await eventually(
      () => stack.database.query('select id from request_log'),
      ({ length }) => length === 4,
      'the requests in the log',
    );
    const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
    const member = { email: 'member@example.com', name: 'Member', role: 'viewer', accountId } as const;
    await createUser(stack.database, { ...member, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(stack.baseUrl);
    await browser.logIn(member.email, PASSWORD);
  });

  it('leads from what was refused to the field at fault', async () => {
    await browser.go('/console/test/requests');
    expect(await browser.text()).toContain('Web shop');
    expect(await browser.look('requests')).toEqual([]);
    await browser.page.select('main [name="status"]', '4xx');
    await browser.page.select('main [name="operation"]', 'createPaymentInstruction');
    await browser.press('main form.filters button');
    expect(await browser.page.$$eval('main tbody tr', ({ length }) => length)).toBe(1);
    await browser.press('main tbody a');
    expect(browser.page.url()).toContain(idOf(refused));
    for (const words of ['400', 'INVALID_REQUEST', 'amount', 'created nothing']) {
      expect(await browser.text()).toContain(words);
    }
    expect(await browser.look('request-refused')).toEqual([]);
  });

  it('leads from a payment to the requests about it, and back', async () => {
    await browser.go(`/console/test/payments/${paymentId}`);
    await browser.press('main a[href*="/requests?about="]');
    expect(await browser.page.$$eval('main tbody tr', ({ length }) => length)).toBe(2);
    await browser.press('main tbody tr:last-child a');
    expect(await browser.text()).toContain('createPaymentInstruction');
    expect(await browser.look('request-made')).toEqual([]);
    await browser.press(`section a[href$="/payments/${paymentId}"]`);
    expect(browser.page.url()).toContain(`/payments/${paymentId}`);
  });

  it('works without script', async () => {
    await browser.page.setJavaScriptEnabled(false);
    await browser.go('/console/test/requests');
    await browser.fill('id', idOf(refused));
    await browser.press('main form.filters button');
    expect(browser.page.url()).toMatch(new RegExp(`/requests/${idOf(refused)}$`));
    await browser.page.setJavaScriptEnabled(true);
  });

  it('was read without a complaint of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
