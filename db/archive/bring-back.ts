import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';
import { movePayments } from './move';

/** The payment, those that it instructs again, and those that instruct it again. */
const CHOSEN_SQL = `
  line as (
    select id, resubmission_of from archive.payment_instructions where id = $1
    union
    select i.id, i.resubmission_of from line l join archive.payment_instructions i
      on i.id = l.resubmission_of or i.resubmission_of = l.id),
  chosen as materialized (
    select id from archive.payment_instructions where id in (select id from line) order by id for update)`;

/**
 * @param tenant whose payment it must be; null: anybody's
 * @returns whether the archive has the payment
 */
export async function isArchived(
  database: Queryable,
  instructionId: string,
  tenant: Tenant | null = null,
): Promise<boolean> {
  const rows = await database.query(
    `select from archive.payment_instructions
      where id = $1 and ($2::text is null or (account_id, environment) = ($2, $3::environment))`,
    [instructionId, tenant?.accountId ?? null, tenant?.environment ?? null],
  );
  return rows.length > 0;
}

/**
 * Brings a payment back from the archive: something is to be changed about it. It goes again once nothing has changed for as
 * long as before.
 * @returns whether it was there
 * Source: docs/GAPS.md#archive
 */
export async function bringBack(database: Queryable, instructionId: string): Promise<boolean> {
  if (!(await isArchived(database, instructionId))) return false;
  const values = [instructionId];
  await movePayments(database, { from: 'archive', to: 'public', chosenSql: CHOSEN_SQL, values });
  return true;
}
