import { Exact } from '../../money';
import { addDays } from '../../calendar-dates';
import type { Environment } from '../../auth/tenant';
import { localTime, type ClosedDay } from '../routing/dates';
import type { StatementBalance } from './statement-entry';

/** Payments of one currency, counted and summed. */
export interface PaymentSum {
  count: number;
  /** Decimal text in the currency's major unit. */
  amount: string;
}

/** What a partner's bank owes, and is to be sent, in one currency. */
export interface DuePayments {
  currency: string;
  /** Pending, with no later day to wait for. */
  toSend: PaymentSum;
  /** At the bank, and named by no booking. */
  unbooked: PaymentSum;
}

/** A balance with the moment at which its message was read. */
export interface ReadBalance extends StatementBalance {
  /** ISO 8601. */
  readAt: string;
}

/** Where the days of a partner's bank begin, and which are closed: as its first route for the currency says. */
export interface BankPlace {
  /** Of a route for every currency: `*`. */
  currency: string;
  zone: string;
  calendars: readonly string[];
}

/** One partner with what is due there and what its bank has said of the accounts. */
export interface PartnerCover {
  partner: { id: string; name: string };
  environment: Environment;
  places: readonly BankPlace[];
  due: readonly DuePayments[];
  balances: readonly ReadBalance[];
}

/** Whether what is due in one currency is covered. */
export interface CoverLine extends DuePayments, Pick<PartnerCover, 'partner' | 'environment'>, Pick<BankPlace, 'zone'> {
  /** Calendar date in the zone. */
  day: string;
  /** Sum over the accounts; `on`: the oldest day of them, or null where there is no balance. */
  balance: { amount: string; on: string } | null;
  /** What is left of the balance; null without one. */
  left: string | null;
  covered: 'yes' | 'no' | 'unknown';
  /** Why that is unknown; `old`: the balance is from before the last business day. */
  because: 'no_balance' | 'old_balance' | null;
  /** Why banks are closed for the currency on this day; null where they are open. */
  closed: string | null;
}

/** Balances that say what an account has, the most telling first: what is booked leaves nothing out twice. */
const TELLING = ['ITBD', 'CLBD', 'ITAV', 'CLAV'];
const NONE: PaymentSum = { count: 0, amount: '0' };
/** Longer than any holidays. */
const MAX_CLOSED_DAYS = 15;

interface DatedBalance extends ReadBalance {
  on: string;
}

/** Whether a balance is preferred to another of its account: by day, then by type, then by when it was read. */
function isBetter(one: DatedBalance, other: DatedBalance): boolean {
  if (one.on !== other.on) return one.on > other.on;
  if (one.type !== other.type) return TELLING.indexOf(one.type) < TELLING.indexOf(other.type);
  return one.readAt > other.readAt;
}

/** @returns the newest balance of each account in a currency, summed */
function balanceOf(balances: readonly ReadBalance[], { currency, zone }: BankPlace): CoverLine['balance'] {
  const best = new Map<string, DatedBalance>();
  for (const read of balances) {
    if (read.currency !== currency || !TELLING.includes(read.type)) continue;
    const balance = { ...read, on: read.on ?? localTime(new Date(read.readAt), zone).date };
    const account = balance.account ?? '';
    const known = best.get(account);
    if (known === undefined || isBetter(balance, known)) best.set(account, balance);
  }
  const [first, ...others] = [...best.values()].sort((one, other) => (one.on < other.on ? -1 : 1));
  if (first === undefined) return null;
  const amount = others.reduce((sum, one) => sum.add(one.amount), new Exact(first.amount)).toFixed();
  return { amount, on: first.on };
}

/** @returns the business day before a day */
function businessDayBefore(day: string, closed: ClosedDay): string {
  let date = addDays(day, -1);
  for (let back = 1; back < MAX_CLOSED_DAYS && closed(date) !== null; back += 1) date = addDays(date, -1);
  return date;
}

/** @returns a place for each currency in which something is due or an account has a balance; in UTC where no route has one */
export function placesOf({ places, due, balances }: PartnerCover): BankPlace[] {
  const told = balances.filter(({ type }) => TELLING.includes(type));
  const currencies = [...new Set([...due, ...told].map(({ currency }) => currency))].sort();
  const placeOf = (name: string): BankPlace | undefined => places.find(({ currency }) => currency === name);
  const nowhere = { zone: 'UTC', calendars: [] };
  return currencies.map((currency) => ({ ...(placeOf(currency) ?? placeOf('*') ?? nowhere), currency }));
}

/**
 * What is due today at each partner, and whether the balances that its bank has sent cover it.
 * @param now whose day it is at each bank; `closedOf` says on which days a bank is closed
 * @returns a line for each partner and currency in which something is due or an account has a balance
 * Source: docs/GAPS.md#cover
 */
export function coverLines(
  partners: readonly PartnerCover[],
  { now, closedOf }: { now: Date; closedOf: (place: BankPlace) => ClosedDay },
): CoverLine[] {
  return partners.flatMap((given) => {
    const { partner, environment, due, balances } = given;
    return placesOf(given).map((place): CoverLine => {
      const { currency, zone } = place;
      const day = localTime(now, zone).date;
      const { toSend, unbooked } = due.find((one) => one.currency === currency) ?? { toSend: NONE, unbooked: NONE };
      const closed = closedOf(place);
      const balance = balanceOf(balances, place);
      const left = balance && new Exact(balance.amount).sub(toSend.amount).sub(unbooked.amount);
      const isOld = balance !== null && balance.on < businessDayBefore(day, closed);
      const because = balance === null ? 'no_balance' : isOld ? 'old_balance' : null;
      const covered = left === null || because !== null ? 'unknown' : left.isNegative() ? 'no' : 'yes';
      return {
        ...{ partner, environment, currency, day, zone, toSend, unbooked, balance, covered, because },
        left: left?.toFixed() ?? null,
        closed: closed(day)?.name ?? null,
      };
    });
  });
}
