import { Exact } from '../../money';
import { addDays } from '../../calendar-dates';
import type { Environment } from '../../auth/tenant';
import type { ClosedDay } from '../routing/dates';
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

/** One partner with what is due there and what its bank has said of the accounts. */
export interface PartnerCover {
  partner: { id: string; name: string };
  environment: Environment;
  due: readonly DuePayments[];
  balances: readonly ReadBalance[];
}

/** Whether what is due in one currency is covered. */
export interface CoverLine extends DuePayments, Pick<PartnerCover, 'partner' | 'environment'> {
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

const dayOf = ({ on, readAt }: ReadBalance): string => on ?? readAt.slice(0, 10);

/** Whether a balance says more of its account than another one. */
function isBetter(one: ReadBalance, other: ReadBalance): boolean {
  if (dayOf(one) !== dayOf(other)) return dayOf(one) > dayOf(other);
  if (one.type !== other.type) return TELLING.indexOf(one.type) < TELLING.indexOf(other.type);
  return one.readAt > other.readAt;
}

/** @returns the newest balance of each account in a currency, summed */
function balanceOf(balances: readonly ReadBalance[], currency: string): CoverLine['balance'] {
  const best = new Map<string, ReadBalance>();
  for (const balance of balances) {
    if (balance.currency !== currency || !TELLING.includes(balance.type)) continue;
    const account = balance.account ?? '';
    const known = best.get(account);
    if (known === undefined || isBetter(balance, known)) best.set(account, balance);
  }
  const [first, ...others] = [...best.values()].sort((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
  if (first === undefined) return null;
  const amount = others.reduce((sum, one) => sum.add(one.amount), new Exact(first.amount)).toFixed();
  return { amount, on: dayOf(first) };
}

/** @returns the business day before a day */
function businessDayBefore(day: string, closed: ClosedDay): string {
  let date = addDays(day, -1);
  for (let back = 1; back < MAX_CLOSED_DAYS && closed(date) !== null; back += 1) date = addDays(date, -1);
  return date;
}

/**
 * What is due today at each partner, and whether the balances that its bank has sent cover it.
 * @param day calendar date in UTC; `closedOf` says on which days banks are closed for a currency
 * @returns a line for each partner and currency in which something is due or an account has a balance
 * Source: docs/GAPS.md#cover
 */
export function coverLines(
  partners: readonly PartnerCover[],
  { day, closedOf }: { day: string; closedOf: (currency: string) => ClosedDay },
): CoverLine[] {
  return partners.flatMap(({ partner, environment, due, balances }) => {
    const told = balances.filter(({ type }) => TELLING.includes(type));
    const currencies = [...new Set([...due, ...told].map(({ currency }) => currency))].sort();
    return currencies.map((currency): CoverLine => {
      const { toSend, unbooked } = due.find((one) => one.currency === currency) ?? { toSend: NONE, unbooked: NONE };
      const closed = closedOf(currency);
      const balance = balanceOf(balances, currency);
      const left = balance && new Exact(balance.amount).sub(toSend.amount).sub(unbooked.amount);
      const isOld = balance !== null && balance.on < businessDayBefore(day, closed);
      const because = balance === null ? 'no_balance' : isOld ? 'old_balance' : null;
      const covered = left === null || because !== null ? 'unknown' : left.isNegative() ? 'no' : 'yes';
      return {
        ...{ partner, environment, currency, toSend, unbooked, balance, covered, because },
        left: left?.toFixed() ?? null,
        closed: closed(day)?.name ?? null,
      };
    });
  });
}
