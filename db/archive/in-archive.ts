import type { Database } from '../database';

/** In one transaction, so that a connection that others use next does not look in the archive. */
const LOOK_THERE = 'set local search_path = archive, public';

/**
 * @returns the same database, whose statements find archived payments in place of the others: tables that the archive has
 *   come before those of the same name
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
