import type { Context } from 'koa';
import type { Principal } from '../../domain/auth/principal';
import { invalidRequest } from '../../domain/errors';
import type { AnyCall, Endpoint, Reply } from '../endpoint';
import { fieldPath } from '../json-body';
import type { Services } from '../services';
import { authorize } from './authenticate';
import { arrivalOf } from './pace-requests';
import { answerError } from './errors';
import { withIdempotency, type Run } from './idempotency';
import { annotateRequest } from './log-requests';
import { readBody, readFile } from './read-body';
import { besides, readSaid } from './read-said';
import { serializeReply } from './serialize-reply';
import { withSuggestions } from './unknown-members';

function send(context: Context, reply: Reply): void {
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

/** Everything after the tokens: permission, what is said, the handler, the answer's shape. */
async function answer(
  context: Context,
  record: Endpoint,
  services: Services,
  asked: { principal: Principal | null; receivedAt: Date },
): Promise<Reply> {
  const { principal, receivedAt } = asked;
  authorize(principal, record.access);
  const bytes = await readBody(context, record);
  const file = readFile(context, record);
  await services.credentials.verifySignature(context, principal, bytes, receivedAt);
  const said = readSaid(context, record, bytes);
  const { params, query, body, idempotencyKey, faults } = said;
  if (said.isStrict) context.set('Preference-Applied', 'handling=strict');
  const requestId = String(context.state['requestId']);
  // The record's own types tie schema and handler together; here they are parsed values of unknown shape.
  const call = {
    principal,
    params,
    query,
    body,
    rawBody: bytes,
    file,
    idempotencyKey,
    held: null,
    receivedAt,
    ignoredMembers: () => said.unknownMembers().map(({ path }) => fieldPath(path)),
    requestId,
    header: (name: string) => context.get(name),
  } as unknown as AnyCall;
  if (faults.length > 0) {
    // What Postgres could not even be asked about is looked at no further.
    const further = said.isKeepable ? ((await record.furtherFaults?.(said.sentBody, call, services)) ?? []) : [];
    throw invalidRequest(withSuggestions([...faults, ...besides(faults, further)], said.unknownMembers()));
  }
  const run: Run = async (subject, held) => {
    const recover = subject === null ? undefined : record.recover?.(subject, call, services);
    try {
      return serializeReply(record, await (recover ?? record.handle({ ...call, held }, services)), services.log);
    } finally {
      // A refusal may have been written too: a report that contradicts an outcome opens a case and is 409.
      if (mayWrite(record)) services.wake();
    }
  };
  const request = { record, principal, idempotencyKey, path: context.path, rawBody: bytes, requestId };
  return withIdempotency(request, services, run);
}

/** Searches and calculations need a body, so they come as POST; what they may do tells them from changes. */
function onlyReads({ access }: Endpoint): boolean {
  return access.kind === 'client' && access.scope?.endsWith(':read') === true;
}

/** Whether what was done may have left work for a relay. */
function mayWrite(record: Endpoint): boolean {
  return record.method !== 'get' && (!onlyReads(record) || record.writesEvent === true);
}

/** An operation that reads ahead runs beside its tokens, unless it is known already that there are none. */
function runsAhead(principal: Principal | null, record: Endpoint, { limiter }: Services): boolean {
  return record.readsAhead === true && principal !== null && !limiter.isExhausted(principal, record);
}

/**
 * The one path of every operation: who calls, may they, how often, what do they say, then the handler.
 * An operation that reads ahead begins while its tokens are taken; without tokens, what it found is thrown away.
 * @throws DomainError for each refusal; all field faults of params, query and body at once
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
  }
  const taking = services.limiter.take(context, principal, record);
  const run = () => answer(context, record, services, { principal, receivedAt });
  const ahead = runsAhead(principal, record, services) ? run() : null;
  // When the tokens are refused nobody looks at its fault any more.
  ahead?.catch(() => undefined);
  const limits = await taking;
  context.set(limits.headers);
  if (limits.refusal !== null) {
    // Not thrown: on its way through all layers an error costs more than a success, and refusals come in floods.
    answerError(context, limits.refusal, services.settings.publicUrl);
    return;
  }
  send(context, await (ahead ?? run()));
}
