import type { Database } from '../database';

/** In one transaction, so that a connection that others use next does not look in the archive. */
const LOOK_THERE = 'set local search_path = archive, public';

/**
 * A database whose statements read the archive: of tables that exist in both schemas they find the archived one. Each
 * statement or transaction sets the search path first.
 * Source: docs/GAPS.md#archive
 */
export function inArchive<Kind extends Database>(database: Kind): Kind {
  return {
    ...database,
    query: (text, values) =>
      database.transaction(async (client) => {
        await client.query(LOOK_THERE, [], 'for_values');
        return client.query(text, values, 'for_values');
      }),
    transaction: (work) =>
      database.transaction(async (client) => {
        await client.query(LOOK_THERE, [], 'for_values');
        return work(client);
      }),
  };
}
