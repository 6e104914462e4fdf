import { pagePolicy } from '../../api/page-policy';
import { listAuditEntries } from '../../db/auth/audit-log';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
let id: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
  const body = instructionBody({ clientReference: 'order <b>17</b>' });
  const made = await stack.call('POST', PATH, { key, body });
  id = (made.body['data'] as { instructionId: string }).instructionId;
});

const put = (): Promise<Answer> => stack.call('PUT', `${PATH}/${id}/tracking-link`, { key });
const revoke = (): Promise<Answer> => stack.call('DELETE', `${PATH}/${id}/tracking-link`, { key });

/** @returns address below that of the service */
const pathOf = ({ body }: Answer): string => {
  const { url } = body['data'] as { url: string };
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function open(path: string, language = 'en'): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(stack.baseUrl + path, { redirect: 'manual', headers: { 'accept-language': language } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Source: docs/GAPS.md#tracking-link */
describe('the link to a payment', () => {
  it('is made once, and shows who pays, what has happened, date and reference alone, by a page without script or form', async () => {
    const [first, second] = [await put(), await put()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(new URL(pathOf(first), 'http://x').searchParams.get('c')).toHaveLength(43);
    const report = () => stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status: 'settled' } });
    await eventually(report, ({ status }) => status === 200, 'the settlement');
    const page = await open(pathOf(first));
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>Payment from acme</h1>');
    const steps = [...page.text.matchAll(/<li><p>([^<]+)<\/p><p class="hint"><time datetime="([^"]+)">/gi)];
    expect(steps.map(([, step]) => step)).toEqual(['Sent', 'Settled']);
    expect(page.text).toContain('The money was paid to your bank.');
    expect(page.text).not.toContain('<img class="logo"');
    expect(page.text).toContain('order &lt;b>17&lt;/b>');
    expect(page.text).not.toMatch(/1250|USD|Example Trading|9876543210|north|<script|<form|style=/);
    expect(page.text).toContain('content="noindex, nofollow"');
    const header = (name: string) => page.headers.get(name);
    expect(header('content-security-policy')).toBe(pagePolicy());
    expect(pagePolicy()).not.toMatch(/unsafe|script|http/);
    expect(header('x-robots-tag')).toBe('noindex, nofollow');
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('cache-control')).toBe('no-store');
    expect(header('x-ratelimit-limit')).not.toBeNull();
  });

  it('has the logo of the payer, in the page itself', async () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const set = await stack.call('PUT', '/v1/branding', { key, body: { logo: { mediaType: 'image/png', data } } });
    expect(set.status).toBe(200);
    const page = await open(pathOf(await put()));
    expect(page.text).toMatch(/<img class="logo" src="data:image\/png;base64,[\w+/=]+" width="1" height="1"/);
    expect(page.headers.get('content-security-policy')).toBe(pagePolicy({ data: true }));
  });

  it('speaks the language that the browser prefers, also where it refuses', async () => {
    const link = pathOf(await put());
    expect((await open(link, 'nl, de-CH;q=0.8, en;q=0.5')).text).toContain('<h1>Zahlung von acme</h1>');
    const unknown = await open('/track/trk_00000000007000000000000000?c=x', 'fr');
    expect([unknown.status, unknown.headers.get('vary')]).toEqual([404, expect.stringContaining('Accept-Language')]);
    expect(unknown.text).toContain('<h1>Rien à afficher ici</h1>');
  });

  it('shows the same page for a wrong code, an unknown link and one that was revoked', async () => {
    const link = pathOf(await put());
    const wrong = await open(link.replace(/c=.{4}/, 'c=AAAA'));
    const unknown = await open('/track/trk_00000000007000000000000000?c=x');
    expect((await open(link)).status).toBe(200);
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
    const revoked = await open(link);
    expect([wrong.status, unknown.status, revoked.status]).toEqual([404, 404, 404]);
    expect([unknown.text, revoked.text]).toEqual([wrong.text, wrong.text]);
    const again = await put();
    expect(again.status).toBe(201);
    expect(pathOf(again)).not.toBe(link);
    expect((await open(link)).status).toBe(404);
    expect((await open(pathOf(again))).status).toBe(200);
    const acts = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === id);
    expect(acts.map(({ act }) => act).reverse()).toEqual([
      'payment.tracking_opened',
      'payment.tracking_revoked',
      'payment.tracking_opened',
    ]);
  });

  it('is made by whoever has the payment, once however many ask at the same time', async () => {
    await revoke();
    const links = new Set((await Promise.all(Array.from({ length: 8 }, put))).map(pathOf));
    expect(links.size).toBe(1);
    const other = await stack.createKey('other');
    const answer = await stack.call('PUT', `${PATH}/${id}/tracking-link`, { key: other });
    expect(answer.status).toBe(404);
  });
});
