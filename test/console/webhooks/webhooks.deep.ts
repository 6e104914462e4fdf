import { Webhook } from 'standardwebhooks';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { describeInBrowser } from '../../support/browser';
import { eventually, instructionBody } from '../../support/builders';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { startScriptedServer, type ScriptedServer } from '../../support/http-server';
import { readCurl } from '../../support/read-curl';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';

describeInBrowser('webhooks in the console', () => {
  let stack: Stack;
  let partner: TestPartner;
  let receiver: ScriptedServer;
  let browser: ConsoleBrowser;
  let status = 200;
  let secret = '';
  /** Attempts wait for it before they are answered. */
  let released = Promise.resolve();

  beforeAll(async () => {
    receiver = await startScriptedServer(async () => {
      await released;
      return { status, body: { said: `status ${status}` } };
    });
    stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
    partner = await startTestPartner(stack.database, stack.vault, { name: 'Nordic Clearing' });
    const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
    const owner = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId } as const;
    await createUser(stack.database, { ...owner, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(stack.baseUrl);
    await browser.logIn(owner.email, PASSWORD);
  });

  const endpoints = () =>
    stack.database.query<{ id: string; enabled: boolean; events: string[] }>(
      'select id, enabled, events from webhook_subscriptions where deleted_at is null',
    );

  it('name each fault of an endpoint at its field, keep what was typed, and make none', async () => {
    await browser.go('/console/test/webhooks/new');
    await browser.fill('url', 'https://10.0.0.1/hook');
    await browser.fill('description', 'Orders');
    await browser.press('main button');
    expect(await browser.page.$eval('#url-fault', (fault) => fault.textContent)).not.toBe('');
    expect(await browser.page.$eval('#url', (field) => field.getAttribute('value'))).toBe('https://10.0.0.1/hook');
    expect(await browser.page.$eval('#description', (field) => field.getAttribute('value'))).toBe('Orders');
    expect(await browser.look('endpoint-faults')).toEqual([]);
    expect(await endpoints()).toEqual([]);
  });

  it('show the secret of a new endpoint once, and make one endpoint however often the form is sent', async () => {
    await browser.go('/console/test/webhooks/new');
    await browser.fill('url', `${receiver.url}/hook`);
    await browser.press('main button');
    secret = await browser.page.$eval('[data-secret]', (field) => String(field.getAttribute('value')));
    expect(secret).toMatch(/^whsec_/);
    expect(await browser.look('endpoint-secret')).toEqual([]);
    await Promise.all([browser.page.waitForNavigation(), browser.page.reload()]);
    expect(await browser.page.content()).not.toContain('whsec_');
    expect(await endpoints()).toHaveLength(1);
  });

  it('send a test event and show its attempt with the receiver’s answer', async () => {
    await browser.go('/console/test/webhooks');
    await browser.press('tbody th a');
    await browser.press('form[action$="/test"] button');
    const text = await browser.text();
    expect(text).toContain('Sample sent once, without retries.');
    expect(text).toContain('HTTP 200');
    expect(text).toContain('content-type: application/json');
    expect(text).toContain('status 200');
    expect(await browser.look('delivery')).toEqual([]);
  });

  it('give a delivery as a command that its receiver takes for one of ours', async () => {
    const command = await browser.page.$eval('#command', (field) => (field as HTMLTextAreaElement).value);
    const { url, headers, body } = readCurl(command);
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    const [sent, copied] = receiver.requests.slice(-2);
    expect(copied).toMatchObject({ path: sent?.path, body: sent?.body });
    const verify = () => new Webhook(secret).verify(copied?.body ?? '', copied?.headers as Record<string, string>);
    expect(verify).not.toThrow();
  });

  it('give the command to nobody who may not send', async () => {
    const become = (role: string) => stack.database.query('update users set role = $1', [role]);
    const here = new URL(browser.page.url()).pathname;
    await become('viewer');
    await browser.go(here);
    expect(await browser.text()).toContain('HTTP 200');
    expect(await browser.page.$('#command')).toBeNull();
    await become('owner');
  });

  it('list deliveries by status and event, show why one failed and when it is tried next, and send it again', async () => {
    status = 500;
    const key = await stack.createKey('Blue Harbour');
    const body = instructionBody({ settlementRoute: { routeId: partner.routeId } });
    expect((await stack.call('POST', '/api/v1/payments/instructions', { key, body })).status).toBe(201);
    await eventually(
      () =>
        stack.database.query(
          `select 1 from deliveries d join delivery_attempts a on a.delivery_id = d.id and a.status_code = 500
           where d.event_type = 'payment.submitted' and d.status = 'pending'`,
        ),
      ({ length }) => length > 0,
      'a failed attempt',
    );
    await browser.go('/console/test/deliveries?status=pending&event=payment.submitted');
    expect(await browser.page.$$eval('tbody tr', ({ length }) => length)).toBe(1);
    expect(await browser.text()).toContain('HTTP 500');
    await browser.press('tbody th a');
    expect(await browser.text()).toMatch(/Next attempt\d{4}-\d{2}-\d{2}/);
  });

  it('leave what is live in its place when the page says that it is live', async () => {
    const { page } = browser;
    const top = () => page.$eval('[data-live]', (part) => part.getBoundingClientRect().top);
    await page.waitForSelector('[data-live-state]:not(:empty)');
    const live = await top();
    await page.$eval('[data-live-state]', (state) => (state.textContent = ''));
    expect(await top()).toBe(live);
    await page.reload();
  });

  it('show what becomes of a delivery without being loaded again', async () => {
    status = 200;
    let release = (): void => undefined;
    released = new Promise((resolve) => (release = resolve));
    await browser.press('form[action$="/resend"] button');
    expect(await browser.text()).toContain('Event resent as this new delivery.');
    await browser.page.waitForSelector('[data-live-state]:not(:empty)');
    const contains = (text: string) =>
      browser.page.waitForFunction((wanted) => document.querySelector('main')?.textContent.includes(wanted), {}, text);
    await contains('under way');
    const loads = () => browser.page.evaluate(() => performance.timeOrigin);
    const loadedAt = await loads();
    release();
    await contains('HTTP 200');
    expect(await browser.page.$eval('main .badge', (badge) => badge.textContent)).toBe('delivered');
    expect(await loads()).toBe(loadedAt);
    expect(await browser.look('delivery-live')).toEqual([]);
  });

  it('keep what is pressed in its place until it is released', async () => {
    let release = (): void => undefined;
    released = new Promise((resolve) => (release = resolve));
    const { page } = browser;
    const script = await page.evaluateOnNewDocument(() => {
      window.EventSource = class extends EventSource {
        constructor(address: string | URL) {
          super(address);
          this.addEventListener('message', ({ data }) => (document.documentElement.dataset['heard'] = String(data)));
        }
      };
    });
    await browser.press('form[action$="/resend"] button');
    const heard = (text: string) =>
      page.waitForFunction((wanted) => document.documentElement.dataset['heard']?.includes(wanted), {}, text);
    await heard('under way');
    const link = await page.waitForSelector('[data-live] a');
    const { x, y } = (await link?.clickablePoint()) ?? { x: 0, y: 0 };
    await page.mouse.move(x, y);
    await page.mouse.down();
    release();
    await heard('HTTP 200');
    await Promise.all([page.waitForNavigation(), page.mouse.up()]);
    await page.removeScriptToEvaluateOnNewDocument(script.identifier);
  });

  it('do not update their list while something in it is open', async () => {
    const { page } = browser;
    const script = await page.evaluateOnNewDocument(() => {
      window.EventSource = class extends EventSource {
        constructor(address: string | URL) {
          super(address);
          this.addEventListener('message', () => (document.documentElement.dataset['heard'] = 'the first'));
          addEventListener('news', ({ detail }: CustomEventInit<string>) =>
            this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(detail) })),
          );
        }
      };
    });
    const receive = (html: string) =>
      page.evaluate((detail) => dispatchEvent(new CustomEvent('news', { detail })), html);
    const shown = () => page.$eval('[data-live]', ({ textContent }) => textContent);
    await browser.go('/console/test/deliveries');
    await page.waitForSelector('[data-heard]');
    await receive('<details><summary>News</summary></details>');
    expect(await shown()).toBe('News');

    await browser.click('[data-live] summary');
    await receive('<p>Newer</p>');
    expect(await shown()).toBe('News');
    await browser.click('[data-live] summary');
    await page.waitForFunction(() => document.querySelector('[data-live]')?.textContent === 'Newer');
    await page.removeScriptToEvaluateOnNewDocument(script.identifier);
  });

  it('set what the API can, with each fault at its field, and never show a header again', async () => {
    await browser.go('/console/test/webhooks');
    await browser.press('tbody th a');
    await browser.press('a[href$="/edit"]');
    await browser.fill('headers', 'Host: elsewhere');
    await browser.fill('filter', 'no colon');
    await browser.fill('rate', '1001');
    await browser.fill('labels', 'team: ledger');
    await browser.press('main button');
    const faults = await browser.page.$$eval('main form .fault', (found) => found.map(({ id }) => id));
    expect(faults).toEqual(['filter-fault', 'headers-fault', 'rate-fault']);
    expect(await browser.page.$eval('#headers-fault', (fault) => fault.textContent)).toBe(
      'Host is a header that the service sets itself',
    );
    expect(await browser.page.$eval('#labels', (field) => field.textContent)).toBe('team: ledger');
    expect(await browser.look('endpoint-control-faults')).toEqual([]);

    await browser.fill('headers', 'X-Team: top secret');
    await browser.fill('filter', 'status: settled, failed');
    await browser.fill('rate', '20');
    await browser.click('[name="ordered"]');
    await browser.click('[name="includeAmount"]');
    await browser.press('main button');
    const stored = await stack.database.query(
      `select header_names, filter, rate_per_second, ordered, labels, include_amount, breaker
       from webhook_subscriptions where deleted_at is null`,
    );
    expect(stored).toEqual([
      {
        header_names: ['X-Team'],
        filter: { status: ['settled', 'failed'] },
        rate_per_second: 20,
        ordered: true,
        labels: { team: 'ledger' },
        include_amount: true,
        breaker: false,
      },
    ]);
    expect(await browser.text()).toContain('Static headersX-Team');
    await browser.press('a[href$="/edit"]');
    expect(await browser.page.content()).not.toContain('top secret');
    await browser.fill('filter', '');
    await browser.press('main button');
    const entries = await stack.database.query(
      `select detail from audit_log where act = 'webhook.changed' order by id`,
    );
    expect(entries).toEqual([
      { detail: expect.objectContaining({ changed: expect.not.arrayContaining(['url', 'events', 'breaker']) }) },
      { detail: expect.objectContaining({ changed: ['filter'] }) },
    ]);
  });

  it('pause, resume, change, rotate, recover and delete an endpoint', async () => {
    await browser.go('/console/test/webhooks');
    await browser.press('tbody th a');
    const here = new URL(browser.page.url()).pathname;
    await browser.press('form[action$="/pause"] button');
    expect((await endpoints())[0]?.enabled).toBe(false);
    await browser.press('form[action$="/resume"] button');
    expect((await endpoints())[0]?.enabled).toBe(true);

    await browser.press('a[href$="/edit"]');
    await browser.click('input[value="document.generated"]');
    await browser.press('main button');
    expect((await endpoints())[0]?.events.sort()).toEqual(['document.generated', 'payment.*']);
    expect(await browser.look('endpoint')).toEqual([]);

    await browser.press('a[href$="/rotate"]');
    await browser.press('main button');
    expect(await browser.page.$eval('[data-secret]', (field) => field.getAttribute('value'))).toMatch(/^whsec_/);

    await browser.go(`${here}/recover`);
    await browser.press('main button');
    expect(await browser.text()).toMatch(/\d+ events? will be resent/);

    await browser.press('a[href$="/delete"]');
    await browser.press('main button');
    expect(await browser.text()).toContain('No endpoint yet.');
    const acts = await stack.database.query<{ act: string; actor: string }>(
      `select act, actor from audit_log where act like 'webhook.%' order by id`,
    );
    expect(acts.map(({ act }) => act)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.changed',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.changed',
      'webhook.secret_rotated',
      'webhook.recovered',
      'webhook.deleted',
    ]);
    for (const { actor } of acts) expect(actor).toMatch(/^user:usr_/);
  });

  it('follow nothing for somebody who is not logged in, or no longer', async () => {
    const follow = async (cookie: string): Promise<Response> =>
      fetch(`${stack.baseUrl}/console/test/deliveries`, {
        headers: { accept: 'text/event-stream', cookie },
        redirect: 'manual',
      });
    expect((await follow('')).status).toBe(303);
    const cookies = await browser.page.browserContext().cookies();
    const stream = await follow(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const reader = stream.body?.getReader();
    const decoder = new TextDecoder();
    let received = '';
    const readUntil = async (isEnough: () => boolean): Promise<void> => {
      while (!isEnough()) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return;
        received += decoder.decode(value, { stream: true });
      }
    };
    await readUntil(() => received.includes('data: '));
    expect(received).toContain('data: ');
    await stack.database.query('delete from logins');
    // It ends by itself: else this would take a minute.
    await readUntil(() => false);
  });

  it('met no fault, no refusal of the policy, and no outside host', () => {
    expect(browser.complaints).toEqual([]);
  });
});
