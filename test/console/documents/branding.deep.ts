import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import sharp from 'sharp';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { createUser } from '../../../db/auth/users';
import { findBranding } from '../../../db/documents/brandings';
import { closeAtEnd } from '../../support/closing';
import { describeInBrowser } from '../../support/browser';
import { createConsoleMiddleware, serve } from '../../support/console-app';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';
const PAGE = '/console/test/branding';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><script>alert(1)</script>
  <rect width="200" height="50" fill="#7a1f2b"/></svg>`;

describeInBrowser('the look of documents in a real browser', () => {
  let database: TestDatabase;
  let browser: ConsoleBrowser;
  let accountId: string;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'corridor-logo-'));
    closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
    accountId = (await findOrCreateAccount(database, 'Acme')).id;
    const developer = { email: 'dev@example.com', name: 'Dev', role: 'developer', accountId } as const;
    await createUser(database, { ...developer, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(await serve(new Koa().use(createConsoleMiddleware(database))));
    await browser.logIn(developer.email, PASSWORD);
  });

  const tenant = () => ({ accountId, environment: 'test' as const });

  async function choose(name: string, bytes: string | Buffer): Promise<void> {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    const upload = await browser.page.waitForSelector('input[type="file"]');
    await upload?.uploadFile(file);
  }

  it('takes a colour and a logo, of which nothing but the picture is kept', async () => {
    await browser.go(PAGE);
    await browser.fill('accent', '#7A1F2B');
    await choose('logo.svg', SVG);
    await browser.press('main form.panel button');
    expect(await browser.text()).toContain('Branding saved. New documents use it.');
    const branding = await findBranding(database, tenant());
    expect(branding).toMatchObject({ accent: '#7a1f2b', logo: { width: 944, height: 236 } });
    const { channels } = await sharp(branding?.logo?.png).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([0x7a, 0x1f, 0x2b]);
    const isShown = await browser.page.$eval('svg image', (image) => image.getBoundingClientRect().width > 0);
    expect(isShown).toBe(true);
    const [{ act, actor } = { act: '', actor: '' }] = await listAuditEntries(database, accountId);
    expect([act, actor]).toEqual(['branding.changed', expect.stringMatching(/^user:usr_/)]);
  });

  it('keeps the logo where only the colour changes, and takes it away when asked', async () => {
    await browser.go(PAGE);
    await browser.fill('accent', '');
    await browser.press('main form.panel button');
    expect(await findBranding(database, tenant())).toMatchObject({ accent: null, logo: { width: 944 } });
    await browser.click('input[name="without"]');
    await browser.press('main form.panel button');
    expect(await findBranding(database, tenant())).toMatchObject({ accent: null, logo: null });
  });

  it('has commercial invoices carry their data where it is chosen, and says so', async () => {
    await browser.go(PAGE);
    expect(await browser.text()).toContain('Commercial invoices');
    await browser.page.select('select[name="format"]', 'factur-x');
    await browser.press('main form.panel button');
    expect(await findBranding(database, tenant())).toMatchObject({ invoiceFormat: 'factur-x' });
    expect(await browser.page.$eval('dl', (facts) => facts.textContent)).toContain('(Factur-X)');
    expect(await browser.look('branding-electronic')).toEqual([]);
    await browser.page.select('select[name="format"]', 'pdf');
    await browser.press('main form.panel button');
    expect(await findBranding(database, tenant())).toMatchObject({ invoiceFormat: 'pdf' });
  });

  it('says at the fields what is wrong, keeps the colour, and changes nothing', async () => {
    await browser.go(PAGE);
    await browser.fill('accent', '#ffff00');
    await choose('logo.png', 'no picture');
    await browser.press('main form.panel button');
    const faults = await browser.page.$$eval('main .fault', (found) =>
      found.map(({ id, textContent }) => [id, textContent]),
    );
    expect(faults).toEqual([
      ['accent-fault', expect.stringContaining('too pale to be read on white paper')],
      ['logo-fault', expect.stringContaining('no picture of that media type')],
    ]);
    expect(await browser.page.$eval('#accent', (field) => field.getAttribute('value'))).toBe('#ffff00');
    expect(await browser.look('branding-faults')).toEqual([]);
    await browser.go(PAGE);
    await choose('logo.txt', 'text');
    await browser.press('main form.panel button');
    expect(await browser.text()).toContain('Choose a PNG or an SVG file.');
    await browser.go(PAGE);
    await choose('logo.png', Buffer.alloc(65 * 1024));
    await browser.press('main form.panel button');
    expect(await browser.text()).toContain('must not have more than 65536 bytes');
    expect(await findBranding(database, tenant())).toMatchObject({ accent: null, logo: null });
  });

  it('shows the live side and lets a developer change nothing there', async () => {
    await browser.go('/console/live/branding');
    expect(await browser.page.$$eval('main form.panel', ({ length }) => length)).toBe(0);
    expect(browser.complaints).toEqual([]);
  });
});
