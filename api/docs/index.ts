import type Router from '@koa/router';
import type { Context } from 'koa';
import { DomainError } from '../../domain/errors';
import { errorList, errorPage } from './error-pages';
import { GUIDES, guideList, isGuide, readGuide } from './guides';
import { showAsset, showReference } from './reference-page';
import { docPage, PAGE_POLICY, type DocPage, type PageLink } from './shell';

/** Clients and proxies may keep the pages this long; they change with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

const LINKS: readonly PageLink[] = [
  ...Object.entries(GUIDES).map(([name, title]) => ({ path: `/docs/guides/${name}`, title })),
  { path: '/docs/errors', title: 'Errors' },
];

function show(context: Context, page: DocPage): void {
  context.set('Cache-Control', CACHE_CONTROL);
  context.set('Content-Security-Policy', PAGE_POLICY);
  context.type = 'text/html';
  context.body = docPage(page, LINKS);
}

function nothingHere(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such page; the documentation begins at /docs.');
}

/** The documentation for people: reference, guides, and a page about every error code, where `doc_url` leads. */
export function registerDocs(router: Router): void {
  // Whoever opens the address that the service prints finds the way from there.
  router.get('/', (context) => context.redirect('/docs'));
  router.get('/docs', showReference);
  router.get('/docs/assets/:file', (context) => {
    if (!showAsset(context)) throw nothingHere();
  });
  router.get('/docs/guides', (context) => {
    show(context, { title: 'Guides', text: guideList(), path: '/docs/guides' });
  });
  router.get('/docs/guides/:name', (context) => {
    const name = context.params['name'] ?? '';
    if (!isGuide(name)) throw nothingHere();
    show(context, { title: GUIDES[name], text: readGuide(name), path: context.path });
  });
  router.get('/docs/errors', (context) => {
    show(context, { title: 'Errors', text: errorList(), path: '/docs/errors' });
  });
  router.get('/docs/errors/:code', (context) => {
    const code = context.params['code'] ?? '';
    const text = errorPage(code);
    if (text === null) throw nothingHere();
    show(context, { title: code, text, path: '/docs/errors' });
  });
}
