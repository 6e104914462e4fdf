import { firstIdAt } from '../../../domain/ids';
import type { WaitingReason } from '../../../domain/payments/dispatch/waiting';
import type { Queryable } from '../../database';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** Minutes that are counted, whole ones. */
export const PULSE_MINUTES = 60;
/** Payments of an hour that are counted, the newest, and payments that wait. */
const MAX_COUNTED = 20_000;

/** Bounds between ages, in hours: below the first, between two, above the last. */
export const AGE_BOUNDS_HOURS = [1, 4, 24, 72] as const;

/** Payments that wait for one reason. */
export interface WaitingAges {
  reason: WaitingReason;
  /** How many are how old: one more than there are bounds. */
  counts: number[];
  oldest: Date;
}

/** How busy the service is, and what waits in it. */
export interface OperatorPulse {
  /** Payments of each of the last minutes, the earliest first, and those of the same minutes a week before. */
  now: number[];
  weekBefore: number[];
  waiting: WaitingAges[];
}

/** Payments submitted in each minute of a period, counted over the newest ones. */
async function countMinutes(database: Queryable, end: number): Promise<number[]> {
  const start = end - PULSE_MINUTES * MINUTE_MS;
  const rows = await database.query<{ minute: number; count: number }>(
    `select floor(extract(epoch from submitted_at - $3::timestamptz) / 60)::integer as minute, count(*)::integer as count
     from (
       select submitted_at from payment_instructions where id >= $1 and id < $2 order by id desc limit ${MAX_COUNTED}
     ) newest group by 1`,
    [firstIdAt('instruction', start), firstIdAt('instruction', end), new Date(start)],
    'for_values',
  );
  const found = new Map(rows.map(({ minute, count }) => [minute, count]));
  return Array.from({ length: PULSE_MINUTES }, (_, minute) => found.get(minute) ?? 0);
}

/** Waiting payments by reason and age, with the oldest of each. */
async function countWaiting(database: Queryable, now: Date): Promise<WaitingAges[]> {
  const rows = await database.query<{ reason: WaitingReason; age: number; count: number; oldest: Date }>(
    `select reason, width_bucket(extract(epoch from $1::timestamptz - since)::float8 / 3600, $2::float8[]) as age,
       count(*)::integer as count, min(since) as oldest
     from (
       select waiting_reason as reason, coalesce(waiting_since, last_updated_at) as since from payment_instructions
       where stage = 'pending' and waiting_reason is not null order by waiting_reason, id limit ${MAX_COUNTED}
     ) waiting group by reason, age order by reason, age`,
    [now, AGE_BOUNDS_HOURS],
    'for_values',
  );
  const ages = new Map<WaitingReason, WaitingAges>();
  for (const { reason, age, count, oldest } of rows) {
    const one = ages.get(reason) ?? { reason, counts: [...AGE_BOUNDS_HOURS, 0].map(() => 0), oldest };
    one.counts[age] = count;
    ages.set(reason, oldest < one.oldest ? { ...one, oldest } : one);
  }
  return [...ages.values()].sort((one, other) => one.oldest.getTime() - other.oldest.getTime());
}

/**
 * Payments per minute, now and a week before, and waiting payments, over all accounts and both sides. Counts are
 * bounded: of very many payments only the newest are read.
 */
export async function readPulse(database: Queryable, now: Date): Promise<OperatorPulse> {
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const [minutes, weekBefore, waiting] = await Promise.all([
    countMinutes(database, end),
    countMinutes(database, end - WEEK_MS),
    countWaiting(database, now),
  ]);
  return { now: minutes, weekBefore, waiting };
}
