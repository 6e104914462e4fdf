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

interface Operation {
  record: Endpoint;
  segments: readonly string[];
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** The parameters that a path gives an operation; null where it is another one's. */
function paramsOf({ segments }: Operation, given: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [place, segment] of segments.entries()) {
    const value = given[place] ?? '';
    if (isParameter(segment) && value !== '') params[segment.slice(1, -1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

/**
 * Serves operations by look-ups: those with the whole path, then those with as many segments. The router would try a hundred
 * expressions for each request, which takes longer than a calculation. It serves what is written otherwise: escapes, HEAD.
 */
export function answerOperations(records: readonly Endpoint[], services: Services): Middleware {
  const written = new Map<string, Endpoint>();
  const paths = new Set<string>();
  const others = new Map<string, Operation[]>();
  for (const record of records) {
    const method = record.method.toUpperCase();
    const segments = record.path.split('/');
    const name = `${method} ${segments.length}`;
    if (segments.some(isParameter)) others.set(name, [...(others.get(name) ?? []), { record, segments }]);
    else {
      paths.add(record.path);
      written.set(`${method} ${record.path}`, record);
    }
  }
  return (context, next) => {
    const { method, path } = context;
    const record = written.get(`${method} ${path}`);
    if (record !== undefined) return answerRequest(context, record, services);
    // A whole path with another method is no parameter of another operation.
    if (paths.has(path) || path.includes('%')) return next();
    const given = path.split('/');
    for (const operation of others.get(`${method} ${given.length}`) ?? []) {
      const params = paramsOf(operation, given);
      if (params === null) continue;
      context['params'] = params;
      return answerRequest(context, operation.record, services);
    }
    return next();
  };
}
