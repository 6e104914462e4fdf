import type { OperatorDatabase, Queryable } from '../database';
import { retryOnLock } from './lock-retries';

/** Rows of one transaction: few enough not to delay requests, and so that as many sealed files fit into memory. */
const PAGE = 200;
const SAY_EVERY_PAGES = 500;
/** Before every key. */
const FIRST = '';

/** Work on all rows of a table, which goes on where it was when it is killed. */
export interface PagedWork {
  /** Names the work among all others, of every release. */
  name: string;
  table: string;
  /** The primary key, a text column. */
  key: string;
}

/** Rows whose key is beyond `after`, up to `upTo`. */
export interface Page {
  after: string;
  upTo: string;
}

/** What a walk has done. */
export interface Walked {
  /** Rows that were changed. */
  rows: number;
  /** Whether it began with the first row; otherwise it has gone on with a walk that was killed. */
  isWhole: boolean;
}

async function readPlace(database: OperatorDatabase, { name }: PagedWork): Promise<string> {
  const [row] = await database.query<{ place: string }>('select place from operator_places where work = $1', [name]);
  return row?.place ?? FIRST;
}

/**
 * Changes the next page of rows and records its position.
 * @returns null after the last row
 */
async function takePage(
  client: Queryable,
  { name, table, key }: PagedWork,
  after: string,
  change: (client: Queryable, page: Page) => Promise<number>,
): Promise<{ upTo: string; rows: number } | null> {
  const [last] = await client.query<{ key: string | null }>(
    `select max(${key}) as key from (select ${key} from ${table} where ${key} > $1 order by ${key} limit ${PAGE}) page`,
    [after],
  );
  if (last === undefined || last.key === null) {
    await client.query('delete from operator_places where work = $1', [name]);
    return null;
  }
  const rows = await change(client, { after, upTo: last.key });
  await client.query(
    `insert into operator_places (work, place) values ($1, $2)
     on conflict (work) do update set place = excluded.place, updated_at = now()`,
    [name, last.key],
  );
  return { upTo: last.key, rows };
}

/**
 * Walks through a table in the order of its primary key, page by page, each in a transaction that also records the
 * position. Rows added meanwhile are visited if their key lies ahead.
 * @param change changes one page and returns how many rows it changed; it is called again for a page whose locks were
 * not
 *   available, and takes its locks with `nowait`, so that it waits for no row while it holds others
 */
export async function walkPages(
  database: OperatorDatabase,
  work: PagedWork,
  change: (client: Queryable, page: Page) => Promise<number>,
): Promise<Walked> {
  const { say } = database;
  const begunAfter = await readPlace(database, work);
  let after = begunAfter;
  let rows = 0;
  for (let pages = 1; ; pages += 1) {
    const place = after;
    const page = await retryOnLock({ name: work.name, say }, () =>
      database.transaction((client) => takePage(client, work, place, change)),
    );
    if (page === null) return { rows, isWhole: begunAfter === FIRST };
    after = page.upTo;
    rows += page.rows;
    if (pages % SAY_EVERY_PAGES === 0) say(`${work.name}: ${pages * PAGE} rows seen, ${rows} changed`);
  }
}

/** What a backfill writes; the texts are SQL. */
export interface Backfill extends PagedWork {
  /** Such as `day = created_at::date`. */
  set: string;
  /** Rows that still want it, such as `day is null`. */
  where: string;
}

/**
 * Fills a column of a large table while others write to it. Rows that the running version adds meanwhile lack the value,
 * unless the column has a default.
 * @param database of a migration with `transaction: false`
 */
export function backfill(database: OperatorDatabase, work: Backfill): Promise<Walked> {
  const { table, key, set, where } = work;
  return walkPages(database, work, async (client, { after, upTo }) => {
    const changed = await client.query(
      `with page as materialized (
         select ${key} from ${table} where ${key} > $1 and ${key} <= $2 and (${where})
         order by ${key} for no key update nowait)
       update ${table} set ${set} from page where ${table}.${key} = page.${key} returning 1 as one`,
      [after, upTo],
    );
    return changed.length;
  });
}
