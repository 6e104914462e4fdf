import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Endpoint } from './endpoint';
import { runEndpoint } from './middleware/run-endpoint';
import type { Services } from './services';

/** `/a/{id}` as @koa/router writes it: `/a/:id`. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Serves an operation, or a page that is one, under its path and method. */
export function registerEndpoint(router: Router, record: Endpoint, services: Services): void {
  router[record.method](routerPath(record.path), async (context: Context) => {
    await runEndpoint(context, record, services);
    context.state['answered'] = true;
  });
}
