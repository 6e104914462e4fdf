import path from 'node:path';
import { fetch } from 'undici';
import { SITE_POLICY } from '../../../api/page-policy';
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

  it('has a policy without unsafe-inline, and a nonce of its own on each answer', async () => {
    const policies: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const answer = await fetch(`${stack.baseUrl}/docs`);
      policies.push(answer.headers.get('content-security-policy') ?? '');
      const nonce = /'nonce-([^']+)'/.exec(policies.at(-1) ?? '')?.[1] ?? '';
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
    }
    for (const policy of policies) expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(new Set(policies).size).toBe(2);
  });

  it('serves its scripts compressed or plain, for ever under one address', async () => {
    const page = await (await fetch(`${stack.baseUrl}/docs`)).text();
    const scripts = [...page.matchAll(/src="(\/docs\/[^"]+)"/g)].map(([, address]) => address ?? '');
    expect(scripts).toHaveLength(3);
    for (const script of scripts) {
      const compressed = await fetch(stack.baseUrl + script, { headers: { 'accept-encoding': 'br' } });
      const plain = await fetch(stack.baseUrl + script, { headers: { 'accept-encoding': 'identity' } });
      expect([script, plain.headers.get('content-encoding')]).toEqual([script, null]);
      expect(await compressed.text()).toBe(await plain.text());
      expect(plain.headers.get('cache-control')).toContain('immutable');
    }
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
    for (const [place, more] of [
      ['/docs', ['/docs/search']],
      ['/docs/guides/limits', ['#navigation']],
    ] as const) {
      const page = await (await fetch(stack.baseUrl + place)).text();
      const [head = ''] = /<header.*?<\/header>/s.exec(page) ?? [];
      expect([...head.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([...links, ...more]);
    }
  });
});

describe('an address that there is not', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const open = async (place: string, accept: string, method = 'GET') => {
    const answer = await fetch(stack.baseUrl + place, { method, headers: { accept } });
    return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, answer };
  };

  it.each(['/nothing-here', '/docs/guides/nothing', '/docs/errors/NOTHING'])(
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
