import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Endpoint } from './endpoint';
import { publicAnswer } from './middleware/public-answer';
import { runEndpoint } from './middleware/run-endpoint';
import type { Services } from './services';

/** `/a/{id}` as @koa/router writes it: `/a/:id`. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

async function answerRequest(context: Context, record: Endpoint, services: Services): Promise<void> {
  const run = () => runEndpoint(context, record, services);
  await (record.isPublicAnswer === true ? publicAnswer(context, run) : run());
  context.state['answered'] = true;
}

/** Serves an operation, or a page that is one, under its path and method. */
export function registerEndpoint(router: Router, record: Endpoint, services: Services): void {
  router[record.method](routerPath(record.path), (context: Context) => answerRequest(context, record, services));
}

/**
 * Serves operations without path parameters by a map look-up: the router would try a hundred expressions for each
 * request, which takes longer than a calculation.
 */
export function answerWholePaths(records: readonly Endpoint[], services: Services): Middleware {
  const written = records.filter(({ path }) => !path.includes('{'));
  const operations = new Map(written.map((record) => [`${record.method.toUpperCase()} ${record.path}`, record]));
  return (context, next) => {
    const record = operations.get(`${context.method} ${context.path}`);
    return record === undefined ? next() : answerRequest(context, record, services);
  };
}
