import type { Context } from 'koa';
import { DomainError } from '../../domain/errors';
import type { Principal } from '../../domain/auth/principal';
import { keyActor } from '../../domain/auth/actor';
import type { Endpoint, Reply } from '../endpoint';
import type { Services } from '../services';
import { authorize } from './authenticate';
import { arrivalOf } from './pace-requests';
import { answerError } from './errors';
import { annotateRequest } from './log-requests';
import { fileTypeOf, readBody, readFile } from './read-body';
import { parseRequest, withoutBody } from './parse-request';
import { noteOperation, noteReply } from './request-facts';
import { onlyReads, runOperation } from './run-operation';

/** Writes a reply as the HTTP answer. */
function writeReply(context: Context, reply: Reply): void {
  noteReply(context.state, reply);
  context.status = reply.status;
  if (reply.headers !== undefined) context.set(reply.headers);
  if (reply.binary !== undefined) {
    context.type = reply.binary.contentType;
    context.body = reply.binary.bytes;
    return;
  }
  if (reply.stream !== undefined) {
    context.body = reply.stream;
    return;
  }
  if (reply.verbatim === undefined || reply.verbatim === '') {
    context.body = null;
    context.status = reply.status;
    return;
  }
  context.set('Content-Type', 'application/json; charset=utf-8');
  context.body = reply.verbatim;
}

/** Answers a request that has its tokens: checks permission and signature, parses, runs the operation. */
async function answerAdmitted(
  context: Context,
  record: Endpoint,
  services: Services,
  asked: { principal: Principal | null; receivedAt: Date },
): Promise<Reply> {
  const { principal, receivedAt } = asked;
  authorize(principal, record.access);
  const rawBody = await readBody(context, record);
  const fileType = fileTypeOf(context, record);
  const file = readFile(context, record);
  await services.credentials.verifySignature(context, principal, rawBody, receivedAt);
  const params: unknown = context['params'];
  const head = {
    params,
    query: context.query,
    idempotencyKeys: context.req.headersDistinct['idempotency-key'] ?? [],
    prefer: context.get('Prefer'),
  };
  // Of a file the query says what the body of JSON says, so that a repeat has the same.
  const parsed = parseRequest(head, fileType === null ? record : withoutBody(record), rawBody);
  if (parsed.isStrict) context.set('Preference-Applied', 'handling=strict');
  const requestId = String(context.state['requestId']);
  const actor = keyActor(principal, requestId);
  const header = (name: string): string => context.get(name);
  const path = fileType === null ? context.path : context.url;
  return runOperation(record, services, {
    principal,
    actor,
    parsed,
    rawBody,
    fileType,
    file,
    path,
    requestId,
    receivedAt,
    header,
  });
}

/** An operation that reads ahead runs beside its tokens, unless it is known already that there are none. */
function runsAhead(principal: Principal | null, record: Endpoint, { limiter }: Services): boolean {
  return record.readsAhead === true && principal !== null && !limiter.isExhausted(principal, record);
}

/** Answers a caller that proves itself by the content of the request; a refusal takes a token of its address. */
async function answerWithProof(
  context: Context,
  { limiter, settings }: Services,
  run: () => Promise<Reply>,
): Promise<void> {
  try {
    writeReply(context, await run());
  } catch (fault) {
    const limits = limiter.takeOpen(context);
    context.set(limits.headers);
    if (limits.refusal === null || !(fault instanceof DomainError)) throw fault;
    answerError(context, limits.refusal, settings.publicUrl);
  }
}

/**
 * Runs an operation for an HTTP request: identifies the caller, takes tokens, checks permission, parses, calls the
 * handler. An operation that reads ahead runs while its tokens are taken; without tokens its result is discarded.
 * A refusal for lack of tokens is answered, not thrown.
 * @throws DomainError for every other refusal; all field faults of params, query and body at once
 */
export async function runEndpoint(context: Context, record: Endpoint, services: Services): Promise<void> {
  const receivedAt = arrivalOf(context.state) ?? services.now();
  const operation = record.operationId;
  const isRead = onlyReads(record);
  annotateRequest(context.state, { operation, isRead });
  const principal = await services.credentials.identify(context, record.access);
  if (principal !== null) {
    const { keyId } = principal;
    const note =
      principal.kind === 'client' ? { operation, isRead, keyId, client: principal } : { operation, isRead, keyId };
    annotateRequest(context.state, note);
    noteOperation(context.state, record, context['params']);
  }
  const run = () => answerAdmitted(context, record, services, { principal, receivedAt });
  if (record.provesItself === true) return answerWithProof(context, services, run);
  const taking = services.limiter.take(context, principal, record);
  const ahead = runsAhead(principal, record, services) ? run() : null;
  // Its fault is ignored when the tokens are refused.
  ahead?.catch(() => undefined);
  const limits = await taking;
  context.set(limits.headers);
  if (limits.refusal !== null) {
    // Not thrown: on its way through all layers an error costs more than a success, and refusals come in floods.
    answerError(context, limits.refusal, services.settings.publicUrl);
    return;
  }
  writeReply(context, await (ahead ?? run()));
}
