import type { DatabaseMark } from '../../domain/restoration/database-mark';
import type { Queryable } from '../database';

/** Workers of a service that advance the mark at the same time move it once. A clock that was set back does not hold it. */
const LEAST_SECONDS = 10;
/** Processes that still work on the server from before the restore are behind at once, however long they go on. */
const JUMP = 1_000;
const COLUMNS = 'database_id as "databaseId", position::float8 as position, marked_at as at';
/** Temporal must not keep a position that a crash takes from Postgres. */
const DURABLE = `durable as materialized (select set_config('synchronous_commit', 'on', true) as is_set)`;

type Row = DatabaseMark & Record<string, unknown>;

/** The mark of the database, created by its first process. */
export async function readDatabaseMark(database: Queryable): Promise<DatabaseMark> {
  const [known] = await database.query<Row>(`select ${COLUMNS} from database_mark`);
  if (known !== undefined) return known;
  await database.query('insert into database_mark default values on conflict do nothing');
  const [made] = await database.query<Row>(`select ${COLUMNS} from database_mark`);
  if (made === undefined) throw new Error('the mark of the database is gone');
  return made;
}

/**
 * Advances the mark by one, unless another worker has just done so.
 * @returns the new mark, or null
 */
export async function advanceDatabaseMark(database: Queryable): Promise<DatabaseMark | null> {
  const [row] = await database.query<Row>(
    `with ${DURABLE}
     update database_mark set position = position + 1, marked_at = now() from durable
     where is_set is not null and (position = 0 or
       marked_at not between now() - interval '${LEAST_SECONDS} seconds' and now() + interval '${LEAST_SECONDS} seconds')
     returning ${COLUMNS}`,
  );
  return row ?? null;
}

/**
 * Raises the mark far beyond what Temporal has.
 * @returns the new mark
 */
export async function raiseDatabaseMark(database: Queryable, beyond: number): Promise<DatabaseMark> {
  const [row] = await database.query<Row>(
    `with ${DURABLE}
     update database_mark set position = greatest(position, $1::bigint) + ${JUMP}, marked_at = now() from durable
     where is_set is not null
     returning ${COLUMNS}`,
    [beyond],
  );
  if (row === undefined) throw new Error('the mark of the database is gone');
  return row;
}
