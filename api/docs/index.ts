import type Router from '@koa/router';
import type { Context } from 'koa';
import { DomainError } from '../../domain/errors';
import { errorList, errorPage } from './error-pages';
import { docPage, PAGE_POLICY, type DocPage, type PageLink } from './shell';

/** Clients and proxies may keep the pages this long; they change with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

const LINKS: readonly PageLink[] = [{ path: '/docs/errors', title: 'Errors' }];

function show(context: Context, page: DocPage): void {
  context.set('Cache-Control', CACHE_CONTROL);
  context.set('Content-Security-Policy', PAGE_POLICY);
  context.type = 'text/html';
  context.body = docPage(page, LINKS);
}

/** Pages about every error code: where `doc_url` of a refusal leads. */
export function registerDocs(router: Router): void {
  router.get('/docs/errors', (context) => {
    show(context, { title: 'Errors', text: errorList(), path: '/docs/errors' });
  });
  router.get('/docs/errors/:code', (context) => {
    const code = context.params['code'] ?? '';
    const text = errorPage(code);
    if (text === null) throw new DomainError('NOT_FOUND', 'There is no such error code.');
    show(context, { title: code, text, path: '/docs/errors' });
  });
}
