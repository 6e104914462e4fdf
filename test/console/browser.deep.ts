import path from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { lockOut } from '../../db/limits/lock-outs';
import { createUser } from '../../db/auth/users';
import { listen } from '../../db/listener';
import { raiseFlag } from '../../db/operator-flags';
import { addToOutbox, TOPICS } from '../../db/outbox';
import { createPartner } from '../../db/payments/dispatch/partners';
import { closeAtEnd } from '../support/closing';
import { describeInBrowser, launchBrowser } from '../support/browser';
import { createConsoleMiddleware, serve } from '../support/console-app';
import { clickOn } from '../support/console-browser';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createLimitedApp, TEST_VAULT } from '../support/limited-app';

const PASSWORD = 'seven green boats at noon';
/** Set to a folder to keep pictures of the pages. */
const PICTURES = process.env['CORRIDOR_SCREENSHOTS'];

describeInBrowser('the console in a real browser', () => {
  let database: TestDatabase;
  let url: string;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const listener = await listen(database.url);
    closeAtEnd(() => listener.close());
    const { app } = createLimitedApp(database, listener);
    url = await serve(app.use(createConsoleMiddleware(database)));
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of')) complaints.push(message.text());
    });
    page.on('pageerror', (fault) => complaints.push(String(fault)));
    page.on('request', (request) => {
      // Icons that the browser draws into its own date fields are data of its own.
      if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
        complaints.push(`asked ${request.url()}`);
    });
    await page.setViewport({ width: 1100, height: 900 });
  });

  const go = (place: string) => page.goto(`${url}${place}`);
  const fill = (name: string, text: string) => page.type(`main [name="${name}"]`, text);
  const text = () => page.$eval('main', (main) => main.textContent);
  const picture = async (name: string): Promise<void> => {
    if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  };
  async function press(selector: string): Promise<void> {
    await Promise.all([page.waitForNavigation(), clickOn(page, selector)]);
  }
  const call = (key: string): Promise<Response> =>
    fetch(`${url}/v1/plain`, { headers: { Authorization: `Bearer ${key}` } });
  const sideways = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('lets somebody sign up, create a key, call the API with it, revoke it, and be refused', async () => {
    await go('/console/login');
    await picture('console-sign-in');
    await press('main a[href="/console/sign-up"]');
    await fill('accountName', 'Blue Harbour Trading');
    await fill('name', 'Owner');
    await fill('email', 'owner@example.com');
    await fill('password', PASSWORD);
    await press('main button');
    expect(page.url()).toBe(`${url}/console/test`);
    expect(await text()).toContain('There is no test key yet.');
    await go('/console/keys');

    await fill('label', 'Warehouse');
    await press('section form button');
    const key = await page.$eval('[data-secret]', (field) => (field as HTMLInputElement).value);
    expect(key).toMatch(/^crd_test_/);
    await picture('console-new-key');
    expect((await call(key)).status).toBe(200);
    for (let count = 0; count < 6; count += 1) await call(key);
    await press('main a.button');
    expect(await text()).toContain('7 of 10 used this minute');
    expect(await page.content()).not.toContain(key);
    await picture('console-keys');

    await press('a.danger');
    await press('form button.danger');
    expect(page.url()).toBe(`${url}/console/keys?environment=test`);
    expect(await text()).toContain('Key revoked.');
    expect((await call(key)).status).toBe(401);
    await go('/console/audit');
    expect(await text()).toContain('API key revoked');
    await picture('console-audit');
  });

  it('copies a new key where scripts run', async () => {
    await browser.defaultBrowserContext().overridePermissions(url, ['clipboard-sanitized-write']);
    await go('/console/keys');
    await fill('label', 'Copied');
    await press('section form button');
    await clickOn(page, '[data-copy]');
    // By hand: the page's own policy forbids the evaluation by which puppeteer would wait.
    let status = '';
    for (let look = 0; look < 100 && status === ''; look += 1) {
      status = await page.$eval('[data-copied]', (element) => element.textContent);
    }
    expect(status).toBe('Copied');
  });

  it('can be used with the keyboard alone', async () => {
    await go('/console/keys');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    const unnamed = await page.$$eval('input:not([type=hidden]), select, button, a, meter', (elements) =>
      elements
        .filter((element) => {
          const labels = 'labels' in element ? ((element as HTMLInputElement).labels?.length ?? 0) : 0;
          return labels === 0 && element.textContent.trim() === '' && !element.hasAttribute('aria-label');
        })
        .map((element) => element.outerHTML),
    );
    expect(unnamed).toEqual([]);
  });

  it.each([390, 1100])('never needs to be moved sideways at %d px', async (width) => {
    await page.setViewport({ width, height: 844 });
    for (const place of ['/console/keys', '/console/audit', '/console/password']) {
      await go(place);
      expect([place, await sideways()]).toEqual([place, 0]);
    }
    if (width === 390) {
      await go('/console/keys');
      await picture('console-keys-390');
    }
    await page.setViewport({ width: 1100, height: 900 });
  });

  it('has enough contrast in the dark, too', async () => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await go('/console/keys');
    expect(await page.$eval('body', (body) => getComputedStyle(body).backgroundColor)).toBe('rgb(16, 22, 27)');
    await picture('console-keys-dark');
    await page.emulateMediaFeatures([]);
  });

  it('works without script', async () => {
    await page.setJavaScriptEnabled(false);
    await go('/console/keys');
    await page.type('[name="label"]', 'No script');
    await press('section form button');
    expect(await page.$eval('[data-copy]', (button) => (button as HTMLElement).hidden)).toBe(true);
    await press('main a.button');
    expect(await text()).toContain('No script');
    await page.setJavaScriptEnabled(true);
  });

  it('shows operators what wants attention, lock-outs and partners, and lets them clear, lift and rotate', async () => {
    const [{ id } = { id: '' }] = await database.query<{ id: string }>(
      `select id from api_keys where label = 'No script'`,
    );
    await database.query('insert into rate_buckets (subject, filled_at_ms) values ($1, 0) on conflict do nothing', [
      id,
    ]);
    await raiseFlag(database, 'instr_00000000007000000000000000', 'silence', {});
    await lockOut(database, id);
    const subject = 'instr_00000000007000000000000000';
    await addToOutbox(database, { topic: TOPICS.signalPayment, subject, accountId: 'acc_1' });
    await createPartner(database, TEST_VAULT, {
      name: 'Nordic Clearing',
      adapter: 'http',
      config: { url: 'https://nordic.example' },
      environment: 'test',
    });
    const operator = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
    await createUser(database, { ...operator, password: PASSWORD, actor: 'command' });
    await press('header form button');
    await fill('email', 'op@example.com');
    await fill('password', PASSWORD);
    await press('main button');
    expect(await text()).toContain('Blue Harbour Trading');
    expect(await text()).toContain('A partner is silent');
    expect(await text()).toContain('Reports not yet delivered to workflows: 1');
    await picture('console-operator');
    await press('tbody tr:first-child form[action*="/flags/"] button');
    expect(await text()).toContain('A key was locked out');
    expect(await text()).not.toContain('A partner is silent');
    await press('form[action$="/lift"] button');
    expect(await text()).toContain('No key is locked out.');
    expect(await text()).toContain('Nothing needs attention.');
    const entries = await database.query<{ act: string; request_id: string }>(
      `select act, request_id from audit_log where act in ('flag.cleared', 'key.lock_out_lifted') order by id`,
    );
    expect(entries.map(({ act }) => act)).toEqual(['flag.cleared', 'key.lock_out_lifted']);
    for (const { request_id: requestId } of entries) expect(requestId).toMatch(/^req_/);
    await press('a[href$="/rotate-secret"]');
    await press('form[action$="/rotate-secret"] button');
    expect(await page.$eval('[data-secret]', (field) => (field as HTMLInputElement).value)).toMatch(/^whsec_/);
    await go('/console/operator');
    await press('form[action$="/mode"] button');
    expect(await text()).toContain('signed requests');
  });

  it('met no fault, no refusal of its own policy, and no outside host on the way', () => {
    expect(complaints).toEqual([]);
  });
});
