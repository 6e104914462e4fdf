import type { Middleware } from 'koa';
import { DomainError } from '../../domain/errors';

/** Far more than clients and proxies send. Source: docs/GAPS.md#G4 */
const MAX_HEADERS = 100;

/**
 * Refuses a request with more headers than are read. None may be left out instead: it could be the `Idempotency-Key`, or
 * the address that our own proxy adds behind the client's.
 */
export function refuseManyHeaders(): Middleware {
  return (context, next) => {
    // Name and value of each header, as they came.
    if (context.req.rawHeaders.length / 2 <= MAX_HEADERS) return next();
    throw new DomainError('INVALID_REQUEST', `The request has more than ${MAX_HEADERS} headers.`, { status: 431 });
  };
}
