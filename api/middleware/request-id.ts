import type { Middleware } from 'koa';
import { newId } from '../../lib/ids';

/** Gives every request an id, in its state and in the header `Request-Id`. Source: docs/GAPS.md#G3 */
export function identifyRequest(): Middleware {
  return async (context, next) => {
    const requestId = newId('request');
    context.state['requestId'] = requestId;
    context.set('Request-Id', requestId);
    await next();
  };
}
