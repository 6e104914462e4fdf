import { PERIOD_MS } from '../../domain/limits/bucket';
import type { Queryable } from '../database';
import { lockTimeoutOf } from '../lock-limits';
import type { LockWay, Take, Taken } from './take';

/** No statement waits longer for a row: an older "now" than the row's is such a wait, beyond it the clock stepped back. */
const LONGEST_WAIT_MS = 15_000;

/** SQL of a bucket's level, refilled up to now; null if there is no such limit. */
function refilledLevelSql(level: string, limit: string, periodMs: number): string {
  const capacity = `${limit}::bigint * ${periodMs}`;
  const elapsedMs = `least(greatest(0, m.now_ms - b.filled_at_ms), ${periodMs})`;
  return `least(${capacity}, coalesce(b.${level}, ${capacity}) + ${elapsedMs} * ${limit}::bigint)`;
}

const MINUTE = refilledLevelSql('minute_level', '$2', PERIOD_MS.minute);
const HOUR = refilledLevelSql('hour_level', '$3', PERIOD_MS.hour);
const DAY = refilledLevelSql('day_level', '$4', PERIOD_MS.day);

/**
 * The same rule as in take.ts for one request without an endpoint's bucket: one row, changed only if every level has
 * a token. The time is that of the statement's start; a row that was changed while it waited keeps its newer one.
 */
const TAKE_ONE_SQL = `
  update rate_buckets b
  set minute_level = ${MINUTE} - ${PERIOD_MS.minute}, hour_level = ${HOUR} - ${PERIOD_MS.hour},
      day_level = ${DAY} - ${PERIOD_MS.day}, filled_at_ms = greatest(b.filled_at_ms, m.now_ms)
  from (select (extract(epoch from statement_timestamp()) * 1000)::bigint as now_ms,
               set_config('synchronous_commit', 'off', true) as commit_mode,
               set_config('lock_timeout', $5, true) as lock_limit) as m
  where b.subject = $1 and b.filled_at_ms <= m.now_ms + ${LONGEST_WAIT_MS}
    and (b.locked_until_ms is null or b.locked_until_ms <= m.now_ms)
    and coalesce(${MINUTE} >= ${PERIOD_MS.minute}, true)
    and coalesce(${HOUR} >= ${PERIOD_MS.hour}, true)
    and coalesce(${DAY} >= ${PERIOD_MS.day}, true)
  returning b.minute_level::float8 as minute, b.hour_level::float8 as hour, b.day_level::float8 as day,
            b.filled_at_ms::float8 as now_ms`;

interface Row {
  minute: number | null;
  hour: number | null;
  day: number | null;
  now_ms: number;
}

function levelBefore(level: number | null, periodMs: number): number | null {
  return level === null ? null : level + periodMs;
}

/**
 * Takes the token of a single request, at a third of the cost of the shared statement.
 * @param take wants one token of the plan's buckets only
 * @param way how long it waits for a locked row
 * @returns null when nothing was taken: the row is new, empty, locked out, or dated in the future; call takeTokens
 * then
 */
export async function takeSingle(database: Queryable, take: Take, way: LockWay = 'alone'): Promise<Taken | null> {
  const { minute, hour, day } = take.limits;
  const [row] = await database.query<Row>(TAKE_ONE_SQL, [take.planSubject, minute, hour, day, lockTimeoutOf(way)]);
  if (row === undefined) return null;
  return {
    granted: 1,
    takenBefore: 0,
    nowMs: row.now_ms,
    lockedUntilMs: null,
    levels: {
      minute: levelBefore(row.minute, PERIOD_MS.minute),
      hour: levelBefore(row.hour, PERIOD_MS.hour),
      day: levelBefore(row.day, PERIOD_MS.day),
      endpoint: null,
    },
  };
}
