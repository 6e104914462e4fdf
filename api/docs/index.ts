import type Router from '@koa/router';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { oas31 } from 'zod-openapi';
import { DomainError } from '../../domain/errors';
import { registerAssets } from '../assets';
import { SITE_POLICY, TRY_POLICY } from '../page-policy';
import { publicAnswer } from '../middleware/public-answer';
import { DOCS_SCRIPTS } from './assets';
import { errorList, errorPage } from './error-pages';
import { guideList, guidePath, isGuide, llmsText, readGuide, titleOf } from './guides';
import { showPicture } from './pictures';
import { describeOperation, OPERATIONS, referenceText, type Operation } from './operations';
import { operationPage } from './reference-page';
import { prepareSearch } from './search';
import { searchPage } from './search-page';
import { docPage, type DocPage } from './shell';

/** Clients and proxies may keep the pages this long; they change with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

/** What a browser shows at the address that the service prints: where everything is. */
const WELCOME = `# Corridor

Cross-border payments, HS codes, tariffs and trade documents over one API.

- [Quickstart](/docs/guides/quickstart): one payment, its outcome and an invoice, in a few minutes
- [Console](/console): payments, API keys, webhook endpoints and the people of your account
- [Reference](/docs): every operation, with samples and a form to try it
- [Guides](/docs/guides): webhooks, tariffs, limits, and how to be a partner or an operator
- [Errors](/docs/errors): what each code means and what to do
- [openapi.json](/openapi.json): the API as programs read it, and [for generators of clients](/openapi.json?for=clients)
`;

/**
 * What search engines may read: neither pages of a login nor the API. Pages of a link ask not to be indexed by themselves,
 * which an engine that must not read them would never learn.
 */
const ROBOTS = `User-agent: *
Disallow: /console
Disallow: /api/
Disallow: /v1/
`;

function sendPage(context: Context, html: string, policy = SITE_POLICY): void {
  context.set('Cache-Control', CACHE_CONTROL);
  context.set('Content-Security-Policy', policy);
  context.type = 'text/html';
  context.body = html;
}

/** Pages by their texts. */
const made = new Map<string, string>();

/** Pages of the reference, by names of operations: the few that readers want most. */
const recent = new LRUCache<string, string>({ max: 32 });

/** Pages change with a release only: each is made once. */
function showPage(context: Context, page: DocPage): void {
  const html = made.get(page.text) ?? docPage(page);
  made.set(page.text, html);
  sendPage(context, html);
}

function nothingHere(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such page; the documentation starts at /docs.');
}

/** What the documentation is made for. */
interface Site {
  publicUrl: string;
  document: () => oas31.OpenAPIObject;
}

const operationHtml = ({ publicUrl, document }: Site, operation: Operation): string =>
  operationPage(describeOperation(document(), operation), publicUrl);

/** Serves the documentation for people: reference, guides, and a page for each error code, to which `doc_url` links. */
export function registerDocs(router: Router, site: Site): void {
  prepareSearch();
  router.get('/', publicAnswer, (context) =>
    showPage(context, { title: 'Welcome', text: WELCOME, path: '/', place: '/' }),
  );
  router.get('/robots.txt', (context) => {
    context.set('Cache-Control', CACHE_CONTROL);
    context.type = 'text/plain';
    context.body = ROBOTS;
  });
  router.get('/llms.txt', (context) => {
    context.set('Cache-Control', CACHE_CONTROL);
    context.type = 'text/plain';
    context.body = llmsText(site.publicUrl);
  });
  router.get('/docs', publicAnswer, (context) =>
    showPage(context, { title: 'API reference', text: referenceText(site.document()), path: '/docs', place: '/docs' }),
  );
  router.get('/docs/reference/:name', publicAnswer, (context) => {
    const operation = OPERATIONS.find(({ name }) => name === context.params['name']);
    if (operation === undefined) throw nothingHere();
    const html = recent.get(operation.name) ?? operationHtml(site, operation);
    recent.set(operation.name, html);
    sendPage(context, html, TRY_POLICY);
  });
  registerAssets(router, DOCS_SCRIPTS);
  router.get('/docs/images/:file', (context) => {
    if (!showPicture(context)) throw nothingHere();
  });
  router.get('/docs/search', publicAnswer, (context) => {
    sendPage(context, searchPage((new URLSearchParams(context.querystring).get('q') ?? '').trim()));
  });
  router.get('/docs/guides', publicAnswer, (context) => {
    showPage(context, { title: 'Guides', text: guideList(), path: '/docs/guides', place: '/docs/guides' });
  });
  router.get('/docs/guides/:name', publicAnswer, (context) => {
    const name = context.params['name'] ?? '';
    if (!isGuide(name)) throw nothingHere();
    showPage(context, { title: titleOf(name), text: readGuide(name), path: guidePath(name), place: '/docs/guides' });
  });
  router.get('/docs/errors', publicAnswer, (context) => {
    showPage(context, { title: 'Errors', text: errorList(), path: '/docs/errors', place: '/docs/errors' });
  });
  router.get('/docs/errors/:code', publicAnswer, (context) => {
    const code = context.params['code'] ?? '';
    const text = errorPage(code);
    if (text === null) throw nothingHere();
    showPage(context, { title: code, text, path: '/docs/errors', place: '/docs/errors' });
  });
}
