import { DomainError } from '../domain/errors';
import type { Database, Queryable } from './database';
import { openSealed, SEALED_COLUMNS, type SealedColumn } from './sealed-columns';
import type { Vault } from '../lib/vault';

/** Rows of one transaction. */
const BATCH = 200;

/** A sealed value begins with its format and key, see lib/vault.ts; SQL counts from 1. */
const isSealedOtherwise = (column: string): string =>
  `${column} is not null and substring(${column} from 1 for length($1::bytea)) <> $1`;

async function resealBatch(client: Queryable, vault: Vault, sealed: SealedColumn): Promise<number> {
  const { table, column, id } = sealed;
  const rows = await client.query<{ id: string; value: Buffer }>(
    `select ${id} as id, ${column} as value from ${table} where ${isSealedOtherwise(column)}
     limit ${BATCH} for no key update skip locked`,
    [vault.currentHeader],
  );
  for (const row of rows) {
    const value = vault.sealBytes(openSealed(vault, sealed, row), sealed.purpose(row.id));
    await client.query(`update ${table} set ${column} = $2 where ${id} = $1`, [row.id, value]);
  }
  return rows.length;
}

async function countOld(database: Database, vault: Vault, { table, column }: SealedColumn): Promise<number> {
  const [row] = await database.query<{ count: string }>(
    `select count(*) as count from ${table} where ${isSealedOtherwise(column)}`,
    [vault.currentHeader],
  );
  return Number(row?.count ?? 0);
}

export interface Resealed {
  table: string;
  column: string;
  values: number;
}

/**
 * Seals everything again with the newest data key in the newest format, in short transactions, while the service runs with both keys.
 * Rows that somebody works on are passed over and met again in a later batch.
 * @param vault opened with the new key first and the old one after it
 * @returns how many values of each column were sealed again
 * @throws DomainError UNAVAILABLE when rows stay in use; nothing is lost, run it again
 * Source: docs/GAPS.md#data-at-rest
 */
export async function resealEverything(database: Database, vault: Vault): Promise<Resealed[]> {
  const results: Resealed[] = [];
  for (const sealed of SEALED_COLUMNS) {
    const next = (): Promise<number> => database.transaction((client) => resealBatch(client, vault, sealed));
    let values = 0;
    for (let count = await next(); count > 0; count = await next()) values += count;
    if ((await countOld(database, vault, sealed)) > 0) {
      throw new DomainError('UNAVAILABLE', `Some rows of ${sealed.table} are in use; run the command again.`);
    }
    results.push({ table: sealed.table, column: sealed.column, values });
  }
  return results;
}
