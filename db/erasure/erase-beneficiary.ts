import type { Queryable } from '../database';
import type { Erasure } from './eraser';

/** A statement of its own: one that waits for a lock reads other rows as they were before its wait. */
const LOCK_SQL = 'select account_id as "accountId" from beneficiaries where id = $1 for no key update';

const BENEFICIARY_SQL = `
  with beneficiary as (
    update beneficiaries set private_sealed = null, change_sealed = null, deleted_at = clock_timestamp()
    where id = $1 and deleted_at is null returning 1
  ),
  screenings as (
    update screenings s set party_sealed = null from beneficiary_screenings l
    where l.beneficiary_id = $1 and s.id = l.screening_id and s.party_sealed is not null returning 1
  )
  select (select count(*) from beneficiary)::integer as beneficiary,
    (select count(*) from screenings)::integer as screenings`;

/**
 * Erases what names a saved payee, also of one that its account has deleted, and the parties of its screenings. Payments
 * that were made from it have a copy of their own, and are erased by themselves.
 * Source: docs/GAPS.md#erasure
 */
export async function eraseBeneficiary(client: Queryable, id: string): Promise<Erasure | null> {
  const [row] = await client.query<{ accountId: string }>(LOCK_SQL, [id]);
  if (row === undefined) return null;
  const [removed] = await client.query<Record<string, number>>(BENEFICIARY_SQL, [id]);
  return { accountId: row.accountId, removed: removed ?? {}, related: [] };
}
