import type { Queryable } from '../database';

/** Rows per statement: big enough to amortise the trip, small enough for the statement's time limit. */
const BATCH_ROWS = 2000;

/**
 * Inserts many rows with one statement per batch. Every value travels as text and is cast by Postgres.
 * @param columns name -> SQL type, such as `{ code: 'text', duty: 'jsonb' }`
 * @param rows values in the order of `columns`; null stays null
 */
export async function insertRows(
  client: Queryable,
  table: string,
  columns: Record<string, string>,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const names = Object.keys(columns);
  const casts = Object.entries(columns).map(([name, type]) => `r.${name}::${type}`);
  const arrays = names.map((_, index) => `$${index + 1}::text[]`);
  const statement =
    `insert into ${table} (${names.join(', ')}) select ${casts.join(', ')} ` +
    `from unnest(${arrays.join(', ')}) as r(${names.join(', ')})`;
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const batch = rows.slice(start, start + BATCH_ROWS);
    await client.query(
      statement,
      names.map((_, index) => batch.map((row) => row[index] ?? null)),
    );
  }
}

/** @returns a Postgres array literal of texts */
export function textArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/(["\\])/g, '\\$1')}"`).join(',')}}`;
}
