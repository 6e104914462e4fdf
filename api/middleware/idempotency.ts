import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '../../domain/auth/principal';
import { tenantName } from '../../domain/auth/tenant';
import { canonicalJson } from '../../domain/canonical-json';
import { DomainError, isUnavailable } from '../../domain/errors';
import { claimIdempotencyKey, reusedKeyFault, type Claim, type HeldKey } from '../../db/idempotency';
import { releaseIdempotencyKey, storeIdempotentAnswer, type StoredAnswer } from '../../db/idempotency-ends';
import type { Endpoint, Reply } from '../endpoint';
import type { Services } from '../services';
import { errorBody, wrapError, type RefusedRequest } from './errors';

/** Answers that a repeat replays; 400, 401, 403, 429 and 5xx never are. Source: docs/GAPS.md#P6 */
function isStored(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409 || status === 422;
}

/** Scope of a key: one side of an account, or one operator; the operation is named beside it. */
function scopeOf(principal: Principal | null): string {
  if (principal === null) return 'public';
  return principal.kind === 'client' ? tenantName(principal.tenant) : principal.keyId;
}

/** The handler followed by serialisation; `subject` names what a request that died had already made. */
export type Run = (subject: string | null, held: HeldKey | null) => Promise<Reply>;

/** Replays a stored answer byte for byte; a secret in it was removed when it was stored. */
function replayStored({ answer: { status, body, headers } }: Extract<Claim, { outcome: 'stored' }>): Reply {
  return { status, verbatim: body, headers: { ...headers, 'Idempotency-Replayed': 'true' } };
}

/** The reply in the form that is stored for repeats, without its secrets. */
function withoutSecret(record: Endpoint, reply: Reply): Reply {
  const { secretMembers } = record;
  if (secretMembers === undefined || reply.verbatim === undefined) return reply;
  const whole: unknown = JSON.parse(reply.verbatim);
  const members = typeof whole === 'object' && whole !== null ? Object.entries(whole) : [];
  const shown = Object.fromEntries(members.filter(([name]) => !secretMembers.includes(name)));
  return { ...reply, verbatim: JSON.stringify(shown) };
}

function faultOfClaim(claim: Extract<Claim, { outcome: 'other_body' | 'running' }>): DomainError {
  if (claim.outcome === 'other_body') return reusedKeyFault();
  return new DomainError('IN_PROGRESS', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });
}

/**
 * A text that is equal for bodies with the same content, however members are ordered and spaced, and form parts
 * divided.
 */
function normaliseBody(bytes: Buffer, contentType: string): string {
  // Drops a byte order mark, as the body's reader does.
  const text = new TextDecoder().decode(bytes);
  const boundary = /^multipart\/form-data\b.*;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];
  // Clients draw another one for each request. Source: RFC 7578, "Boundary Parameter"
  if (boundary !== undefined) return text.replaceAll(boundary.trimEnd(), '');
  try {
    return text === '' ? '' : canonicalJson(JSON.parse(text));
  } catch {
    // A number beyond those of RFC 8785, in a member that the operation does not know: the same is what is written alike.
    return text;
  }
}

/** @returns the refusal that repeats will get, or null where a repeat may fare better */
function refusalToKeep(fault: unknown, request: RefusedRequest): StoredAnswer | null {
  if (!(fault instanceof DomainError) || !isStored(fault.status)) return null;
  const verbatim = JSON.stringify(wrapError(errorBody(fault, request), request.path));
  return { status: fault.status, verbatim, headers: fault.headers };
}

/** What tells a request with an `Idempotency-Key` from others with the same key. */
export interface KeyedRequest {
  record: Endpoint;
  principal: Principal | null;
  idempotencyKey: string | null;
  path: string;
  rawBody: Buffer;
  requestId: string;
  header(name: string): string;
}

/**
 * Runs an operation at most once per `Idempotency-Key`: the first answer is stored and replayed byte for byte.
 * Source: docs/GAPS.md#P6
 */
export async function withIdempotency(request: KeyedRequest, services: Services, run: Run): Promise<Reply> {
  const { record, principal, idempotencyKey, path, requestId } = request;
  if (idempotencyKey === null || record.idempotent !== true) return run(null, null);
  const key = { scope: scopeOf(principal), operation: record.operationId, key: idempotencyKey };
  const body = normaliseBody(request.rawBody, request.header('Content-Type'));
  const bodyHash = createHash('sha256').update(path).update('\n').update(body).digest();
  const { database } = services;
  const token = randomUUID();
  const release = (): Promise<void> => releaseIdempotencyKey(database, key, token);
  const claim = await claimIdempotencyKey(database, key, { bodyHash, token }).catch((fault: unknown) => {
    // A connection that broke may have broken after the commit.
    void release();
    throw fault;
  });
  if (claim.outcome === 'stored') return replayStored(claim);
  if (claim.outcome === 'other_body' || claim.outcome === 'running') throw faultOfClaim(claim);
  const work = (): Promise<Reply> => run(claim.subject, { ...key, token, bodyHash });
  // What the request makes is written under its claim or not at all, so a repeat may take the claim over at any moment.
  const reply = await services.ending.holding(release, work).catch(async (fault: unknown) => {
    const { publicUrl } = services.settings;
    const answer = refusalToKeep(fault, { path, requestId, publicUrl });
    if (answer !== null) await storeIdempotentAnswer(database, key, token, answer);
    // The answer does not wait for a database that is away; after any other refusal the client may repeat at once.
    else if (isUnavailable(fault)) void release();
    else await release();
    throw fault;
  });
  // A claim that made something is found again by what it made.
  if (!isStored(reply.status) || record.isAnswerPrivate === true) {
    await release();
    return reply;
  }
  await storeIdempotentAnswer(database, key, token, withoutSecret(record, reply), record.recover === undefined);
  return reply;
}
