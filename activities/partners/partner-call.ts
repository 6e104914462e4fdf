import { Agent, type Dispatcher } from 'undici';
import { parseBody } from '../../domain/payments/dispatch/answer-body';
import type { DescribedOperation } from '../../domain/payments/dispatch/description/schema';
import type { AnswerBody, PartnerAnswer } from '../../domain/payments/dispatch/partner-answers';
import { traceCall } from '../../lib/trace-call';
import { faultCode } from '../../lib/fault-code';
import { createBoundedLookup } from './bounded-lookup';

/** A partner has this long for its whole answer, from the first byte that we sent. Source: docs/GAPS.md#P14 */
const ANSWER_MS = 5_000;
/** A connection is waited for this long, look-up and TLS included; with the answer it is less than a dispatch's 8 s. */
const CONNECTION_MS = 2_500;
/**
 * Idle connections are given up before partners commonly do, which is after 5 s and more: a request on a connection
 * that the other side is just closing is ambiguous.
 */
const KEEP_ALIVE_MS = 4_000;
/** As many as a worker process has dispatches in flight at one partner. Source: activities/partners/gate.ts */
const CONNECTIONS = 40;
/** Inquiries and cancellations have connections of their own: many of them keep no dispatch waiting. */
const QUESTION_CONNECTIONS = 8;
/** An answer of a partner is a small object; more is not read. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** What proves us, and a partner, over mutual TLS; as PEM. */
export interface PartnerTls {
  certificate: string;
  key: string;
  /** Who signs the partner's certificate; null: the usual authorities. */
  authority: string | null;
}

/** Connections to partners. */
export interface PartnerAgents {
  dispatch: Agent;
  question: Agent;
  /** What they prove themselves with; null: nothing. */
  tls: PartnerTls | null;
}

/** An HTTP agent for calls to partners, with bounded look-ups and the certificate of mutual TLS. */
function createAgent(connections: number, tls: PartnerTls | null): Agent {
  const proof = tls === null ? {} : { cert: tls.certificate, key: tls.key, ca: tls.authority ?? undefined };
  return new Agent({
    connect: { timeout: CONNECTION_MS, lookup: createBoundedLookup(), ...proof },
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // The one deadline of a call is its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** @returns connections of their own for a partner that wants a certificate */
export function createPartnerAgents(tls: PartnerTls | null): PartnerAgents {
  return { dispatch: createAgent(CONNECTIONS, tls), question: createAgent(QUESTION_CONNECTIONS, tls), tls };
}

const AGENTS = createPartnerAgents(null);

export interface PartnerRequest {
  /** Whole address, base path and query included. */
  url: URL;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  /** Exactly what is sent, or null. */
  body: string | null;
  /** Whether it submits an instruction, or asks about one. */
  purpose: 'dispatch' | 'question';
  /** Whether the request may still be written; asked when there is a connection for it. */
  mayBegin?: () => boolean;
  /** Connections; by default those to all partners without certificates of ours. */
  agents?: PartnerAgents | undefined;
  /** What of a described bank it asks; for those who watch calls. */
  about?: { operation: 'token' | DescribedOperation; instructionId: string; isRepeat: boolean } | undefined;
  /** Reads the bytes of an answer; as JSON by default. */
  readBody?: ((bytes: Buffer) => AnswerBody) | undefined;
}

/** What became of a call. */
export type CallResult =
  | { kind: 'answered'; answer: PartnerAnswer }
  /** Not a byte of the request was written to a connection: the partner cannot have it. */
  | { kind: 'not_sent'; fault: string }
  /** The same, because `mayBegin` said no. */
  | { kind: 'too_late'; fault: string }
  /** Something was written, and no whole answer came. */
  | { kind: 'no_answer'; fault: string };

/**
 * One call, as undici reports on it. It calls `onRequestStart` when it has a connection and is about to write, and never
 * before: what fails earlier was not sent, whatever its error is called. What has been given up by then is not written.
 */
class Call implements Dispatcher.DispatchHandler {
  private isSent = false;
  private isSettled = false;
  private timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private status = 0;
  private retryAfter: string | null = null;
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly mayBegin: () => boolean,
    private readonly readBody: (bytes: Buffer) => AnswerBody,
    private readonly resolve: (result: CallResult) => void,
  ) {
    this.timer = setTimeout(() => this.settle({ kind: 'not_sent', fault: 'NO_CONNECTION_IN_TIME' }), CONNECTION_MS);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.isSettled && !this.mayBegin()) this.settle({ kind: 'too_late', fault: 'TOO_LATE_TO_SEND' });
    if (this.isSettled) {
      controller.abort(new Error('given up before it was sent'));
      return;
    }
    this.controller = controller;
    this.isSent = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle({ kind: 'no_answer', fault: 'NO_ANSWER_IN_TIME' }), ANSWER_MS);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > MAX_ANSWER_BYTES) this.answer({ kind: 'too_long' });
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.answer(this.readBody(Buffer.concat(this.chunks)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, fault: Error): void {
    this.settle({ kind: this.isSent ? 'no_answer' : 'not_sent', fault: faultCode(fault) });
  }

  /** For what fails before undici has taken the request. */
  refuse(fault: unknown): void {
    this.settle({ kind: 'not_sent', fault: faultCode(fault) });
  }

  private answer(body: AnswerBody): void {
    this.settle({ kind: 'answered', answer: { status: this.status, body, retryAfter: this.retryAfter } });
  }

  private settle(result: CallResult): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.resolve(result);
    // A call that is over in the middle of an answer, or without one, ends its connection.
    const isWhole = result.kind === 'answered' && result.answer.body.kind !== 'too_long';
    if (!isWhole && this.controller?.aborted === false) this.controller.abort(new Error('the call is over'));
  }
}

/**
 * Makes one call to a partner, without following redirects.
 * @returns the outcome; it never rejects
 * Source: docs/GAPS.md#P14
 */
export function callPartner(request: PartnerRequest): Promise<CallResult> {
  const { method, purpose } = request;
  const attributes = { 'http.request.method': method, 'corridor.purpose': purpose };
  return traceCall('partner call', attributes, async ({ headers, note }) => {
    const result = await makeCall({ ...request, headers: { ...request.headers, ...headers } });
    note({ 'corridor.outcome': result.kind });
    if (result.kind === 'answered') note({ 'http.response.status_code': result.answer.status });
    return result;
  });
}

/**
 * Makes one call without tracing it.
 * @returns the outcome; it never rejects
 */
function makeCall(request: PartnerRequest): Promise<CallResult> {
  const { url, method, headers, body } = request;
  const { agents = AGENTS, purpose } = request;
  return new Promise((resolve) => {
    const call = new Call(request.mayBegin ?? (() => true), request.readBody ?? parseBody, resolve);
    try {
      agents[purpose].dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, call);
    } catch (fault) {
      call.refuse(fault);
    }
  });
}
