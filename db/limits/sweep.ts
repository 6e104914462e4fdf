import { PERIOD_MS } from '../../domain/limits/bucket';
import { LOCK_OUT } from '../../domain/limits/lock-out';
import type { Queryable } from '../database';

/** Rows of one statement, so that it never holds locks for long. */
const BATCH = 1_000;

/**
 * Removes buckets that nobody took from for a day: by then each is full, which is what an absent one is, too.
 * @returns how many were removed; call again while it is 1,000
 */
export async function sweepBuckets(database: Queryable): Promise<number> {
  const swept = await database.query(
    `delete from rate_buckets where subject in (
       select subject from rate_buckets
       where filled_at_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint - $1::bigint
         and (locked_until_ms is null or locked_until_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint)
       limit $2 for update skip locked)
     returning subject`,
    [PERIOD_MS.day, BATCH],
  );
  await database.query(`delete from rate_refusals where minute < now() - make_interval(mins => $1)`, [
    LOCK_OUT.windowMinutes,
  ]);
  return swept.length;
}
