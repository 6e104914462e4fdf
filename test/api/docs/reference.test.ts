import { fetch } from 'undici';
import { PAGE_POLICY } from '../../../api/docs/shell';
import { startStack, type Stack } from '../../support/stack';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

describe('the reference', () => {
  it('is found from the bare address, as are the quickstart and the console', async () => {
    const answer = await fetch(`${stack.baseUrl}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([200, PAGE_POLICY]);
    const page = await answer.text();
    expect(page).not.toMatch(/<script|style=/);
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
    const scripts = [...page.matchAll(/src="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(scripts).toHaveLength(3);
    for (const script of scripts) {
      const compressed = await fetch(stack.baseUrl + script, { headers: { 'accept-encoding': 'br' } });
      const plain = await fetch(stack.baseUrl + script, { headers: { 'accept-encoding': 'identity' } });
      expect([script, plain.headers.get('content-encoding')]).toEqual([script, null]);
      expect(await compressed.text()).toBe(await plain.text());
      expect(plain.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('has each link of its head once', async () => {
    const page = await (await fetch(`${stack.baseUrl}/docs`)).text();
    const [head = ''] = /<nav.*?<\/nav>/s.exec(page) ?? [];
    const links = [...head.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(['/', '/docs/guides/quickstart', '/docs', '/docs/guides', '/docs/errors', '/console']);
  });
});
