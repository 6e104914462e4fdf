import { SHARED_ASSETS } from '../../../api/assets';
import { CONSOLE_ASSETS } from '../../../console/layout';
import { createUser } from '../../../db/auth/users';
import { firstIdAt } from '../../../domain/ids';
import { describeInBrowser } from '../../support/browser';
import { openConsole, sentBytes, type ConsoleBrowser } from '../../support/console-browser';
import { createConsoleApp, Person, serve } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertCases, insertInstructions, insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const NOW = new Date('2026-11-20T15:00:00Z');
const OWNER = 'owner@example.com';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  const owner = { email: OWNER, name: 'Owner', role: 'owner', accountId: 'acc_north' } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
});

async function insertEndpoint(row: { id: string; failingSince: Date | null; enabled: boolean; reason: string | null }) {
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, enabled, secret_sealed, failing_since,
       disabled_reason, created_at)
     values ($1, 'acc_north', 'test', 'https://' || $1 || '.example/hook', '{*}', $2, '', $3, $4, now())`,
    [row.id, row.enabled, row.failingSince, row.reason],
  );
}

async function asOwner(): Promise<Person> {
  const person = new Person(createConsoleApp(database, { now: () => NOW }), '203.0.113.7');
  await person.logIn(OWNER, PASSWORD);
  return person;
}

describe('the overview', () => {
  it('is what a login leads to, shows how to begin, and counts the payments of today by status', async () => {
    const owner = await asOwner();
    expect((await owner.get('/console')).headers['location']).toBe('/console/test');
    expect((await owner.get('/console/test')).text).toContain('No payment was submitted in the last 30 days.');
    const today = firstIdAt('instruction', NOW.getTime());
    const held = { prefix: `${today}held`, count: 2, partner: 'north', waitingReason: 'partner_outage' } as const;
    await insertInstructions(database, { prefix: `${today}sent`, count: 3, partner: 'north' });
    await insertInstructions(database, held);
    const { text } = await owner.get('/console/test');
    const figures = [...text.matchAll(/class="figure">([\d,]+)<\/span><span class="badge \w+">(\w+)</g)];
    const counts = Object.fromEntries(figures.map(([, count, status]) => [status, count]));
    expect(counts).toMatchObject({ pending: '2', submitted: '3', settled: '0' });
    expect(text).toContain('The settlement partner cannot be reached');
    expect(text).toContain('There is no test key yet.');
  });

  it('draws the last weeks, with the figures behind the pictures', async () => {
    const owner = await asOwner();
    const prefix = firstIdAt('instruction', Date.parse('2026-11-19T12:00:00Z'));
    await insertInstructions(database, { prefix, count: 4, partner: 'north' });
    const { text } = await owner.get('/console/test');
    expect(text).toContain('<title>19 Nov: 4 payments</title>');
    expect(text).toMatch(/<span class="whole">19 Nov<\/span><\/th><td class="number">4</);
    expect(text).toContain('USD to United States of America');
    expect((await owner.get('/console/test?days=90')).text).toContain('14 Nov to 20 Nov: 9 payments');
    expect((await owner.get('/console/test?days=7')).text).toContain('The last 30 days');
  });

  it('shows nothing of the test side on the live one, and says that it is closed', async () => {
    const { text } = await (await asOwner()).get('/console/live');
    expect(text).toContain('The live side of your account is closed');
    expect(text).toContain('Nothing needs attention.');
    expect(text).not.toContain('partner cannot be reached');
  });

  it('says in which figures a settlement differs from what was instructed', async () => {
    await insertInstructions(database, { prefix: 'instr_differs', count: 1, partner: 'north' });
    const detail = { discrepancies: [{ type: 'fee_vs_estimate', expected: 6.25, actual: 99 }] };
    const kind = 'reconciliation_mismatch';
    await insertCases(database, { prefix: 'instr_differs', count: 1, partner: 'north', kind, detail, from: NOW });
    expect((await (await asOwner()).get('/console/test')).text).toContain('fees 99.00 USD instead of 6.25 USD');
  });

  it('names endpoints that fail or were disabled, and no others', async () => {
    await insertEndpoint({ id: 'wh_fine', failingSince: null, enabled: true, reason: null });
    await insertEndpoint({ id: 'wh_failing', failingSince: NOW, enabled: true, reason: null });
    const reason = 'Every delivery failed for 5 days';
    await insertEndpoint({ id: 'wh_ended', failingSince: NOW, enabled: false, reason });
    const { text } = await (await asOwner()).get('/console/test');
    expect(text).toContain('wh_failing.example');
    expect(text).toContain('Every delivery failed for 5 days.');
    expect(text).not.toContain('wh_fine.example');
  });
});

describe('an address that nobody types', () => {
  it.each([
    ['/console/test?status=%00', 400],
    ['/console/test/payments/%00', 400],
    ['/console/test?status=%E0', 200],
    ['/console/test/payments/..%2f', 404],
  ])('%s is answered with %d', async (path, status) => {
    await database.query(`delete from rate_buckets where subject like 'login%'`);
    expect((await (await asOwner()).get(path)).status).toBe(status);
  });
});

describe('an address without a side', () => {
  it.each([
    ['/console/payments?status=settled', '/console/test', '/console/test/payments?status=settled'],
    ['/console/webhooks/new', '/console/live/payments', '/console/live/webhooks/new'],
    ['/console/usage', undefined, '/console/test/usage'],
    ['/console/nowhere', '/console/test', undefined],
  ])('%s, asked for from %s, leads to %s', async (path, before, location) => {
    const person = new Person(createConsoleApp(database, { now: () => NOW }), '203.0.113.7');
    const headers = before === undefined ? {} : { Referer: `http://localhost${before}` };
    const answer = await person.get(path, headers);
    expect([answer.status, answer.headers['location']]).toEqual([location === undefined ? 404 : 303, location]);
  });
});

describe('an expired login', () => {
  it('leads back to the page that was asked for, and never to another host', async () => {
    const person = new Person(createConsoleApp(database, { now: () => NOW }), '203.0.113.8');
    const asked = '/console/test?status=settled';
    const sent = (await person.get(asked)).headers['location'] ?? '';
    expect(sent).toBe(`/console/login?next=${encodeURIComponent(asked)}`);
    const fields = (next: string): [string, string][] => [
      ['email', OWNER],
      ['password', PASSWORD],
      ['next', next],
    ];
    const { text } = await person.get(sent);
    expect(text).toContain(`name="next" value="${asked}"`);
    expect((await person.submit(sent, '/console/login', fields(asked))).headers['location']).toBe(asked);
    for (const next of ['https://evil.example/console', '//evil.example/console', '/v1/webhooks', '/console/logout']) {
      await database.query(`delete from rate_buckets where subject like 'login%'`);
      const other = new Person(createConsoleApp(database, { now: () => NOW }), '203.0.113.8');
      expect((await other.submit('/console/login', '/console/login', fields(next))).headers['location']).toBe(
        '/console',
      );
    }
  });
});

describeInBrowser('the overview in a browser', () => {
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    await database.query(`delete from rate_buckets where subject like 'login%'`);
    browser = await openConsole(await serve(createConsoleApp(database, { now: () => NOW })));
    await browser.logIn(OWNER, PASSWORD);
  });

  it('leads to places by a menu on a phone, without script', async () => {
    await browser.page.setJavaScriptEnabled(false);
    await browser.page.setViewport({ width: 390, height: 844 });
    await browser.go('/console/test');
    const isShown = () => browser.page.$eval('#navigation', (nav) => getComputedStyle(nav).display !== 'none');
    expect(await isShown()).toBe(false);
    await browser.click('header a.menu');
    expect(await isShown()).toBe(true);
    await browser.press('#navigation a[href="/console/keys"]');
    expect(await browser.text()).toContain('There is no test key yet.');
    await browser.press('header .sides a.live');
    expect(browser.page.url()).toBe(`${browser.url}/console/keys?environment=live`);
    await browser.page.setJavaScriptEnabled(true);
    await browser.page.setViewport({ width: 1280, height: 900 });
  });

  it('is gone through by keys, unless somebody types or has turned them off', async () => {
    const { page } = browser;
    const press = async (...keys: ('g' | 'p' | '/' | '?' | 'Escape' | 'Space')[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await browser.go('/console/test');
    await press('/');
    expect(await focused()).toBe('q');
    await press('g', 'p');
    expect(await page.$eval('header .search input', (field) => (field as { value?: string }).value)).toBe('gp');
    await browser.go('/console/test');
    await Promise.all([page.waitForNavigation(), press('g', 'p')]);
    expect(page.url()).toBe(`${browser.url}/console/test/payments`);
    await press('?');
    expect(await page.$eval('dialog', (dialog) => dialog.textContent)).toContain('Payments');
    await press('Space', 'Escape', '/');
    expect(await focused()).not.toBe('q');
    await press('?', 'Space', 'Escape', '/');
    expect(await focused()).toBe('q');
    await browser.go('/console/test/payments/new');
    await page.focus('main input');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    expect(await focused()).toBe('q');
    await browser.go('/console/test');
  });

  it('weighs at most 60 kB with everything that it loads, as it is sent', async () => {
    const { style, searchKeys, icon } = SHARED_ASSETS;
    let bytes = Buffer.byteLength(await browser.page.content());
    for (const { address } of [style, searchKeys, icon, CONSOLE_ASSETS.script])
      bytes += await sentBytes(browser.url + address);
    expect(bytes).toBeLessThan(60_000);
  });

  it('met no fault, no refusal of its own policy, and no outside host', () => {
    expect(browser.complaints).toEqual([]);
  });
});
