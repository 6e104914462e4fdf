import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';

/**
 * Whether the archive has a payment.
 * @param tenant whose payment it must be; null: anyone's
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
  await database.query('select bring_back_payment($1)', [instructionId]);
  return true;
}
