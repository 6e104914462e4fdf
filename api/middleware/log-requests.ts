import type { Middleware } from 'koa';
import type { Services } from '../services';
import { receivedAt } from './begin-in-turn';

/**
 * Notes for the log what a request is: ids and names of ours only, nothing that a client wrote.
 * @param operation id of the operation, or pattern of a page
 */
export function noteRequest(state: Record<string, unknown>, operation: string, keyId: string | null = null): void {
  state['operation'] = operation;
  state['keyId'] = keyId;
}

/** Reads that succeed, and refusals by a limit, come in thousands and tell little. */
function levelOf(method: string, status: number): 'info' | 'debug' {
  if (status === 429) return 'debug';
  return status < 400 && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') ? 'debug' : 'info';
}

/**
 * Leaves one line for each request that changes something or is refused, under the id that the client has in
 * `Request-Id` and that stands on the rows which the request made. Paths, queries and bodies are not written.
 * Source: docs/GAPS.md#G3
 */
export function logRequests(services: Pick<Services, 'log' | 'now'>): Middleware {
  return async (context, next) => {
    const begunAt = receivedAt(context.state) ?? services.now();
    await next();
    const { method, status } = context;
    const state: Record<string, unknown> = context.state;
    const level = levelOf(method, status);
    if (!services.log.isLevelEnabled(level)) return;
    const ms = services.now().getTime() - begunAt.getTime();
    const { requestId, operation = null, keyId = null } = state;
    const line = { requestId, method, operation, keyId, status, ms };
    services.log[level](line, 'request');
  };
}
