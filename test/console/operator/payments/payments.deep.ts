import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSyntheticWatchList } from '../../../../activities/importers/load-starter';
import { createUser } from '../../../../db/auth/users';
import { setApprovals } from '../../../../db/administration/approvals';
import { ALGORITHM_VERSION } from '../../../../domain/compliance/screen';
import { closeAtEnd } from '../../../support/closing';
import { describeInBrowser } from '../../../support/browser';
import { eventually, instructionBody, settlementBody } from '../../../support/builders';
import { camt053, camtEntry } from '../../../support/camt';
import { openConsole, type ConsoleBrowser } from '../../../support/console-browser';
import { startTestPartner, type TestPartner } from '../../../support/partner';
import { startStack, type Stack } from '../../../support/stack';

/** Like a name of importers/starter-data/watch-list.json, with a word left out. */
const NEAR = 'Quillon Zhadrek';
const PASSWORD = 'nine blue herons at dawn';

describeInBrowser('what operators do in the console', () => {
  let stack: Stack;
  let partner: TestPartner;
  let browser: ConsoleBrowser;
  let key: string;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'corridor-console-'));
    closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
    stack = await startStack();
    await loadSyntheticWatchList(stack.database);
    partner = await startTestPartner(stack.database, stack.vault, { name: 'Nordic Clearing' });
    key = await stack.createKey('Blue Harbour');
    const operator = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
    await createUser(stack.database, { ...operator, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(stack.baseUrl);
    await browser.logIn(operator.email, PASSWORD);
  });

  async function pay(overrides: Record<string, unknown>): Promise<string> {
    const settlementRoute = { routeId: partner.routeId };
    const body = instructionBody({ settlementRoute, ...overrides });
    const answer = await stack.call('POST', '/api/v1/payments/instructions', { key, body });
    expect(answer.status).toBe(201);
    return String((answer.body['data'] as Record<string, unknown>)['instructionId']);
  }

  /** A payment that waits for a compliance review. */
  async function held(overrides: Record<string, unknown> = {}): Promise<string> {
    const valueDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const id = await pay({ valueDate, ...overrides });
    await stack.database.query(
      `update payment_instructions set compliance_hold = '{"state": "review"}', waiting_reason = 'compliance_review',
         version = version + 1 where id = $1`,
      [id],
    );
    return id;
  }

  const statusOf = async (id: string): Promise<string | undefined> => {
    const rows = await stack.database.query<{ status: string }>(
      'select status from payment_instructions where id = $1',
      [id],
    );
    return rows[0]?.status;
  };

  it('find a payment by its id, by any reference, and what a request made', async () => {
    const id = await pay({ clientReference: 'PO-2026-0117' });
    const [row] = await stack.database.query<{ request_id: string; account_id: string }>(
      'select request_id, account_id from payment_instructions where id = $1',
      [id],
    );
    for (const text of [id, 'PO-2026-0117', row?.request_id ?? '']) {
      await browser.go('/console/operator/search');
      await browser.fill('q', text);
      await browser.press('main button');
      expect(browser.page.url()).toBe(`${stack.baseUrl}/console/operator/payments/${id}`);
    }
    await browser.go(`/console/operator/search?q=${row?.account_id ?? ''}`);
    expect(await browser.page.$$eval('tbody th', (cells) => cells.map((cell) => cell.textContent))).toEqual([
      'account',
    ]);
    await browser.go(`/console/operator/search?q=${encodeURIComponent('Nordic Clearing')}`);
    expect(await browser.text()).toContain(partner.id);
    await browser.go('/console/operator/search?q=nobody');
    expect(await browser.text()).toContain('Nothing has exactly this id');
  });

  it('show what a payment waits for, and a link to its workflow', async () => {
    const valueDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const id = await pay({ valueDate });
    await eventually(
      () =>
        stack.database.query(
          `select 1 from payment_instructions where id = $1 and status = 'pending' and waiting_reason = 'value_date'`,
          [id],
        ),
      ({ length }) => length === 1,
      'the wait for the value date',
    );
    await browser.go('/console/operator/payments?waiting=value_date');
    await browser.press('tbody th a');
    const text = await browser.text();
    expect(text).toContain('Why it waits: Waits for its value date');
    expect(text).toContain('Nothing has been sent to a partner.');
    expect(text).toContain('No official list was loaded: no party was compared with one.');
    expect(text).not.toContain('Example Trading Ltd');
    const link = await browser.page.$eval('main dl a', (anchor) => anchor.getAttribute('href'));
    expect(link).toBe(`http://temporal.example/namespaces/default/workflows/${encodeURIComponent(`pay/${id}`)}`);
  });

  it('decide about a payment with a reason, which is kept, and never without one', async () => {
    const valueDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const id = await pay({ valueDate });
    await browser.go(`/console/operator/payments/${id}`);
    const offered = await browser.page.$$eval('select[name="decision"] option', (options) =>
      options.map((option) => option.getAttribute('value')),
    );
    expect(offered).toContain('give_up');
    await browser.fill('decision', 'give_up');
    await browser.page.$eval('textarea[name="reason"]', (field) => field.removeAttribute('required'));
    await browser.press('form[action$="/decision"] button');
    expect(await browser.page.$eval('#reason-fault', (fault) => fault.textContent)).toBe('must be filled in');
    expect(await browser.page.$eval('select[name="decision"]', (field) => field.value)).toBe('give_up');
    expect(await browser.look('operator-payment')).toEqual([]);
    await browser.fill('reason', 'The client called');
    await browser.press('form[action$="/decision"] button');
    expect(await statusOf(id)).toBe('failed');
    const text = await browser.text();
    expect(text).toContain('Decision recorded');
    expect(text).toContain('The client called');
  });

  it.each([
    ['release', 'released'],
    ['reject', 'rejected'],
  ])('%s a payment that is held for compliance', async (decision, state) => {
    const id = await held();
    await browser.go('/console/operator/payments?waiting=compliance_review');
    expect(await browser.look(`operator-holds`)).toEqual([]);
    expect(await browser.page.$eval('nav a[href$="=compliance_review"] .count', (mark) => mark.textContent)).toBe('1');
    await browser.press('tbody th a');
    expect(await browser.page.$('form[action$="/decision"]')).toBeNull();
    await browser.fill('reason', 'Another person of that name');
    await browser.press(`button[value="${decision}"]`);
    const [row] = await stack.database.query<{ hold: { state: string; by: string } }>(
      'select compliance_hold as hold from payment_instructions where id = $1',
      [id],
    );
    expect(row?.hold.state).toBe(state);
    expect(row?.hold.by).toMatch(/^user:usr_/);
    expect(await statusOf(id)).toBe(decision === 'reject' ? 'failed' : 'pending');
  });

  it('read what a payment resembles while it is held, and after it was released', async () => {
    const { beneficiary } = instructionBody();
    const id = await pay({ beneficiary: { ...(beneficiary as object), name: NEAR } });
    await browser.go(`/console/operator/payments/${id}`);
    expect(await browser.look('operator-payment-held')).toEqual([]);
    const resembles = `The beneficiary, ${NEAR}, resembles Quillon Zhadrek Ombrasko by `;
    const whileHeld = await browser.text();
    expect(whileHeld).toContain('Held for compliance');
    expect(whileHeld).toContain(resembles);
    await browser.fill('reason', 'Born in another year');
    await browser.press('button[value="release"]');
    const afterwards = await browser.text();
    expect(afterwards).not.toContain('Held for compliance');
    expect(afterwards).toContain(resembles);
    expect(afterwards).toContain(`by the algorithm ${ALGORITHM_VERSION}`);
  });

  it('propose to release a held payment where two have to agree, and cannot agree themselves', async () => {
    const set = (count: 'one' | 'two') =>
      setApprovals(stack.database, { setting: 'release-approvals', count, actor: 'command:test' });
    const id = await held();
    await set('two');
    await browser.go(`/console/operator/payments/${id}`);
    await browser.fill('reason', 'Another person of that name');
    await browser.press('button[value="release"]');
    await set('one');
    const text = await browser.text();
    expect(text).toContain('The payment stays held until another operator confirms');
    expect(text).not.toContain('The payment continues');
    expect(await browser.page.$('button[value="release"]')).toBeNull();
  });

  it('ask the client of a held payment something, and see the answer beside what was found', async () => {
    const id = await held({ clientReference: 'PO-2026-0150' });
    const payment = `/api/v1/payments/instructions/${id}`;
    await browser.go(`/console/operator/payments/${id}`);
    await browser.fill('question', 'When was the beneficiary born?');
    await browser.press('form[action$="/information-requests"] button');
    expect(await browser.text()).toContain('Question sent to the client.');
    const read = async () => (await stack.call('GET', payment, { key })).body['data'] as Record<string, unknown>;
    const [asked] = (await read())['informationRequests'] as { informationRequestId: string; question: string }[];
    expect(asked?.question).toBe('When was the beneficiary born?');
    const answer = { key, body: { answer: 'In 1980, in Uppsala' } };
    await stack.call('POST', `${payment}/information-requests/${asked?.informationRequestId ?? ''}/answer`, answer);
    await browser.go('/console/operator/payments?waiting=compliance_review');
    expect(await browser.text()).toContain('the client has answered');
    await browser.go(`/console/operator/payments/${id}`);
    expect(await browser.text()).toContain('In 1980, in Uppsala');
    expect(await browser.look('operator-information')).toEqual([]);
    await browser.fill('reason', 'Another person of that name');
    await browser.press('button[value="release"]');
    expect(await browser.text()).toContain('In 1980, in Uppsala');
    expect(await browser.page.$('form[action$="/information-requests"]')).toBeNull();
  });

  it('add a partner and a route, disable and enable them with a reason', async () => {
    await browser.go('/console/operator/network/partners/new');
    await browser.fill('name', 'Southern Bank');
    await browser.fill('url', 'https://partner.example/api');
    await browser.press('main form button');
    const secrets = await browser.page.$$eval('[data-secret]', (fields) =>
      fields.map((field) => field.getAttribute('value')?.slice(0, 6)),
    );
    expect(secrets).toEqual(['crd_pa', 'whsec_']);
    await browser.go('/console/operator/network/routes/new');
    await browser.fill('currencies', 'DOLLARS');
    await browser.press('main form button');
    expect(await browser.page.$('#currencies-fault')).not.toBeNull();
    expect(await browser.look('operator-route-faults')).toEqual([]);
    await browser.fill('currencies', 'usd, eur');
    await browser.press('main form button');
    expect(await browser.text()).toContain('Southern Bank, api');
    await browser.press('a[href*="/network/routes/rt_"]');
    await browser.press('a[href*="/network/partners/ptn_"]');
    await browser.go('/console/operator/network');

    await browser.press(`a[href$="/routes/${partner.routeId}/disable"]`);
    await browser.fill('reason', 'Maintenance until noon');
    await browser.press('main form button');
    const isEnabled = async (): Promise<boolean | undefined> =>
      (
        await stack.database.query<{ enabled: boolean }>('select enabled from routes where id = $1', [partner.routeId])
      )[0]?.enabled;
    expect(await isEnabled()).toBe(false);
    await browser.press(`a[href$="/routes/${partner.routeId}/enable"]`);
    await browser.fill('reason', 'Maintenance is over');
    await browser.press('main form button');
    expect(await isEnabled()).toBe(true);
    const acts = await stack.database.query<{ act: string; reason: string }>(
      `select act, detail ->> 'reason' as reason from audit_log where act like 'route.%abled' order by id`,
    );
    expect(acts).toEqual([
      { act: 'route.disabled', reason: 'Maintenance until noon' },
      { act: 'route.enabled', reason: 'Maintenance is over' },
    ]);
  });

  it('import a bank statement, are told what is wrong with a broken one, and see what its entries say', async () => {
    const id = await pay({ clientReference: 'PO-2026-0199' });
    await eventually(
      () => statusOf(id),
      (status) => status === 'submitted',
      'the payment is sent',
    );
    const place = '/console/operator/statements';
    const choose = async (content: string): Promise<void> => {
      const file = path.join(folder, 'statement.xml');
      writeFileSync(file, content);
      await browser.go(place);
      const input = await browser.page.$('input[type="file"]');
      if (input === null) throw new Error('the form has no file');
      await input.uploadFile(file);
      await browser.fill('partner', partner.id);
      await browser.press('main form[method="post"] button');
    };
    await choose('<Document>');
    expect(await browser.page.$eval('#file-fault', (fault) => fault.textContent)).toMatch(/^The file, line 1: /);
    expect(await browser.look('operator-statements')).toEqual([]);

    const references = `<EndToEndId>${id}</EndToEndId>`;
    await choose(camt053([camtEntry({ references, amount: '1.00' }), camtEntry({ references: '<TxId>x</TxId>' })]));
    expect(browser.page.url()).toMatch(/statements\/stm_\w+$/);
    const cells = () => browser.page.$$eval('tbody tr', (rows) => rows.map((row) => row.textContent));
    const shown = await eventually(
      cells,
      (rows) => rows.every((row) => !row.includes('not compared')),
      'the comparison',
    );
    expect(shown).toMatchObject([expect.stringContaining('contradicted'), expect.stringContaining('unmatched')]);
  });
  it('see a recall, record its refusal, and the settlements of a day, as a file too', async () => {
    const id = await pay({ clientReference: 'PO-2026-0200' });
    const payment = `/api/v1/payments/instructions/${id}`;
    await eventually(
      () => statusOf(id),
      (status) => status === 'submitted',
      'the payment is sent',
    );
    await stack.call('POST', `${payment}/settlement`, { key: partner.key, body: settlementBody() });
    await stack.call('POST', `${payment}/recall`, { key, body: { reasonCode: 'DUPL' } });
    await browser.go(`/console/operator/payments/${id}`);
    expect(await browser.text()).toContain('It was paid twice (DUPL)');
    expect(await browser.look('operator-recall')).toEqual([]);
    await browser.fill('reason', 'The bank wrote that the beneficiary keeps it');
    await browser.press('form[action$="/recall-refusal"] button');
    expect(await browser.text()).toContain('refused');
    expect(await browser.page.$('form[action$="/recall-refusal"]')).toBeNull();

    const today = new Date().toISOString().slice(0, 10);
    await browser.go(`/console/operator/settlements?partner=${partner.id}&date=${today}&state=confirmed`);
    expect(await browser.text()).toContain(id.slice(-10));
    const file = await browser.page.$eval('a[href*="/settlements/file"]', (link) => link.getAttribute('href') ?? '');
    const text = await browser.page.evaluate((address) => fetch(address).then((answer) => answer.text()), file);
    expect(text.split('\r\n')[0]).toMatch(/^instructionId,environment/);
    expect(text).toContain(`\r\n${id},test,`);
    await browser.go('/console/operator/settlements?partner=ptn_nobody&date=soon');
    expect(await browser.page.$$eval('.fault', (faults) => faults.map((fault) => fault.id))).toEqual(['date-fault']);
  });

  it('met no fault, no refusal of the policy, and no outside host', () => {
    expect(browser.complaints).toEqual([]);
  });
});
