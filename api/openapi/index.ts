import type Router from '@koa/router';
import type { Endpoint } from '../endpoint';
import { openApiDocument } from './document';

/** Clients and proxies may keep the description this long; it changes with a release only. */
const CACHE_CONTROL = 'public, max-age=300';

/** `/openapi.json`, made once, when it is first asked for. */
export function registerReference(router: Router, endpoints: readonly Endpoint[]): void {
  let made: string | null = null;
  router.get('/openapi.json', (context) => {
    made ??= JSON.stringify(openApiDocument(endpoints));
    context.set('Cache-Control', CACHE_CONTROL);
    context.type = 'application/json';
    context.body = made;
  });
}
