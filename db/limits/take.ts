import { PERIOD_MS } from '../../domain/limits/bucket';
import type { Queryable } from '../database';
import { lockLimitSql, lockTimeoutOf } from '../lock-limits';
import { rowsOf } from '../parameters';

/** Whose statement it is: one of many requests, or of one. */
export type LockWay = 'shared' | 'alone';

/** Levels are tokens times the period's milliseconds; null for a bucket that the request does not have. */
export interface Levels {
  minute: number | null;
  hour: number | null;
  day: number | null;
  endpoint: number | null;
}

/** Equal requests of one key, decided together. */
export interface Take {
  /** Row of the plan's buckets: the key's id. */
  planSubject: string;
  /** Row of the endpoint's bucket: key and endpoint; null where none applies. */
  endpointSubject: string | null;
  /** Tokens wanted, 0 to look without taking. */
  wanted: number;
  /** Requests per period; null for no bucket. */
  limits: Levels;
}

export interface Taken {
  /** How many of the wanted tokens were given, the same number from every bucket. */
  granted: number;
  /** Tokens that this statement gave to earlier groups of the same key. */
  takenBefore: number;
  /** Levels before this statement took anything, filled up to `nowMs`. */
  levels: Levels;
  /** Unix milliseconds by the clock of Postgres. */
  nowMs: number;
  /** End of a lock-out in Unix milliseconds, or null. */
  lockedUntilMs: number | null;
}

interface Row {
  now_ms: number;
  granted: number;
  taken_before: number;
  minute: number | null;
  hour: number | null;
  day: number | null;
  endpoint: number | null;
  locked_until_ms: number | null;
  is_missing: boolean;
}

/** SQL of a level filled up to now; a row without that level has a full bucket. See domain/limits/bucket.ts. */
function refilledLevelSql(row: string, level: string, limit: string, periodMs: number): string {
  const elapsedMs = `least(greatest(0, m.now_ms - ${row}.filled_at_ms), ${periodMs})`;
  const capacity = `w.${limit} * ${periodMs}`;
  return `least(${capacity}, coalesce(${row}.${level}, ${capacity}) + ${elapsedMs} * w.${limit})`;
}

/**
 * Takes the tokens of many requests at once.
 *
 * - The rows are locked in the order of their names, so that two processes can never wait for each other.
 * - A row that another transaction holds is waited for briefly: processes that take from one key at once need that, and
 *   requests that share a statement must not wait for another transaction.
 * - The clock is read after the last lock, once: a statement that waited does not decide with an old time.
 * - Groups of one key are granted in order. An endpoint's bucket belongs to one group, so what the first i groups
 *   get from the plan is the smaller of what it holds and of what their own buckets allow together.
 * - A refusal changes nothing, except that a row from the future (the clock stepped back) is brought to now;
 *   else its bucket would stay as it is until the clock has caught up.
 * - The commit does not wait for the disk: a power cut can give back the tokens of its last fraction of a second,
 *   and no other answer depends on them.
 */
const TAKE_SQL = `
  with wanted as (
    select * from ${rowsOf('text', 'text', 'bigint', 'bigint', 'bigint', 'bigint', 'bigint')}
      with ordinality as w (plan, endpoint, wanted, per_minute, per_hour, per_day, per_endpoint, position)
  ), ${lockLimitSql('$9')}, locked as materialized (
    select b.subject, minute_level, hour_level, day_level, filled_at_ms, locked_until_ms
    from rate_buckets b, limits where is_set is not null and b.subject = any ($8::text[]) order by b.subject
    for update of b
  ), moment as materialized (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms,
           set_config('synchronous_commit', 'off', true) as commit_mode
    from (select count(*) from locked) as all_locked
  ), state as materialized (
    select w.position, w.plan, w.endpoint, w.wanted, m.now_ms, p.locked_until_ms,
           p.subject is null or (w.endpoint is not null and e.subject is null) as is_missing,
           ${refilledLevelSql('p', 'minute_level', 'per_minute', PERIOD_MS.minute)} as minute,
           ${refilledLevelSql('p', 'hour_level', 'per_hour', PERIOD_MS.hour)} as hour,
           ${refilledLevelSql('p', 'day_level', 'per_day', PERIOD_MS.day)} as day,
           ${refilledLevelSql('e', 'minute_level', 'per_endpoint', PERIOD_MS.minute)} as endpoint_level,
           p.filled_at_ms > m.now_ms as plan_is_ahead, e.filled_at_ms > m.now_ms as endpoint_is_ahead
    from wanted w cross join moment m
    left join locked p on p.subject = w.plan
    left join locked e on e.subject = w.endpoint
  ), bounded as materialized (
    select *,
           least(minute / ${PERIOD_MS.minute}, hour / ${PERIOD_MS.hour}, day / ${PERIOD_MS.day}) as plan_tokens,
           case when is_missing or coalesce(locked_until_ms > now_ms, false) then 0
                else least(wanted, endpoint_level / ${PERIOD_MS.minute}) end as bound
    from state
  ), summed as materialized (
    select *, (sum(bound) over (partition by plan order by position))::bigint as sum_bound from bounded
  ), decided as materialized (
    select *, least(plan_tokens, sum_bound - bound) as taken_before,
           least(plan_tokens, sum_bound) - least(plan_tokens, sum_bound - bound) as granted
    from summed
  ), changed as (
    update rate_buckets b
    set minute_level = c.minute - c.granted * ${PERIOD_MS.minute}, hour_level = c.hour - c.granted * ${PERIOD_MS.hour},
        day_level = c.day - c.granted * ${PERIOD_MS.day}, filled_at_ms = c.now_ms
    from (
      select plan as subject, now_ms, max(minute) as minute, max(hour) as hour, max(day) as day,
             sum(granted)::bigint as granted, bool_or(plan_is_ahead) as is_ahead,
             bool_or(plan_tokens is not null) as has_level
      from decided group by plan, now_ms
      union all
      select endpoint, now_ms, endpoint_level, null, null, granted, endpoint_is_ahead, true
      from decided where endpoint is not null
    ) as c
    where b.subject = c.subject and ((c.granted > 0 and c.has_level) or c.is_ahead)
  )
  select now_ms::float8, granted::float8, taken_before::float8, minute::float8, hour::float8, day::float8,
         endpoint_level::float8 as endpoint, locked_until_ms::float8, is_missing
  from decided order by position`;

/** In the order of the names, as everything that locks several buckets; more than a bucket holds is lost when it is read. */
const GIVE_BACK_SQL = `
  with ${lockLimitSql('$3')}, locked as materialized (
    select b.subject, g.tokens, set_config('synchronous_commit', 'off', true) as commit_mode
    from limits, ${rowsOf('text', 'bigint')} as g (subject, tokens) join rate_buckets b using (subject)
    where is_set is not null order by b.subject for update of b
  )
  update rate_buckets b set minute_level = b.minute_level + l.tokens * ${PERIOD_MS.minute},
    hour_level = b.hour_level + l.tokens * ${PERIOD_MS.hour}, day_level = b.day_level + l.tokens * ${PERIOD_MS.day}
  from locked l where b.subject = l.subject`;

/** Puts tokens back that were taken and not used. @param tokens by the name of the bucket */
export async function giveBack(database: Queryable, tokens: ReadonlyMap<string, number>): Promise<void> {
  await database.query(GIVE_BACK_SQL, [[...tokens.keys()], [...tokens.values()], lockTimeoutOf('alone')]);
}

/** New rows are full; two processes that meet a key for the first time make one row. */
const MAKE_ROWS_SQL = `
  insert into rate_buckets (subject, filled_at_ms)
  select subject, (extract(epoch from clock_timestamp()) * 1000)::bigint
  from ${rowsOf('text')} as s (subject) order by subject
  on conflict (subject) do nothing`;

function subjectsOf(takes: readonly Take[]): string[] {
  const subjects = new Set<string>();
  for (const take of takes) {
    subjects.add(take.planSubject);
    if (take.endpointSubject !== null) subjects.add(take.endpointSubject);
  }
  return [...subjects];
}

function parametersOf(takes: readonly Take[], way: LockWay): unknown[] {
  return [
    takes.map((take) => take.planSubject),
    takes.map((take) => take.endpointSubject),
    takes.map((take) => take.wanted),
    takes.map((take) => take.limits.minute),
    takes.map((take) => take.limits.hour),
    takes.map((take) => take.limits.day),
    takes.map((take) => take.limits.endpoint),
    subjectsOf(takes),
    lockTimeoutOf(way),
  ];
}

function toTaken(row: Row): Taken {
  return {
    granted: row.granted,
    takenBefore: row.taken_before,
    levels: { minute: row.minute, hour: row.hour, day: row.day, endpoint: row.endpoint },
    nowMs: row.now_ms,
    lockedUntilMs: row.locked_until_ms !== null && row.locked_until_ms > row.now_ms ? row.locked_until_ms : null,
  };
}

/**
 * Takes tokens for groups of equal requests in one statement (two when a key is new).
 * @param takes at most one group per pair of plan and endpoint subject, in the order in which they are served
 * @param way for how long it waits for a row that another transaction holds
 * @returns one outcome per group, in the same order
 * @throws DomainError UNAVAILABLE when Postgres cannot be reached, RowLockedElsewhere where a row is held
 * Source: docs/GAPS.md#L1
 */
export async function takeTokens(
  database: Queryable,
  takes: readonly Take[],
  way: LockWay = 'alone',
): Promise<Taken[]> {
  const rows = await database.query<Row>(TAKE_SQL, parametersOf(takes, way));
  const missing = takes.filter((_take, index) => rows[index]?.is_missing === true);
  if (missing.length === 0) return rows.map(toTaken);
  await database.query(MAKE_ROWS_SQL, [subjectsOf(missing)]);
  const again = await takeTokens(database, missing, way);
  let next = 0;
  return rows.map((row) => (row.is_missing ? (again[next++] ?? toTaken(row)) : toTaken(row)));
}
