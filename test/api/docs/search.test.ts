import Router from '@koa/router';
import Koa from 'koa';
import MiniSearch from 'minisearch';
import request from 'supertest';
import { registerDocs } from '../../../api/docs';
import { publishedDocument } from '../../../api/openapi';
import { searchDocs } from '../../../api/docs/search';
import { ENDPOINTS } from '../../../api/endpoints';

const router = new Router();
registerDocs(router, { publicUrl: 'https://trade.example.com', document: publishedDocument });
const app = new Koa().use(router.routes()).callback();

const firstOf = (text: string): string | undefined => searchDocs(text, 1)[0]?.path;

describe('the search of the documentation', () => {
  it('has its index before the first request', async () => {
    await new Promise(setImmediate);
    const addAll = jest.spyOn(MiniSearch.prototype, 'addAll');
    searchDocs('webhook', 1);
    expect(addAll).not.toHaveBeenCalled();
    addAll.mockRestore();
  });

  it.each([
    ['webhook', '/docs/guides/webhooks'],
    ['Webook', '/docs/guides/webhooks#verify'],
    ['rate limit', '/docs/guides/limits'],
    ['retry webhooks', '/docs/guides/webhooks'],
    ['verify webhooks', '/docs/guides/webhooks#verify'],
    ['SQS', '/docs/guides/webhooks#receive-from-an-amazon-sqs-queue'],
    ['QUOTE_CHANGED', '/docs/errors/QUOTE_CHANGED'],
    ['POST /api/v1/payments/instructions', '/docs/reference/createPaymentInstruction'],
    ['payment.settled', '/docs/reference/payment.settled'],
  ])('finds what a reader looks for: %s', (text, place) => {
    expect(firstOf(text)).toBe(place);
  });

  it('finds every operation by its name', () => {
    for (const { operationId } of ENDPOINTS) {
      const paths = searchDocs(operationId, 30).map(({ path }) => path);
      expect(paths).toContain(`/docs/reference/${operationId}`);
    }
  });

  it('looks for no longer text than people type, and for no longer words', () => {
    const found = searchDocs('webhook', 30);
    expect(searchDocs(`webhook${' '.repeat(200)}zzzzzz`, 30)).toEqual(found);
    const search = jest.spyOn(MiniSearch.prototype, 'search');
    searchDocs('a'.repeat(15_000), 30);
    expect(search.mock.calls.map(([sought]) => sought)).toEqual(['a'.repeat(40)]);
    search.mockRestore();
  });

  it('leads to sections that there are', async () => {
    const found = ['payment', 'bank', 'webhook', 'approval', 'key', 'tariff'].flatMap((word) => searchDocs(word, 100));
    const sections = found.filter(({ path }) => path.startsWith('/docs/guides/'));
    expect(sections.length).toBeGreaterThan(30);
    for (const { path } of sections) {
      const [page = '', anchor] = path.split('#');
      const { status, text } = await request(app).get(page);
      expect([path, status]).toEqual([path, 200]);
      if (anchor !== undefined) expect(text).toContain(`<h2 id="${anchor}">`);
    }
  });

  it('answers by a page that needs no script, with the text as text', async () => {
    const { status, text } = await request(app).get('/docs/search?q=%3Cscript%3Ewebhook');
    expect(status).toBe(200);
    expect(text).toContain('value="&lt;script>webhook"');
    expect(text).not.toContain('<script>');
    const nothing = await request(app).get('/docs/search?q=zzzzzz');
    expect(nothing.text).toContain('Nothing found for “zzzzzz”');
    expect((await request(app).get('/docs/search')).text).toMatch(/<input type="search" name="q"[^>]* autofocus/);
  });
});
