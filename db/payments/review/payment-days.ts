import { LRUCache } from 'lru-cache';
import type { Tenant } from '../../../domain/auth/tenant';
import { addDays, DAY_MS, startOfUtcDay } from '../../../domain/calendar-dates';
import { firstIdAt } from '../../../domain/ids';
import { OPEN_STATUSES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';

/** Payments of a day that are alike. */
export interface PaymentGroup {
  currency: string;
  /** Where the beneficiary is. */
  country: string;
  status: PaymentStatus;
  count: number;
  /** Sum of the amounts, in major units of the currency: for pictures, not for books. */
  amount: number;
}

/** The payments that were submitted on a day, by the status that they have now. */
export interface PaymentDay {
  /** Calendar date, UTC. */
  day: string;
  groups: readonly PaymentGroup[];
  /**
   * How many of those that were settled took how long: from `SETTLED_WITHIN ** bucket` seconds to less than the next. A
   * middle of many days cannot be told from the middles of each.
   */
  times: ReadonlyMap<number, number>;
}

/** Times to settlement are told apart where they differ by 5 %. */
export const SETTLED_WITHIN = 1.05;

interface Counted extends Record<string, unknown> {
  day: string;
  currency: string | null;
  country: string | null;
  status: PaymentStatus | null;
  bucket: number | null;
  count: number;
  amount: string;
}

/** A day of an account is the range of its ids, which begin with their time: one index serves every day. */
const DAYS_SQL = `
  select day, currency, country, status, bucket, count(*)::integer as count, sum(amount) as amount from (
    select d.day, i.currency, i.beneficiary_country as country, i.status, i.amount,
      floor(ln(greatest(extract(epoch from i.settled_at - i.submitted_at), 0.01)) / ln(${SETTLED_WITHIN}))::integer
        as bucket
    from unnest($3::text[], $4::text[], $5::text[]) d(day, first, after)
    join payment_instructions i
      on i.account_id = $1 and i.environment = $2 and i.id >= d.first and i.id < d.after
  ) payment
  group by grouping sets ((day, currency, country, status), (day, bucket))`;

async function readDays(database: Queryable, tenant: Tenant, days: readonly string[]): Promise<PaymentDay[]> {
  if (days.length === 0) return [];
  const idAt = (day: string): string => firstIdAt('instruction', startOfUtcDay(day).getTime());
  const rows = await database.query<Counted>(
    DAYS_SQL,
    [tenant.accountId, tenant.environment, days, days.map(idAt), days.map((day) => idAt(addDays(day, 1)))],
    'for_values',
  );
  const found = new Map(days.map((day) => [day, { groups: [] as PaymentGroup[], times: new Map<number, number>() }]));
  for (const { day, currency, country, status, bucket, count, amount } of rows) {
    if (bucket !== null) found.get(day)?.times.set(bucket, count);
    if (currency === null || country === null || status === null) continue;
    found.get(day)?.groups.push({ currency, country, status, count, amount: Number(amount) });
  }
  return [...found].map(([day, figures]) => ({ day, ...figures }));
}

/** Days that are kept, over all accounts. */
const MAX_KEPT = 10_000;
/** A day with fewer payments is counted whenever it is asked for. */
const KEPT_FROM = 500;
/** How old the figures of a busy day may be: of one whose payments are all done, and of any other before today. */
const DONE_FOR_MS = 6 * 3_600_000;
const OPEN_FOR_MS = 600_000;
/** Days that one statement counts at most: none holds its connection for long. */
const DAYS_AT_ONCE = 10;

/** A process has one database. */
const keptOf = new WeakMap<Queryable, LRUCache<string, PaymentDay>>();

function keptIn(database: Queryable): LRUCache<string, PaymentDay> {
  const kept = keptOf.get(database) ?? new LRUCache<string, PaymentDay>({ max: MAX_KEPT });
  keptOf.set(database, kept);
  return kept;
}

/** @returns for how long the figures of a day may be shown again, in milliseconds; 0: not at all */
function keepFor({ day, groups }: PaymentDay, now: Date): number {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count < KEPT_FROM || startOfUtcDay(day).getTime() + DAY_MS > now.getTime()) return 0;
  return groups.some(({ status }) => OPEN_STATUSES.includes(status)) ? OPEN_FOR_MS : DONE_FOR_MS;
}

/**
 * Counts the payments of days by what they are and where they stand. Days with many payments are counted anew every ten
 * minutes, or every six hours once all their payments are done.
 * @param days calendar dates, UTC
 * @returns each of the days, in their order
 */
export async function countPaymentDays(
  database: Queryable,
  tenant: Tenant,
  days: readonly string[],
  now: Date,
): Promise<PaymentDay[]> {
  const kept = keptIn(database);
  const keyOf = (day: string): string => `${tenant.accountId} ${tenant.environment} ${day}`;
  const known = new Map(days.map((day) => [day, kept.get(keyOf(day))]));
  const missing = days.filter((day) => known.get(day) === undefined);
  for (let from = 0; from < missing.length; from += DAYS_AT_ONCE) {
    for (const counted of await readDays(database, tenant, missing.slice(from, from + DAYS_AT_ONCE))) {
      known.set(counted.day, counted);
      const ttl = keepFor(counted, now);
      if (ttl > 0) kept.set(keyOf(counted.day), counted, { ttl });
    }
  }
  return days.flatMap((day) => known.get(day) ?? []);
}
