import type { OperatorDatabase, Queryable } from './database';
import { walkPages, type Page, type PagedWork, type Walked } from './operator-work/pages';
import { openSealed, PAYMENT_COLUMNS, SEALED_COLUMNS, type SealedColumn } from './sealed-columns';
import { SealedForAnother, type Vault } from '../lib/vault';

interface ResealContext {
  vault: Vault;
  sealed: SealedColumn;
  /** Ids of rows whose value does not open. */
  unopened: Set<string>;
}

/**
 * Seals the values of one page again with the newest key.
 * @returns how many
 */
async function resealPage(
  client: Queryable,
  { vault, sealed, unopened }: ResealContext,
  { after, upTo }: Page,
): Promise<number> {
  const { table, column, id, sentTo } = sealed;
  // A sealed value begins with its format and key, see lib/vault.ts; SQL counts from 1.
  const rows = await client.query<{ id: string; value: Buffer; facts: Record<string, unknown> }>(
    `select ${id} as id, ${column} as value, ${sentTo?.sql ?? 'null'} as facts from ${table}
     where ${id} > $2 and ${id} <= $3
       and ${column} is not null and substring(${column} from 1 for length($1::bytea)) <> $1
     order by ${id} for no key update nowait`,
    [vault.currentHeader(sealed.purpose('')), after, upTo],
  );
  let count = 0;
  for (const row of rows) {
    const destination = sentTo?.of(row.facts);
    const plain = openOrNull(vault, sealed, { ...row, destination });
    if (plain === null) unopened.add(row.id);
    if (plain === null) continue;
    const value = vault.sealBytes(plain, sealed.purpose(row.id, destination));
    await client.query(`update ${table} set ${column} = $2 where ${id} = $1`, [row.id, value]);
    count += 1;
  }
  return count;
}

/**
 * The opened value; null if it was changed, or sealed for another row or destination.
 * @throws if its key is missing
 */
function openOrNull(...value: Parameters<typeof openSealed>): Buffer | null {
  try {
    return openSealed(...value);
  } catch (fault) {
    if (fault instanceof SealedForAnother) return null;
    throw fault;
  }
}

export interface Resealed {
  table: string;
  column: string;
  values: number;
  /** Ids of rows whose value does not open: it stays as it is. */
  unopened: string[];
}

/** Seals a column again, walking through it until a whole walk finds nothing sealed with another key. */
async function resealColumn(database: OperatorDatabase, vault: Vault, sealed: SealedColumn): Promise<Resealed> {
  const { table, column, id } = sealed;
  const keyId = vault.currentHeader(sealed.purpose('')).toString('hex', 1);
  const work: PagedWork = { name: `Sealing ${table}.${column} with key ${keyId}`, table, key: id };
  const context = { vault, sealed, unopened: new Set<string>() };
  let values = 0;
  let walked: Walked;
  do {
    context.unopened.clear();
    walked = await walkPages(database, work, (client, page) => resealPage(client, context, page));
    values += walked.rows;
  } while (walked.rows > 0 || !walked.isWhole);
  return { table, column, values, unopened: [...context.unopened] };
}

/**
 * Seals everything again with the newest data key of its ring, in short transactions, while the service runs with both
 * keys. After a kill, the next run continues.
 * @param vault opened with the new key first and the old one after it
 * @returns for each column how many values were sealed again, and which did not open
 * @throws DomainError UNAVAILABLE when rows stay locked for ten minutes; nothing is lost, run it again
 * Source: docs/GAPS.md#data-at-rest
 */
export async function resealEverything(database: OperatorDatabase, vault: Vault): Promise<Resealed[]> {
  const results: Resealed[] = [];
  for (const sealed of SEALED_COLUMNS) results.push(await resealColumn(database, vault, sealed));
  // What came back from the archive before its turn there has missed its turn here.
  for (const sealed of PAYMENT_COLUMNS) {
    const { table, column, values, unopened } = await resealColumn(database, vault, sealed);
    const before = results.find((each) => each.table === table && each.column === column);
    if (before !== undefined) Object.assign(before, { values: before.values + values, unopened });
  }
  return results;
}
