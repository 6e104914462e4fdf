import type { Queryable } from '../database';

/** An import that has not begun by then is ordered anew: nobody waits for it any more. */
const ORDER_HOURS = 24;

const LIVE = `ordered_at > now() - interval '${ORDER_HOURS} hours'`;

/** Records that somebody wants these files imported by the workers; orders that have lapsed go. */
export async function orderImports(client: Queryable, requests: readonly object[]): Promise<void> {
  await client.query(
    `with lapsed as (delete from import_orders where not (${LIVE}))
     insert into import_orders (request) select jsonb_array_elements($1::jsonb)`,
    [JSON.stringify(requests)],
  );
}

/** @returns whether somebody has ordered exactly this import: whoever started its workflow is not believed */
export async function isImportOrdered(client: Queryable, request: object): Promise<boolean> {
  const rows = await client.query(`select from import_orders where request = $1::jsonb and ${LIVE} limit 1`, [
    JSON.stringify(request),
  ]);
  return rows.length > 0;
}
