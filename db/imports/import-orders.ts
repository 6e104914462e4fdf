import type { Queryable } from '../database';

/** An order that was not begun by then has lapsed: the import has to be ordered again. */
const ORDER_HOURS = 24;

const LIVE = `ordered_at > now() - interval '${ORDER_HOURS} hours'`;

/** Records an order to import these files on the workers, and deletes expired orders. */
export async function orderImports(client: Queryable, requests: readonly object[]): Promise<void> {
  await client.query(
    `with lapsed as (delete from import_orders where not (${LIVE}))
     insert into import_orders (request) select jsonb_array_elements($1::jsonb)`,
    [JSON.stringify(requests)],
  );
}

/** @returns whether exactly this import was ordered; the input of its workflow alone is not trusted */
export async function isImportOrdered(client: Queryable, request: object): Promise<boolean> {
  const rows = await client.query(`select from import_orders where request = $1::jsonb and ${LIVE} limit 1`, [
    JSON.stringify(request),
  ]);
  return rows.length > 0;
}
