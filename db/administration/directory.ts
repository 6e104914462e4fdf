import type { Queryable } from '../database';
import { NOUNS, type Managed } from './nouns';

/** A row as an operator sees it: no secret, no hash. */
export type Entry = Record<string, unknown> & { id: string };

/**
 * One page of what there is, the newest first.
 * @param page `after` is the id of the last one already seen
 */
export async function listManaged(
  database: Queryable,
  kind: Managed,
  page: { limit: number; after: string | null },
): Promise<Entry[]> {
  return database.query<Entry>(
    `select * from (${NOUNS[kind].view}) v where $1::text is null or v.id < $1 order by v.id desc limit $2`,
    [page.after, page.limit],
  );
}

/** Finds something by its id, or by its name, address or last characters. */
export async function findManaged(database: Queryable, kind: Managed, idOrName: string): Promise<Entry | null> {
  const [entry] = await database.query<Entry>(
    `select * from (${NOUNS[kind].view}) v where v.id = $1 or v.${NOUNS[kind].name} = $1 order by v.id = $1 desc limit 1`,
    [idOrName],
  );
  return entry ?? null;
}
