import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { payeeOf } from '../instruction/private-data';

/** @returns whom a payment of any account pays; null as `payeeOf` says, and where there is no such payment */
export async function readPayee(database: Queryable, vault: Vault, id: string): Promise<{ name: string } | null> {
  const [row] = await database.query<{ sealed: Buffer | null }>(
    'select private_sealed as sealed from payment_instructions where id = $1',
    [id],
  );
  return row === undefined ? null : payeeOf(vault, { id, sealed: row.sealed });
}
