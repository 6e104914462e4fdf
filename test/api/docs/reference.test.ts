import path from 'node:path';
import { fetch } from 'undici';
import { OPERATIONS, operationPath } from '../../../api/docs/operations';
import { SITE_POLICY } from '../../../api/page-policy';
import { escapeMarkup } from '../../../domain/xml';
import { startStack, type Stack } from '../../support/stack';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

describe('the reference', () => {
  it('is found from the bare address, as are the quickstart and the console', async () => {
    const answer = await fetch(`${stack.baseUrl}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([200, SITE_POLICY]);
    const page = await answer.text();
    expect(page).not.toMatch(/<script[^>]*>[^<]|<style|style=/);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toEqual(expect.arrayContaining(['/docs', '/docs/guides/quickstart', '/console']));
    for (const link of new Set(links)) {
      const { status } = await fetch(stack.baseUrl + link);
      expect([link, status]).toEqual([link, 200]);
    }
  });

  it('lists every operation and event, each with a page that needs no script', async () => {
    const list = await (await fetch(`${stack.baseUrl}/docs`)).text();
    for (const { name, summary } of OPERATIONS) {
      const answer = await fetch(stack.baseUrl + operationPath(name));
      const page = await answer.text();
      expect([name, answer.status]).toEqual([name, 200]);
      expect(list).toContain(`href="${operationPath(name)}"`);
      expect(page).toContain(`<title>${escapeMarkup(summary)} · Corridor</title>`);
      expect(page).not.toMatch(
        /<script[^>]*>[^<]|<style|style=|\[object Object\]|undefined|``|<code><\/code><\/strong>/,
      );
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
      expect([name, ids]).toEqual([name, [...new Set(ids)]]);
      expect(ids.filter((id) => /\s/.test(id))).toEqual([]);
    }
  });

  it('names members by their paths, with what they may be', async () => {
    const page = await (await fetch(stack.baseUrl + operationPath('createPaymentInstruction'))).text();
    const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row.replaceAll(/<[^>]*>|\n/g, ' '));
    const row = (name: string): string => rows.find((one) => one.includes(` ${name} `))?.replaceAll(/ +/g, ' ') ?? '';
    expect(row('beneficiary.bankAccount.accountNumber')).toContain('string, length at least 1');
    expect(row('beneficiary.name')).toContain('required');
    expect(row('settlementRoute.settlementTimeline')).toContain('same_day');
    expect(row('fees.breakdown[].amount') || row('data.fees.breakdown[].amount')).toContain('number');
    expect(page).toContain('<a href="/docs/errors/COMPLIANCE_BLOCK">');
  });

  it('has samples in four languages, and in one alone where the body is a file', async () => {
    for (const { name, path: place } of OPERATIONS) {
      const page = await (await fetch(stack.baseUrl + operationPath(name))).text();
      const labels = [...page.matchAll(/<input type="radio" name="[^"]*" id="[^"]*" value="(\w+)"/g)].map(
        ([, one]) => one,
      );
      const some = place === null || name === 'importBankStatement' ? [] : ['bash', 'ts', 'python', 'go'];
      expect([name, labels]).toEqual([name, some]);
    }
  });

  it('sends no key in an address where the script of its form is missing, and lets it ask this host alone', async () => {
    const answer = await fetch(stack.baseUrl + operationPath('createPaymentInstruction'));
    expect(await answer.text()).toMatch(/<form class="panel try" method="dialog"/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it('loads files of other releases too while two of them run, which are not kept', async () => {
    const page = await (await fetch(`${stack.baseUrl}/docs`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+-[0-9a-f]{12}\.\w+)"/g)].map(
      ([, file = '']) => file,
    );
    expect(new Set(files.map((file) => path.extname(file)))).toEqual(new Set(['.css', '.js', '.svg']));
    for (const file of files) {
      const own = await fetch(stack.baseUrl + file);
      const other = await fetch(stack.baseUrl + file.replace(/-[0-9a-f]{12}\./, '-000000000000.'));
      expect([file, await other.text()]).toEqual([file, await own.text()]);
      expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(other.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('has the head of all pages, with each link once', async () => {
    const links = ['/', '/docs/guides', '/docs', '/docs/errors', '/openapi.json', '/console'];
    for (const place of ['/docs', '/docs/guides/limits', operationPath('previewPayment')]) {
      const page = await (await fetch(stack.baseUrl + place)).text();
      const [head = ''] = /<header.*?<\/header>/s.exec(page) ?? [];
      expect([...head.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([...links, '#navigation']);
    }
  });
});

describe('an address that there is not', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const open = async (place: string, accept: string, method = 'GET') => {
    const answer = await fetch(stack.baseUrl + place, { method, headers: { accept } });
    return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, answer };
  };

  it.each(['/nothing-here', '/docs/guides/nothing', '/docs/errors/NOTHING', '/docs/reference/nothing'])(
    'is a page in a browser: %s',
    async (place) => {
      const { status, type, headers, answer } = await open(place, BROWSER);
      expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain(`<code>${headers.get('request-id')}</code>`);
      expect(headers.get('content-security-policy')).toBe(SITE_POLICY);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each([
    ['/nothing-here', '*/*'],
    ['/nothing-here', 'application/json, text/html;q=0.5'],
    ['/api/v1/nothing', BROWSER],
    ['/v1/nothing', BROWSER],
    ['/api', BROWSER],
  ])('is JSON for programs: %s, %s', async (place, accept) => {
    const { status, type, answer } = await open(place, accept);
    expect([status, type]).toEqual([404, 'application/json; charset=utf-8']);
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('is JSON where something is sent', async () => {
    expect((await open('/nothing-here', BROWSER, 'POST')).type).toContain('application/json');
  });
});
