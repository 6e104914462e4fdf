import type { Middleware } from 'koa';
import type { Services } from '../services';
import { receivedAt } from './pace-requests';

/** What the log says of a request: ids and names of ours only, nothing that a client wrote. */
export interface RequestNote {
  /** Id of the operation, or pattern of a page. */
  operation: string;
  keyId?: string;
  /** Whether it only asks: a search or a calculation is sent with POST. */
  isRead?: boolean;
}

/** Notes what a request is; what is said later is added to what was said before. */
export function annotateRequest(state: Record<string, unknown>, note: RequestNote): void {
  Object.assign(state, note);
}

/** Reads that succeed, and refusals by a limit, come in thousands and tell little. */
function levelOf(isRead: boolean, status: number): 'info' | 'debug' {
  return status === 429 || (isRead && status < 400) ? 'debug' : 'info';
}

const MS_PER_SECOND = 1000;

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Leaves one line for each request that changes something or is refused, under the id that the client has in
 * `Request-Id` and that stands on the rows which the request made. Paths, queries and bodies are not written.
 * Source: docs/GAPS.md#G3
 */
export function logRequests(services: Pick<Services, 'log' | 'now' | 'observe'>): Middleware {
  return async (context, next) => {
    const begunAt = receivedAt(context.state) ?? services.now();
    await next();
    const { method, status } = context;
    const state: Record<string, unknown> = context.state;
    const level = levelOf(state['isRead'] === true || READING.has(method), status);
    const ms = services.now().getTime() - begunAt.getTime();
    const { requestId, operation = null, keyId = null } = state;
    const observed = typeof operation === 'string' ? operation : null;
    services.observe?.({ operation: observed, method, status, seconds: ms / MS_PER_SECOND });
    if (!services.log.isLevelEnabled(level)) return;
    const line = { requestId, method, operation, keyId, status, ms };
    services.log[level](line, 'request');
  };
}
