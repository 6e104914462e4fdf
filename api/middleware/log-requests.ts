import type { Middleware } from 'koa';
import type { CountedRequest } from '../../db/limits/request-counts';
import type { Services } from '../services';
import { arrivalOf } from './pace-requests';
import { factsOf } from './request-facts';

/** What the log says of a request: ids and names of ours only, nothing that a client wrote. */
export interface RequestNote {
  /** Id of the operation, or pattern of a page. */
  operation: string;
  keyId?: string;
  /** Of a person in the console. */
  userId?: string;
  /** Of a key of an account: whose request it is. */
  client?: Pick<CountedRequest, 'tenant' | 'plan'>;
  /** Whether it only asks: a search or a calculation is sent with POST. */
  isRead?: boolean;
}

const NOTE = Symbol('note of a request');

/** The state of a request, which has its note: a weak map that each request enters would slow down the garbage collector. */
interface Annotated {
  [NOTE]?: RequestNote;
}

/** Notes what a request is, in place of what was noted before. */
export function annotateRequest(state: Annotated, note: RequestNote): void {
  state[NOTE] = note;
}

/** @returns the operation or page that a request was taken to, as far as that is known */
export function operationOf(state: Annotated): string | null {
  return state[NOTE]?.operation ?? null;
}

/** Reads that succeed, and refusals by a limit, come in thousands and tell little. */
function levelOf(isRead: boolean, status: number): 'info' | 'debug' {
  return status === 429 || (isRead && status < 400) ? 'debug' : 'info';
}

const MS_PER_SECOND = 1000;

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Logs each request that changes something or is refused, under the id that the client has in `Request-Id` and that
 * its rows have. Paths, queries and bodies are not logged. Source: docs/GAPS.md#G3
 */
export function logRequests(services: Pick<Services, 'log' | 'now' | 'observe' | 'countRequest'>): Middleware {
  return async (context, next) => {
    const begunAt = arrivalOf(context.state) ?? services.now();
    await next();
    const { method, status } = context;
    const state: Record<string, unknown> = context.state;
    const { [NOTE]: annotated }: Annotated = context.state;
    const note: Partial<RequestNote> = annotated ?? {};
    const { operation = null, keyId = null, userId, client, isRead: isQuestion = false } = note;
    const isRead = isQuestion || READING.has(method);
    const level = levelOf(isRead, status);
    const ms = services.now().getTime() - begunAt.getTime();
    services.observe?.({ operation, method, status, seconds: ms / MS_PER_SECOND });
    if (client !== undefined && operation !== null && keyId !== null) {
      const { tenant, plan } = client;
      const answered = { id: String(state['requestId']), method, isRead, ms, ...factsOf(context.state, status) };
      services.countRequest?.({ ...answered, tenant, plan, keyId, operation, status });
    }
    if (!services.log.isLevelEnabled(level)) return;
    const person = userId === undefined ? {} : { userId };
    const line = { requestId: state['requestId'], method, operation, keyId, ...person, status, ms };
    services.log[level](line, 'request');
  };
}
