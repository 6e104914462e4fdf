import type { Queryable, Transacting } from '../database';

/** Most views that a person keeps of one list. */
export const MAX_SAVED_VIEWS = 20;

/** Filters and order of a list under a name. */
export interface SavedView {
  name: string;
  /** As the address of the list has it. */
  query: string;
}

/** Whose it is, and the list that it is of. */
interface Owner {
  userId: string;
  /** Name of the list. */
  list: string;
}

/** @returns the views of a person of a list, the first one saved first */
export async function listSavedViews(database: Queryable, { userId, list }: Owner): Promise<SavedView[]> {
  return database.query<SavedView & Record<string, unknown>>(
    'select name, query from saved_views where user_id = $1 and list = $2 order by created_at, name',
    [userId, list],
  );
}

/**
 * Saves a view; one of that name is replaced. The person's row is locked, so that of two saves at once the second one
 * counts the view of the first.
 * @returns whether there was room for it
 */
export function saveView(database: Transacting, { userId, list, name, query }: Owner & SavedView): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query('select from users where id = $1 for no key update', [userId]);
    const rows = await client.query(
      `insert into saved_views (user_id, list, name, query)
       select $1, $2, $3, $4
       where (select count(*) from saved_views where user_id = $1 and list = $2 and name <> $3) < ${MAX_SAVED_VIEWS}
       on conflict (user_id, list, name) do update set query = excluded.query returning 1`,
      [userId, list, name, query],
    );
    return rows.length > 0;
  });
}

/** Deletes a view, where there is one of that name. */
export async function deleteView(database: Queryable, { userId, list, name }: Owner & { name: string }): Promise<void> {
  await database.query('delete from saved_views where user_id = $1 and list = $2 and name = $3', [userId, list, name]);
}
