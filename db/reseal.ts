import type { OperatorDatabase, Queryable } from './database';
import { walkPages, type Page, type PagedWork, type Walked } from './operator-work/pages';
import { openSealed, PAYMENT_COLUMNS, SEALED_COLUMNS, type SealedColumn } from './sealed-columns';
import type { Vault } from '../lib/vault';

async function resealPage(
  client: Queryable,
  vault: Vault,
  sealed: SealedColumn,
  { after, upTo }: Page,
): Promise<number> {
  const { table, column, id } = sealed;
  // A sealed value begins with its format and key, see lib/vault.ts; SQL counts from 1.
  const rows = await client.query<{ id: string; value: Buffer }>(
    `select ${id} as id, ${column} as value from ${table}
     where ${id} > $2 and ${id} <= $3
       and ${column} is not null and substring(${column} from 1 for length($1::bytea)) <> $1
     order by ${id} for no key update nowait`,
    [vault.currentHeader(sealed.purpose('')), after, upTo],
  );
  for (const row of rows) {
    const value = vault.sealBytes(openSealed(vault, sealed, row), sealed.purpose(row.id));
    await client.query(`update ${table} set ${column} = $2 where ${id} = $1`, [row.id, value]);
  }
  return rows.length;
}

export interface Resealed {
  table: string;
  column: string;
  values: number;
}

/** Goes through a column until a walk from its first row to its last finds nothing that is sealed otherwise. */
async function resealColumn(database: OperatorDatabase, vault: Vault, sealed: SealedColumn): Promise<Resealed> {
  const { table, column, id } = sealed;
  const keyId = vault.currentHeader(sealed.purpose('')).toString('hex', 1);
  const work: PagedWork = { name: `Sealing ${table}.${column} with key ${keyId}`, table, key: id };
  let values = 0;
  let walked: Walked;
  do {
    walked = await walkPages(database, work, (client, page) => resealPage(client, vault, sealed, page));
    values += walked.rows;
  } while (walked.rows > 0 || !walked.isWhole);
  return { table, column, values };
}

/**
 * Seals everything again with the newest data key of its ring, in short transactions, while the service runs with
 * both keys. Killed, it goes on where it was when it is run again.
 * @param vault opened with the new key first and the old one after it
 * @returns how many values of each column were sealed again
 * @throws DomainError UNAVAILABLE when rows stay in use for ten minutes; nothing is lost, run it again
 * Source: docs/GAPS.md#data-at-rest
 */
export async function resealEverything(database: OperatorDatabase, vault: Vault): Promise<Resealed[]> {
  const results: Resealed[] = [];
  for (const sealed of SEALED_COLUMNS) results.push(await resealColumn(database, vault, sealed));
  // What came back from the archive before its turn there has missed its turn here.
  for (const sealed of PAYMENT_COLUMNS) {
    const { table, column, values } = await resealColumn(database, vault, sealed);
    const before = results.find((each) => each.table === table && each.column === column);
    if (before !== undefined) before.values += values;
  }
  return results;
}
