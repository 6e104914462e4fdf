import type Router from '@koa/router';
import type { Endpoint } from '../endpoint';
import { openApiDocument } from './document';
import { PAGE_POLICY, referencePage } from './page';

/** Clients and proxies may keep the reference this long; it changes with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

/** `/openapi.json` for machines and `/docs/plain` for browsers without script; both made once, when they are first asked for. */
export function registerReference(router: Router, endpoints: readonly Endpoint[]): void {
  let made: { json: string; page: string } | null = null;
  const reference = (): { json: string; page: string } => {
    if (made === null) {
      const document = openApiDocument(endpoints);
      made = { json: JSON.stringify(document), page: referencePage(document) };
    }
    return made;
  };
  router.get('/openapi.json', (context) => {
    context.set('Cache-Control', CACHE_CONTROL);
    context.type = 'application/json';
    context.body = reference().json;
  });
  router.get('/docs/plain', (context) => {
    context.set('Cache-Control', CACHE_CONTROL);
    context.set('Content-Security-Policy', PAGE_POLICY);
    context.type = 'text/html';
    context.body = reference().page;
  });
}
