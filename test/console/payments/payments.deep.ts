import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { askForInformation } from '../../../db/payments/review/information';
import { describeInBrowser } from '../../support/browser';
import { eventually, instructionBody, settlementBody } from '../../support/builders';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';

describeInBrowser('payments in the console', () => {
  let stack: Stack;
  let partner: TestPartner;
  let browser: ConsoleBrowser;
  let key: string;

  beforeAll(async () => {
    stack = await startStack();
    let taken = 0;
    partner = await startTestPartner(stack.database, stack.vault, {
      name: 'Nordic Clearing',
      react: ({ path }) => {
        if (path.endsWith('/cancel') || path.endsWith('/recall')) return { status: 202, body: {} };
        return path === '/instructions' ? { status: 200, body: { partnerReference: `NC-${(taken += 1)}` } } : undefined;
      },
    });
    key = await stack.createKey('Blue Harbour');
    const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
    const common = { password: PASSWORD, accountId, actor: 'command:test' };
    await createUser(stack.database, { ...common, email: 'owner@example.com', name: 'Owner', role: 'owner' });
    await createUser(stack.database, { ...common, email: 'member@example.com', name: 'Member', role: 'viewer' });
    browser = await openConsole(stack.baseUrl);
    await browser.logIn('owner@example.com', PASSWORD);
  });

  async function pay(overrides: Record<string, unknown>): Promise<string> {
    const settlementRoute = { routeId: partner.routeId };
    const answer = await stack.call('POST', '/api/v1/payments/instructions', {
      key,
      body: instructionBody({ settlementRoute, ...overrides }),
    });
    expect(answer.status).toBe(201);
    return String((answer.body['data'] as Record<string, unknown>)['instructionId']);
  }

  async function settle(id: string, overrides: Record<string, unknown>): Promise<void> {
    const path = `/api/v1/payments/instructions/${id}/settlement`;
    const answer = await stack.call('POST', path, { key: partner.key, body: settlementBody(overrides) });
    expect(answer.status).toBe(200);
  }

  it('are listed, found by any reference, and narrowed by status, currency and date', async () => {
    const settled = await pay({ clientReference: 'PO-2026-0117', amount: 98000.5 });
    await pay({ clientReference: 'PO-2026-0118', currency: 'EUR' });
    await settle(settled, { settlementReference: 'BANK-77', actualAmount: 97000 });
    await browser.go('/console/test/payments');
    expect(await browser.text()).toContain('PO-2026-0117');
    expect(await browser.text()).toContain('98,000.50 USD');
    const references = ['PO-2026-0117', settled, 'NC-1', 'BANK-77'];
    for (const reference of references) {
      await browser.go('/console/test/payments');
      await browser.click('details.folded summary');
      await browser.fill('reference', reference);
      await browser.press('form.filters button');
      const found = await browser.page.$$eval('tbody .one-line', (cells) => cells.map((cell) => cell.textContent));
      expect([reference, found]).toEqual([reference, ['PO-2026-0117']]);
    }
    await browser.go('/console/test/payments?currency=eur&status=submitted');
    expect(await browser.text()).toContain('PO-2026-0118');
    expect(await browser.text()).not.toContain('PO-2026-0117');
    await browser.go('/console/live/payments');
    expect(await browser.text()).toContain('There is no payment yet.');
  });

  it('tell each fault of a filter at its field and keep what was typed', async () => {
    await browser.go('/console/test/payments?currency=DOLLARS&fromDate=2026-02-31&reference=mine');
    expect(await browser.page.$eval('#currency-fault', (fault) => fault.textContent)).toContain('ISO 4217');
    expect(await browser.page.$eval('#fromDate-fault', (fault) => fault.textContent)).toContain('calendar date');
    expect(await browser.page.$eval('#reference', (field) => field.getAttribute('value'))).toBe('mine');
    expect(await browser.look('payments-faults')).toEqual([]);
  });

  it('go on page by page', async () => {
    for (let number = 0; number < 26; number += 1) await pay({ clientReference: `PAGE-${number}` });
    await browser.go('/console/test/payments?reference=');
    const rows = () => browser.page.$$eval('tbody tr', ({ length }) => length);
    expect(await rows()).toBe(25);
    await browser.press('nav.pager a');
    expect(await rows()).toBeGreaterThanOrEqual(3);
    expect(await browser.text()).toContain('PO-2026-0117');
    await browser.press('nav.pager a');
    expect(await rows()).toBe(25);
  });

  it('show timeline, route and date with reasons, settlement and what differs, reports', async () => {
    await browser.go('/console/test/payments?reference=BANK-77');
    await browser.press('tbody th a');
    const text = await browser.text();
    expect(text).toContain('The route was named in the instruction.');
    expect(text).toContain("The partner's confirmation differs from the instruction.");
    expect(text).toContain('The amount differs');
    expect(text).toContain('Example Trading Ltd');
    expect(text).toContain('****3210');
    expect(text).not.toContain('9876543210');
    const history = await browser.page.$$eval('.timeline .status .badge', (badges) =>
      badges.map((badge) => badge.textContent),
    );
    // On a slow machine the history begins with the wait for the partner's answer.
    expect(history.filter((status) => status !== 'pending')).toEqual(['submitted', 'settled']);
    expect(await browser.look('payment')).toEqual([]);
  });

  it('say why one waits, in the words that the API gives', async () => {
    const valueDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const id = await pay({ clientReference: 'LATER', valueDate });
    await browser.go(`/console/test/payments/${id}`);
    expect(await browser.text()).toContain('Why it waits: Waits for its value date.');
  });

  it('say why one failed, who must act, and as what it was instructed again', async () => {
    const id = await pay({ clientReference: 'CLOSED' });
    const path = `/api/v1/payments/instructions/${id}`;
    const details = { message: 'Account closed in May', reasonCode: 'AC04' };
    await stack.call('PUT', `${path}/status`, { key: partner.key, body: { status: 'failed', details } });
    await stack.call('POST', `${path}/resubmit`, { key, body: { clientReference: 'CLOSED-2' } });
    await browser.go(`/console/test/payments/${id}`);
    const said = await browser.text();
    for (const text of ['Why it failed', 'AC04', 'Account closed in May', 'Who must act']) expect(said).toContain(text);
    expect(await browser.look('payment-failed')).toEqual([]);
    await eventually(
      async () => {
        await browser.go(`/console/test/payments/${id}`);
        return browser.page.$('.notice a[href*="/payments/instr_"]');
      },
      (link) => link !== null,
      'the link to the new one',
    );
    await browser.press('.notice a[href*="/payments/instr_"]');
    expect(await browser.text()).toContain(`It instructs ${id} again.`);
  });

  it('show what a review asks, and take the answer of who may change things', async () => {
    const valueDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const id = await pay({ clientReference: 'ASKED', valueDate });
    await stack.database.query(
      `update payment_instructions set compliance_hold = '{"state": "review"}', waiting_reason = 'compliance_review',
         version = version + 1 where id = $1`,
      [id],
    );
    const question = { question: 'When was the beneficiary born?', by: 'user:usr_1', requestId: null, at: new Date() };
    await askForInformation(stack.database, stack.vault, id, question);
    await browser.go(`/console/test/payments/${id}`);
    expect(await browser.text()).toContain('When was the beneficiary born?');
    await browser.page.$eval('textarea[name="answer"]', (field) => field.removeAttribute('required'));
    await browser.press('form[action$="/answer"] button');
    expect(await browser.page.$eval('.field .fault', (fault) => fault.id)).toMatch(/^answer-inf_\w+-fault$/);
    expect(await browser.look('payment-asked')).toEqual([]);
    await browser.fill('answer', 'In 1980, in Uppsala');
    await browser.press('form[action$="/answer"] button');
    const said = await browser.text();
    for (const text of ['Answer recorded.', 'In 1980, in Uppsala', 'Answered']) expect(said).toContain(text);
    expect(await browser.page.$('form[action$="/answer"]')).toBeNull();
    const acts = await stack.database.query<{ act: string; actor: string }>(
      `select act, actor from audit_log where act = 'payment.information_given' and subject = $1`,
      [id],
    );
    expect(acts.map(({ actor }) => actor.slice(0, 9))).toEqual(['user:usr_']);
  });

  it('are asked back once they have settled', async () => {
    const id = await pay({ clientReference: 'TWICE' });
    await settle(id, { settlementReference: 'BANK-99' });
    await browser.go(`/console/test/payments/${id}`);
    await browser.press('main a[href$="/recall"]');
    await browser.fill('reasonCode', 'DUPL');
    await browser.fill('reason', 'Order 7 was paid twice');
    await browser.press('main button.danger');
    const said = await browser.text();
    for (const text of ['The partner is asked to return the money.', 'requested', 'Order 7 was paid twice']) {
      expect(said).toContain(text);
    }
    expect(await browser.page.$('main a[href$="/recall"]')).toBeNull();
    const entries = await stack.database.query<{ actor: string }>(
      `select actor from audit_log where act = 'payment.recall_requested' and subject = $1`,
      [id],
    );
    expect(entries.map(({ actor }) => actor.slice(0, 9))).toEqual(['user:usr_']);
  });

  it('have a public link that is made, shown and revoked', async () => {
    const id = await pay({ clientReference: 'PUBLIC' });
    await browser.go(`/console/test/payments/${id}`);
    await browser.press('main form[action$="/tracking-link"] button');
    const link = await browser.page.$eval('#link', (field) => field.getAttribute('value') ?? '');
    const publicStatus = async (): Promise<number> => (await fetch(link)).status;
    expect(await publicStatus()).toBe(200);
    await browser.press('main a.button');
    expect(await browser.look('payment-link')).toEqual([]);
    await browser.press('main form[action$="/revoke"] button');
    expect(await browser.text()).toContain('Public link revoked.');
    expect(await publicStatus()).toBe(404);
  });

  it('are cancelled by an owner, once, and by nobody else', async () => {
    const id = await pay({ clientReference: 'MISTAKE' });
    await browser.go(`/console/test/payments/${id}`);
    await browser.press('main a.danger');
    await browser.fill('reason', 'Ordered twice');
    await browser.press('main button.danger');
    expect(await browser.text()).toContain('The partner is asked to cancel the payment.');
    expect(await browser.text()).toContain('Ordered twice');
    await eventually(
      async () => partner.server.requests.filter(({ path }) => path.endsWith('/cancel')).length,
      (asked) => asked > 0,
      'asking the partner to cancel',
    );
    const entries = await stack.database.query<{ actor: string }>(
      `select actor from audit_log where act = 'payment.cancellation_requested' and subject = $1`,
      [id],
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]?.actor).toMatch(/^user:usr_/);
    await browser.press('header form button');
    await browser.logIn('member@example.com', PASSWORD);
    await browser.go(`/console/test/payments/${id}`);
    expect(await browser.page.$('main a.danger')).toBeNull();
    for (const act of ['cancel', 'recall']) {
      await browser.go(`/console/test/payments/${id}/${act}`);
      expect(await browser.text()).toContain('Your role does not allow this.');
    }
  });

  it('met no fault, no refusal of the policy, and no outside host', () => {
    expect(browser.complaints).toEqual([]);
  });
});
