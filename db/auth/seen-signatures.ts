import { SIGNATURE_TOLERANCE_SECONDS } from '../../domain/auth/partner-signature';
import type { Queryable } from '../database';

/** A signature may be dated so far ahead and then stays fresh for as long again; after that its age refuses it. */
const REMEMBERED_MS = 2 * SIGNATURE_TOLERANCE_SECONDS * 1000;

/** Old entries removed along with each new one: more than arrive, so the table cannot grow. */
const SWEPT = 10;

/** A partner's request whose signature is right. */
export interface SignedRequest {
  partnerId: string;
  signature: Buffer;
  /** Of everything that makes a repeat the same request; null where the request says nothing to know repeats by. */
  requestHash: Buffer | null;
}

/**
 * Stores the signature of a partner's request for all processes, and deletes some expired ones.
 * @returns false for a replay: the signature was seen with another request, or with one that cannot be repeated
 * Source: docs/GAPS.md#A2
 */
export async function rememberSignature(database: Queryable, request: SignedRequest, now: Date): Promise<boolean> {
  const rows = await database.query(
    `with swept as (
       delete from seen_signatures where (partner_id, signature) in (
         select partner_id, signature from seen_signatures where expires_at < $3 limit ${SWEPT} for update skip locked)
     )
     insert into seen_signatures as seen (partner_id, signature, expires_at, request_hash) values ($1, $2, $4, $5)
     on conflict (partner_id, signature) do update set request_hash = seen.request_hash
       where seen.request_hash = excluded.request_hash
     returning partner_id`,
    [request.partnerId, request.signature, now, new Date(now.getTime() + REMEMBERED_MS), request.requestHash],
  );
  return rows.length > 0;
}
