import { PERIOD_MS } from '../../domain/limits/bucket';
import { LOCK_OUT } from '../../domain/limits/lock-out';
import type { Queryable } from '../database';

/** Rows of one statement, so that it never holds locks for long. */
const BATCH = 1_000;

/**
 * Deletes buckets unused for a day, at most `limit`: each is full by then, like an absent one. The last use of a key
 * is stored with the key.
 * @returns how many were deleted; fewer than `limit` for the last ones
 */
export async function sweepBuckets(database: Queryable, limit: number = BATCH): Promise<number> {
  const swept = await database.query(
    `with swept as (delete from rate_buckets where subject in (
       select subject from rate_buckets
       where filled_at_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint - $1::bigint
         and (locked_until_ms is null or locked_until_ms < (extract(epoch from clock_timestamp()) * 1000)::bigint)
       limit $2 for update skip locked)
     returning subject, filled_at_ms
     ), noted as (
       update api_keys k set last_used_at = to_timestamp(s.filled_at_ms / 1000.0) from swept s where k.id = s.subject
     )
     select subject from swept`,
    [PERIOD_MS.day, limit],
  );
  await database.query(`delete from rate_refusals where minute < now() - make_interval(mins => $1)`, [
    LOCK_OUT.windowMinutes,
  ]);
  return swept.length;
}
