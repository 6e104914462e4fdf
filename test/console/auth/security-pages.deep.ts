import Koa from 'koa';
import { createUser } from '../../../db/auth/users';
import { oneTimeCode, stepAt } from '../../../domain/auth/one-time-codes';
import { readSecondFactor } from '../../../db/auth/second-factors';
import { describeInBrowser } from '../../support/browser';
import { createConsoleMiddleware, serve } from '../../support/console-app';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { TEST_VAULT } from '../../support/limited-app';

const PASSWORD = 'nine blue herons at dawn';
const EMAIL = 'op@example.com';

describeInBrowser('two-step sign-in in a real browser', () => {
  let database: TestDatabase;
  let browser: ConsoleBrowser;
  let userId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const operator = { email: EMAIL, name: 'Op', role: 'operator', accountId: null } as const;
    userId = await createUser(database, { ...operator, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(await serve(new Koa().use(createConsoleMiddleware(database))));
    await browser.logIn(EMAIL, PASSWORD);
  });

  /** The code of the step after the one that was used last. */
  async function freshCode(): Promise<string> {
    const factor = await readSecondFactor(database, TEST_VAULT, userId);
    if (factor === null) throw new Error('there is no second factor');
    return oneTimeCode(factor.secret, Math.max(stepAt(new Date()), factor.lastStep + 1));
  }

  it('is turned on and asked for', async () => {
    await browser.go('/console/security');
    await browser.fill('current', PASSWORD);
    await browser.press('main form button');
    await browser.fill('code', await freshCode());
    await browser.press('main form button');
    expect(await browser.page.$$eval('.codes code', (codes) => codes.length)).toBe(10);
    expect(await browser.look('security-codes')).toEqual([]);
    await browser.press('main a.button');
    await browser.press('header button');
    await browser.logIn(EMAIL, PASSWORD);
    await browser.fill('code', '000000');
    await browser.press('main form button');
    expect(await browser.text()).toContain('This code is not valid now.');
    await browser.fill('code', await freshCode());
    await browser.press('main form button');
    expect(browser.page.url()).toBe(`${browser.url}/console/operator`);
    expect(browser.complaints).toEqual([]);
  });

  it('asks for a code before an act on a partner, by keyboard alone, and keeps what was typed', async () => {
    await database.query(`update logins set proven_at = now() - interval '5 minutes'`);
    // A minute has not passed since two codes were used.
    await database.query('update second_factors set last_step = 0');
    await browser.go('/console/operator/network/partners/new');
    await browser.fill('name', 'Nordic "Clearing" & Söhne');
    await browser.fill('url', 'https://bank.example/api');
    await browser.page.select('main [name="adapter"]', 'http');
    await browser.press('main form button');
    expect(await browser.page.$eval('h1', ({ textContent }) => textContent)).toBe('Confirm that it is you');
    expect(await browser.look('proof')).toEqual([]);
    expect(await browser.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('proof');
    await browser.page.keyboard.type(await freshCode());
    await Promise.all([browser.page.waitForNavigation(), browser.page.keyboard.press('Enter')]);
    expect(await browser.page.$eval('h1', ({ textContent }) => textContent)).toBe('Keys of Nordic "Clearing" & Söhne');
    expect(browser.complaints).toEqual([]);
  });

  it('takes a second click on the proof for none, so that the form is kept and sent once', async () => {
    await database.query(`update logins set proven_at = now() - interval '5 minutes'`);
    await database.query('update second_factors set last_step = 0');
    await browser.go('/console/operator/network/partners/new');
    await browser.fill('name', 'Clicked twice');
    await browser.fill('url', 'https://bank.example/api');
    await browser.page.select('main [name="adapter"]', 'http');
    await browser.press('main form button');
    await browser.fill('proof', await freshCode());
    const sent: string[] = [];
    browser.page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await Promise.all([browser.page.waitForNavigation(), browser.page.click('main form button', { count: 2 })]);
    expect(await browser.page.$eval('h1', ({ textContent }) => textContent)).toBe('Keys of Clicked twice');
    expect(sent).toHaveLength(1);
  });
});
