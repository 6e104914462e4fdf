import { z, type output } from 'zod';
import { Exact, fromMinor, PER_CENT, roundMinor, toMinor } from '../../money';
import { sound } from '../../schema-tools';
import type { TaxCategory } from '../factur-x/vat';
import { Tax } from '../kinds/invoice-parts';
import type { FindingList } from './finding';
import { addSums, compareSum, minorOf, type Sums } from './sums';

/** A tax line as the checks read it, each member as far as it is sound. */
export const SentTax = z.object({
  rate: sound(Tax.shape.rate),
  base: sound(Tax.shape.base),
  amount: sound(Tax.shape.amount),
});
type SentTax = output<typeof SentTax>;

/** A tax line as it is printed. */
export interface TaxLine {
  name: string;
  /** Percent: 20 means 20 %. */
  rate: number;
  exemptionReason: string | undefined;
  category: TaxCategory | undefined;
  baseMinor: bigint;
  amountMinor: bigint;
}

/**
 * @param rate percent: 20 means 20 %
 * @returns the tax on a base in minor units, rounded once, half away from zero
 * Source: EN 16931-1, BR-CO-17
 */
export function taxMinor(baseMinor: bigint, rate: number): bigint {
  return roundMinor(new Exact(baseMinor.toString()).mul(rate).mul(PER_CENT));
}

/**
 * The tax lines of an invoice whose amounts have passed the checks. A missing base is `netMinor`, a missing amount is
 * base times rate.
 * @param netMinor sum of items and charges
 */
export function taxLines(taxes: readonly Tax[], netMinor: bigint, digits: number): TaxLine[] {
  return taxes.map(({ name, rate, base, amount, exemptionReason, category }) => {
    const baseMinor = base === undefined ? netMinor : toMinor(base, digits);
    const amountMinor = amount === undefined ? taxMinor(baseMinor, rate) : toMinor(amount, digits);
    return { name, rate, exemptionReason, category, baseMinor, amountMinor };
  });
}

/** @returns the stated base, else the net sum; notes a fault if a stated base exceeds all that can be taxed */
function taxBase(
  list: FindingList,
  field: string,
  { base }: SentTax,
  sums: { net: Sums; limit: Sums },
  digits: number,
): Sums {
  if (base === undefined) return sums.net;
  const baseMinor = minorOf(list, `${field}.base`, base, digits);
  const { statedMinor, dueMinor } = sums.limit;
  if (
    baseMinor !== null &&
    statedMinor !== null &&
    dueMinor !== null &&
    baseMinor > statedMinor &&
    baseMinor > dueMinor
  ) {
    const most = fromMinor(dueMinor, digits).toFixed(digits);
    list.fault(`${field}.base`, 'sum', `must not exceed items, charges and the taxes before it, which are ${most}`);
  }
  return { statedMinor: baseMinor, dueMinor: baseMinor };
}

/**
 * Checks one tax line: its base, and its amount against base times rate.
 * @returns the stated and the computed amount
 */
function checkTax(
  list: FindingList,
  field: string,
  tax: SentTax | null,
  sums: { net: Sums; limit: Sums },
  digits: number,
): Sums {
  if (tax === null) return { statedMinor: null, dueMinor: null };
  const base = taxBase(list, field, tax, sums, digits);
  const { rate, amount } = tax;
  const on = (minor: bigint | null): bigint | null => (minor === null || rate === null ? null : taxMinor(minor, rate));
  const owed = { statedMinor: on(base.statedMinor), dueMinor: on(base.dueMinor) };
  if (amount === undefined) return owed;
  const statedMinor = minorOf(list, `${field}.amount`, amount, digits);
  compareSum(list, `${field}.amount`, statedMinor, { ...owed, what: 'base x rate / 100' }, digits);
  return { statedMinor, dueMinor: owed.dueMinor };
}

/**
 * Cross-checks of the tax lines of an invoice: each is its base times its rate, and no base is more than what there is to
 * tax, which a tax on a tax (VAT on an excise) counts in.
 * @param taxes null where they are unsound as a whole
 * @param net sum of items and charges
 * @returns the sum of the taxes
 */
export function checkTaxes(
  list: FindingList,
  taxes: readonly (SentTax | null)[] | null | undefined,
  net: Sums,
  digits: number,
): Sums {
  if (taxes === null) return { statedMinor: null, dueMinor: null };
  const before: Sums[] = [];
  for (const [index, tax] of (taxes ?? []).entries()) {
    const limit = addSums([net, ...before]);
    before.push(checkTax(list, `taxes.${index}`, tax, { net, limit }, digits));
  }
  return addSums(before);
}
