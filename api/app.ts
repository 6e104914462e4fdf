import Koa, { type Middleware } from 'koa';
import Router from '@koa/router';
import { ENDPOINTS } from './endpoints';
import { paceRequests } from './middleware/pace-requests';
import { answerErrors } from './middleware/errors';
import { allowOrigins } from './middleware/cors';
import { describeLimits } from './middleware/rate-limit';
import { logRequests } from './middleware/log-requests';
import { refuseManyHeaders, requireHost, requirePath } from './middleware/request-head';
import { identifyRequest } from './middleware/request-id';
import { securityHeaders } from './middleware/security-headers';
import { registerAssets, SHARED_ASSETS } from './assets';
import { registerHealth } from './health';
import { registerDocs } from './docs';
import { AGENT_TEXTS } from './docs/guides';
import { registerMcp } from './mcp';
import { publishedDocument, registerReference } from './openapi';
import { INFO } from './openapi/general';
import { verifyDocument } from './verify';
import { DomainError } from '../domain/errors';
import { memberOf } from '../domain/unknown-value';
import { answerOperations, registerEndpoint } from './register-endpoint';
import type { Services } from './services';

function wrongMethod(allowed: Iterable<string>): DomainError {
  const headers = { Allow: [...allowed].sort().join(', ') };
  return new DomainError('METHOD_NOT_ALLOWED', 'This path does not support this method.', { headers });
}

/** The methods of each path without parameters: `/search` is an operation of its own and never an `{id}`. */
function methodsByFixedPath(): ReadonlyMap<string, ReadonlySet<string>> {
  const whole = new Map<string, Set<string>>();
  for (const { path, method } of ENDPOINTS.filter((record) => !record.path.includes('{'))) {
    const methods = whole.get(path) ?? new Set();
    whole.set(path, methods.add(method.toUpperCase()));
    if (method === 'get') methods.add('HEAD');
  }
  return whole;
}

/** Answers 405 with the allowed methods where a path exists but the method does not. */
function allowedMethods(router: Router): Middleware {
  const wholePaths = methodsByFixedPath();
  return async (context, next) => {
    const own = wholePaths.get(context.path);
    if (own !== undefined && !own.has(context.method)) throw wrongMethod(own);
    await next();
    if (context.status !== 404 || context.body !== undefined || context.state['answered'] === true) return;
    const methods = new Set<string>();
    for (const layer of router.match(context.path, context.method).path) {
      for (const method of layer.methods) methods.add(method);
    }
    if (methods.size === 0) throw new DomainError('NOT_FOUND', 'This path does not exist.');
    throw wrongMethod(methods);
  };
}

/** The connection was closed or reset before its answer had ended: the client has left, which is no fault of ours. */
const CLIENT_LEFT: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

function logFault(fault: unknown, { log }: Services): void {
  if (CLIENT_LEFT.includes(memberOf(fault, 'code'))) log.info('a client left before its answer had ended');
  else log.error({ fault }, 'koa reported a fault');
}

/** Pages that are served beside the API, such as the console; they get what passes the API's own outer layers. */
export type Pages = (services: Services) => Middleware;

/** The HTTP application over the given services; it opens no port. */
export function createApp(services: Services, pages?: Pages): Koa {
  const { trustedProxyHops } = services.settings;
  // Each proxy adds the address that it was reached from; those before are the client's own words. 0 would mean all.
  const app = new Koa({ proxy: trustedProxyHops > 0, maxIpsCount: Math.max(1, trustedProxyHops), env: 'production' });
  const router = new Router({ sensitive: true, strict: true });
  // The page for people who verify a document is no operation; limits and request ids are those of every operation.
  for (const record of [...ENDPOINTS, verifyDocument]) registerEndpoint(router, record, services);
  registerHealth(router, services);
  registerAssets(router, SHARED_ASSETS);
  registerReference(router);
  registerDocs(router, { publicUrl: services.settings.publicUrl, document: publishedDocument });
  registerMcp(router, { version: INFO.version, endpoints: ENDPOINTS, texts: AGENT_TEXTS }, services);

  app.use(paceRequests(() => services.now()));
  app.use(identifyRequest());
  if (services.traceRequest !== undefined) app.use(services.traceRequest);
  app.use(logRequests(services));
  app.use(describeLimits(services));
  app.use(answerErrors(services));
  app.use(securityHeaders(services.settings.publicUrl));
  app.use(requirePath());
  app.use(refuseManyHeaders());
  app.use(requireHost());
  app.use(allowOrigins(services.settings.corsOrigins));
  app.use(answerOperations(ENDPOINTS, services));
  app.use(allowedMethods(router));
  if (pages !== undefined) app.use(pages(services));
  app.use(router.routes());
  app.on('error', (fault: unknown) => logFault(fault, services));
  return app;
}
