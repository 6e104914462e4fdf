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
      -- greatest() passes over null: without the case, a payment that is not settled would count as settled at once.
      case when i.settled_at is not null then
        floor(ln(greatest(extract(epoch from i.settled_at - i.submitted_at), 0.01)) / ln(${SETTLED_WITHIN}))::integer
      end as bucket
    from unnest($3::text[], $4::text[], $5::text[]) d(day, first, after), lateral (
      select * from payment_instructions
      where account_id = $1 and environment = $2 and id >= d.first and id < d.after
      -- Planned by itself: as one join with many days Postgres would read the whole table.
      order by id offset 0
    ) i
  ) payment
  group by grouping sets ((day, currency, country, status), (day, bucket))`;

/** Counts the payments of several days in one statement. */
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
/** How old the figures of a busy day may be: of today, of one with payments under way, and of one whose payments are done. */
const KEPT_MS = { today: 30_000, open: 600_000, done: 6 * 3_600_000 };
/** Payments of one visit. */
const MOST_AT_ONCE = 20_000;

interface Kept {
  figures: PaymentDay;
  /** When it is to be counted anew, in Unix milliseconds; until somebody asks, the old figures stand. */
  until: number;
}

/** A process has one database. */
const keptOf = new WeakMap<Queryable, LRUCache<string, Kept>>();

function cacheOf(database: Queryable): LRUCache<string, Kept> {
  const kept = keptOf.get(database) ?? new LRUCache<string, Kept>({ max: MAX_KEPT });
  keptOf.set(database, kept);
  return kept;
}

const countOf = ({ groups }: PaymentDay): number => groups.reduce((sum, { count }) => sum + count, 0);

function cacheMs({ day, groups }: PaymentDay, now: Date): number {
  if (startOfUtcDay(day).getTime() + DAY_MS > now.getTime()) return KEPT_MS.today;
  return groups.some(({ status }) => OPEN_STATUSES.includes(status)) ? KEPT_MS.open : KEPT_MS.done;
}

/**
 * Counts the payments of each day by currency, country and status. Counts are cached, and those of a day with many
 * payments for longer. With very many payments each visit counts some more days, the last ones first.
 * @param days calendar dates, UTC, the earliest first
 * @param mostAtOnce after so many counted payments, the remaining days wait for the next visit
 * @returns each of the days, in their order, and how many of them are empty because they were never counted
 */
export async function countPaymentDays(
  database: Queryable,
  tenant: Tenant,
  days: readonly string[],
  now: Date,
  mostAtOnce = MOST_AT_ONCE,
): Promise<{ days: PaymentDay[]; uncounted: number }> {
  const kept = cacheOf(database);
  const keyOf = (day: string): string => `${tenant.accountId} ${tenant.environment} ${day}`;
  const counted = new Map<string, PaymentDay>();
  const wanted = [...days].reverse().filter((day) => (kept.get(keyOf(day))?.until ?? 0) <= now.getTime());
  let payments = 0;
  // One day tells little of the account, and each statement may count twice as many as the one before.
  for (let from = 0, length = 1; from < wanted.length && payments <= mostAtOnce; from += length, length *= 2) {
    for (const figures of await readDays(database, tenant, wanted.slice(from, from + length))) {
      counted.set(figures.day, figures);
      const count = countOf(figures);
      payments += count;
      kept.set(keyOf(figures.day), { figures, until: now.getTime() + (count < KEPT_FROM ? 0 : cacheMs(figures, now)) });
    }
  }
  const found = days.map((day) => counted.get(day) ?? kept.get(keyOf(day))?.figures);
  return {
    days: found.map((figures, index) => figures ?? { day: days[index] ?? '', groups: [], times: new Map() }),
    uncounted: found.filter((figures) => figures === undefined).length,
  };
}
