import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { translateFault } from '../../db/faults';
import { DomainError } from '../../domain/errors';
import { answerWithPage, asksForPage } from '../refusal-page';
import type { Services } from '../services';
import { noteRefusal } from './request-facts';
import { memberOf } from '../../domain/unknown-value';

/** What is read of a refused body at most, and for how long. */
const MAX_REST_BYTES = 16 * 1024 * 1024;
const MAX_REST_MS = 5_000;

/**
 * The error for a fault of the HTTP layer, such as a malformed percent escape or an aborted upload, which has a 4xx
 * status; null for any other fault.
 */
function fromHttpLayer(fault: unknown): DomainError | null {
  const status = memberOf(fault, 'status');
  if (status === 413) return new DomainError('PAYLOAD_TOO_LARGE', 'The body is larger than this operation accepts.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new DomainError('INVALID_REQUEST', 'The request could not be read.');
  }
  return null;
}

/** Any fault as a DomainError; an unknown one becomes INTERNAL. */
function toDomainError(raised: unknown): DomainError {
  // Queries that are built, rather than written, bring the faults of Postgres as they are.
  const fault = translateFault(raised);
  if (fault instanceof DomainError) return fault;
  return (
    fromHttpLayer(fault) ??
    new DomainError('INTERNAL', 'Something failed on our side; quote the request id.', { cause: fault })
  );
}

/** The code in the answer: of 429, RATE_LIMIT for payments, else rate_limit_exceeded. Source: docs/GAPS.md#G2 */
function codeFor(error: DomainError, path: string): string {
  if (error.code !== 'RATE_LIMIT') return error.code;
  return path.startsWith('/api/v1/payments') ? 'RATE_LIMIT' : 'rate_limit_exceeded';
}

/** Where a refusal happened: what its body tells beside the fault itself. */
export interface RefusedRequest {
  path: string;
  requestId: string;
  /** Public address of the service, which the page about the code is part of. */
  publicUrl: string;
}

/** The body of a refusal, without envelope. */
export function errorBody(error: DomainError, { path, requestId, publicUrl }: RefusedRequest): Record<string, unknown> {
  const code = codeFor(error, path);
  return {
    code,
    message: error.message,
    requestId,
    doc_url: `${publicUrl}/docs/errors/${code}`,
    ...error.extra,
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.retryAfterSeconds === undefined ? {} : { retry_after: error.retryAfterSeconds }),
  };
}

/** `/api/v1` wraps refusals with `success: false`; every other path answers `{error}`. */
export function wrapError(body: Record<string, unknown>, path: string): Record<string, unknown> {
  return path === '/api/v1' || path.startsWith('/api/v1/') ? { success: false, error: body } : { error: body };
}

/** Headers of a refusal, with how long to wait before another try where that is known. */
export function refusalHeaders({ headers, retryAfterSeconds }: DomainError): Record<string, string> {
  return retryAfterSeconds === undefined ? headers : { ...headers, 'Retry-After': String(retryAfterSeconds) };
}

/**
 * Reads and discards the rest of a body that is too large, within limits: many clients read no answer before they have
 * sent everything, and lose it if the connection is closed before.
 * @returns whether the body ended within the limits
 */
async function drainRequest(request: IncomingMessage): Promise<boolean> {
  const ended = new AbortController();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_REST_BYTES) ended.abort();
  });
  request.once('close', () => ended.abort()).once('end', () => ended.abort());
  request.resume();
  if (!request.complete && !request.destroyed)
    await delay(MAX_REST_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  return request.complete;
}

/** Writes a refusal as the answer: JSON, and to a browser that opens an address of no API a page. */
export function answerError(context: Context, error: DomainError, publicUrl: string): void {
  const { path } = context;
  const requestId = String(context.state['requestId']);
  noteRefusal(context.state, codeFor(error, path), error.details);
  context.status = error.status;
  context.set(refusalHeaders(error));
  if (asksForPage(context)) return answerWithPage(context, error);
  context.set('Content-Type', 'application/json; charset=utf-8');
  context.body = JSON.stringify(wrapError(errorBody(error, { path, requestId, publicUrl }), path));
}

/**
 * Answers every fault with the error body of the specification, which reveals nothing internal. Faults of ours are
 * logged. Source: docs/GAPS.md#G2
 */
export function answerErrors(services: Services): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (fault) {
      const error = toDomainError(fault);
      if (error.status >= 500) {
        const { requestId } = context.state;
        services.log.error({ requestId, fault: error.cause ?? error }, `${context.method} answered ${error.status}`);
      }
      if (error.code === 'PAYLOAD_TOO_LARGE' && !(await drainRequest(context.req))) context.set('Connection', 'close');
      answerError(context, error, services.settings.publicUrl);
    }
  };
}
