import type { Queryable } from '../database';

/** Rows per statement: big enough to amortise the trip, small enough for the statement's time limit. */
const BATCH_ROWS = 2000;

type Row = readonly (string | null)[];

/** Rows in portions of one statement each. */
export function* batchesOf(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS);
}

/** The values of rows, which all have the same columns, by column. */
export function columnsOf(rows: readonly Row[]): (string | null)[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
}

/**
 * Inserts many rows with one statement per batch. Every value is sent as text and cast by Postgres.
 * @param columns name -> SQL type, such as `{ code: 'text', duty: 'jsonb' }`
 * @param rows values in the order of `columns`; null stays null
 */
export async function insertRows(
  client: Queryable,
  table: string,
  columns: Record<string, string>,
  rows: readonly Row[],
): Promise<void> {
  const names = Object.keys(columns);
  const casts = Object.entries(columns).map(([name, type]) => `r.${name}::${type}`);
  const arrays = names.map((_, index) => `$${index + 1}::text[]`);
  const statement =
    `insert into ${table} (${names.join(', ')}) select ${casts.join(', ')} ` +
    `from unnest(${arrays.join(', ')}) as r(${names.join(', ')})`;
  for (const batch of batchesOf(rows)) await client.query(statement, columnsOf(batch));
}

/** @returns a Postgres array literal of texts */
export function textArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/(["\\])/g, '\\$1')}"`).join(',')}}`;
}
