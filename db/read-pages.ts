import type { Queryable } from './database';

/** Rows that are taken apart in one go: a millisecond or two, in which nothing else is answered. */
const PAGE_ROWS = 250;

/**
 * Reads many rows page by page through a cursor, so that the process can answer other requests in between.
 * @param client of a transaction, in which the cursor lives
 * @param cursor name of the cursor, used for this query alone
 */
export async function* readPages<Row extends object>(
  client: Queryable,
  { cursor, text, values = [] }: { cursor: string; text: string; values?: unknown[] },
): AsyncGenerator<Row[]> {
  await client.query(`declare ${cursor} no scroll cursor for ${text}`, values);
  for (;;) {
    const rows = await client.query<Row>(`fetch ${PAGE_ROWS} from ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) break;
  }
  await client.query(`close ${cursor}`);
}
