import type { Context, Middleware } from 'koa';
import { DomainError } from '../../domain/errors';

/** Far more than clients and proxies send. Source: docs/GAPS.md#G4 */
const MAX_HEADERS = 100;

/** Whether the request target has a path. An absolute target may have none, or be no URL, for which Koa throws. */
function hasPath(context: Context): boolean {
  try {
    // Koa's types promise a text; of `foo://bar` the path is null.
    const path: string | null = context.path;
    return path?.startsWith('/') === true;
  } catch {
    return false;
  }
}

/**
 * Refuses a target without a path, before any layer reads the path. `OPTIONS *` concerns the whole service and passes.
 */
export function requirePath(): Middleware {
  return (context, next) => {
    if ((context.method === 'OPTIONS' && context.url === '*') || hasPath(context)) return next();
    // The refusal itself asks for the path.
    context.url = '/';
    throw new DomainError('INVALID_REQUEST', 'The request target has no readable path.');
  };
}

/**
 * Refuses a request with too many headers. They cannot be truncated instead: the missing one could be the
 * `Idempotency-Key`, or the address that our own proxy adds behind the client's.
 */
export function refuseManyHeaders(): Middleware {
  return (context, next) => {
    // Name and value of each header, as they came.
    if (context.req.rawHeaders.length / 2 <= MAX_HEADERS) return next();
    throw new DomainError('INVALID_REQUEST', `The request has more than ${MAX_HEADERS} headers.`, { status: 431 });
  };
}

/** A name or an address of RFC 3986, 3.2.2, with a port or without. */
const HOST = /^(\[[\d.:a-f]+\]|[\w.~!$&'()*+,;=%-]+)(:\d{0,5})?$/i;

/** @returns what is wrong with the Host headers of a request, or null */
function hostFault({ req }: Context): string | null {
  const [host = '', ...others] = req.headersDistinct['host'] ?? [];
  if (others.length > 0) return 'is given more than once';
  if (host === '') return req.httpVersion === '1.1' ? 'is missing' : null;
  return HOST.test(host) ? null : 'is not a host name';
}

/**
 * Refuses a request without exactly one valid Host header: a proxy in front may have taken it for another. Source: RFC
 * 9112, 3.2
 */
export function requireHost(): Middleware {
  return (context, next) => {
    const fault = hostFault(context);
    if (fault === null) return next();
    throw new DomainError('INVALID_REQUEST', `The Host header ${fault}.`);
  };
}
