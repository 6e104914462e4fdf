import type { Context } from 'koa';
import type { ZodType } from 'zod';
import type { Principal } from '../../domain/auth/principal';
import { invalidRequest, type FieldFault } from '../../domain/errors';
import { plainWords } from '../../domain/schema-words';
import type { AnyCall, Endpoint, Reply } from '../endpoint';
import { faultsOf, NO_FIELDS } from '../field-faults';
import { fieldPath, parseJsonBody, type JsonBody } from '../json-body';
import type { Services } from '../services';
import { authorize } from './authenticate';
import { arrivalOf } from './pace-requests';
import { answerError } from './errors';
import { withIdempotency, type Run } from './idempotency';
import { readIdempotencyKey } from './idempotency-key';
import { annotateRequest } from './log-requests';
import { readBody, readFile } from './read-body';
import { serializeReply } from './serialize-reply';
import { prefersStrict, unknownFault, unknownMembers, withSuggestions, type UnknownMember } from './unknown-members';

function check(
  schema: ZodType | undefined,
  value: unknown,
  faults: FieldFault[],
  imprecise: ReadonlySet<string> = NO_FIELDS,
): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  faults.push(...faultsOf(result.error, imprecise));
  return undefined;
}

/** An absent body is `{}`: then each required field is named, instead of one fault that says little. */
function parseBody(record: Endpoint, bytes: Buffer): JsonBody {
  const isAbsent = record.body === undefined || bytes.length === 0;
  return isAbsent ? { value: {}, imprecise: NO_FIELDS } : parseJsonBody(bytes);
}

/**
 * Postgres keeps no NUL: a parameter with one is refused as it is in a body. Path and query are looked at apart, since
 * a name may stand in both. Source: docs/GAPS.md#G4
 */
function refuseNul(values: Record<string, unknown>, faults: FieldFault[]): void {
  for (const [field, value] of Object.entries(values)) {
    if (!String(value).includes('\u0000')) continue;
    faults.push({ field, code: 'nul', message: 'must not contain the NUL character' });
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

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

/** A field is named once, with its first fault. */
function besides(faults: readonly FieldFault[], further: readonly FieldFault[]): FieldFault[] {
  const named = new Set(faults.map(({ field }) => field));
  return further.filter(({ field }) => !named.has(field));
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
  const faults: FieldFault[] = [];
  const idempotencyKey = readIdempotencyKey(context, record, faults);
  const sent = { params: objectOf(context['params']), query: objectOf(context.query) };
  const params = check(record.params, sent.params, faults);
  refuseNul(objectOf(params), faults);
  refuseNul(sent.query, faults);
  const query = check(record.query, sent.query, faults);
  const parsed = parseBody(record, bytes);
  const body = check(record.body, parsed.value, faults, parsed.imprecise);
  const unknown = (): UnknownMember[] => (record.body === undefined ? [] : unknownMembers(record.body, parsed.value));
  if (prefersStrict(context.get('Prefer'))) {
    context.set('Preference-Applied', 'handling=strict');
    const inQuery = record.query === undefined ? [] : unknownMembers(record.query, sent.query);
    faults.push(...[...inQuery, ...unknown()].map(unknownFault));
  }

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
    ignoredMembers: () => unknown().map(({ path }) => fieldPath(path)),
    requestId,
    header: (name: string) => context.get(name),
  } as unknown as AnyCall;
  if (faults.length > 0) {
    const further = (await record.furtherFaults?.(parsed.value, call, services)) ?? [];
    throw invalidRequest(withSuggestions([...faults, ...besides(faults, further)], unknown()));
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
