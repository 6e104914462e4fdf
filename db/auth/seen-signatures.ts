import { SIGNATURE_TOLERANCE_SECONDS } from '../../domain/auth/partner-signature';
import type { Queryable } from '../database';

/** A signature may be dated so far ahead and then stays fresh for as long again; after that its age refuses it. */
const REMEMBERED_MS = 2 * SIGNATURE_TOLERANCE_SECONDS * 1000;

/** Old entries removed along with each new one: more than arrive, so the table cannot grow. */
const SWEPT = 10;

/**
 * Notes the signature of a partner's request, for all processes.
 * @returns false when the very same request was seen before: a replay
 * Source: docs/GAPS.md#A2
 */
export async function rememberSignature(
  database: Queryable,
  partnerId: string,
  signature: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await database.query(
    `with swept as (
       delete from seen_signatures where (partner_id, signature) in (
         select partner_id, signature from seen_signatures where expires_at < $3 limit ${SWEPT} for update skip locked)
     )
     insert into seen_signatures (partner_id, signature, expires_at) values ($1, $2, $4)
     on conflict (partner_id, signature) do nothing returning partner_id`,
    [partnerId, signature, now, new Date(now.getTime() + REMEMBERED_MS)],
  );
  return rows.length > 0;
}
