import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/webhooks/payload';
import { DomainError } from '../../domain/errors';
import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
  storeIdempotentAnswer,
  type Claim,
  type StoredAnswer,
} from '../../db/idempotency';
import type { AnyCall, Endpoint, Reply } from '../endpoint';
import type { Services } from '../services';
import { errorBody, wrapError } from './errors';

/** Answers that a repeat replays; 400, 401, 403, 429 and 5xx never are. Source: docs/GAPS.md#P6 */
function isStored(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409 || status === 422;
}

/** Scope of a key: one account (or operator) and one operation. */
function scopeOf(call: AnyCall): string {
  const principal = call.principal as unknown as { accountId?: string; keyId?: string } | null;
  return principal?.accountId ?? principal?.keyId ?? 'public';
}

function replay(claim: Extract<Claim, { outcome: 'stored' }>): Reply {
  const { status, body, headers } = claim.answer;
  return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, verbatim: body };
}

function refuse(claim: Extract<Claim, { outcome: 'other_body' | 'running' }>): DomainError {
  if (claim.outcome === 'other_body') {
    return new DomainError('DUPLICATE', 'This Idempotency-Key was used with another body.', {
      details: [{ field: 'Idempotency-Key', code: 'reused', message: 'belongs to a request with another body' }],
    });
  }
  return new DomainError('IN_PROGRESS', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });
}

/** A body is the same however its members are ordered and spaced: clients write it anew when they repeat. */
function sameBody(bytes: Buffer): string {
  return bytes.length === 0 ? '' : canonicalJson(JSON.parse(bytes.toString('utf8')));
}

/** @returns the refusal that repeats will get, or null where a repeat may fare better */
function refusalToKeep(fault: unknown, path: string, requestId: string): StoredAnswer | null {
  if (!(fault instanceof DomainError) || !isStored(fault.status)) return null;
  const verbatim = JSON.stringify(wrapError(errorBody(fault, path, requestId), path));
  return { status: fault.status, verbatim, headers: fault.headers };
}

/**
 * Runs an operation at most once per `Idempotency-Key`: the first answer is stored and replayed byte for byte.
 * @param run the handler followed by serialisation; `subject` names what a request that died had already made
 * Source: docs/GAPS.md#P6
 */
export async function withIdempotency(
  record: Endpoint,
  call: AnyCall,
  services: Services,
  path: string,
  run: (subject: string | null) => Promise<Reply>,
): Promise<Reply> {
  if (call.idempotencyKey === null || record.idempotent !== true) return run(null);
  const key = { scope: scopeOf(call), operation: record.operationId, key: call.idempotencyKey };
  const bodyHash = createHash('sha256').update(path).update('\n').update(sameBody(call.rawBody)).digest();
  const claimedAt = services.now();
  const release = (): Promise<void> => releaseIdempotencyKey(services.database, key, claimedAt);
  const claim = await claimIdempotencyKey(services.database, key, bodyHash, claimedAt).catch(async (fault: unknown) => {
    // A connection that broke may have broken after the commit.
    await release();
    throw fault;
  });
  if (claim.outcome === 'stored') return replay(claim);
  if (claim.outcome === 'other_body' || claim.outcome === 'running') throw refuse(claim);
  try {
    const reply = await run(claim.subject);
    const isDurable = record.recover === undefined;
    if (isStored(reply.status)) await storeIdempotentAnswer(services.database, key, reply, isDurable);
    else await release();
    return reply;
  } catch (fault) {
    const answer = refusalToKeep(fault, path, call.requestId);
    if (answer === null) await release();
    else await storeIdempotentAnswer(services.database, key, answer).catch(release);
    throw fault;
  }
}
