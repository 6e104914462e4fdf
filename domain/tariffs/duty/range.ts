import type Decimal from 'decimal.js';
import { Exact, PER_CENT } from '../../money';

/** Between which amounts a sum lies, major units of the request's currency. Source: docs/GAPS.md#H9 */
export interface Range {
  atLeast: number;
  /** Null where nothing bounds it. */
  atMost: number | null;
  /** What is open, in words; empty where both are the sum. */
  because: string[];
}

/** Something that may be due on top of what certainly is. */
export interface OpenAmount {
  because: string;
  /** The most that it can be; null where nothing bounds it. */
  most: Decimal | null;
  /** Whether VAT is charged on it. */
  isTaxed: boolean;
}

/** What is known of a sum. */
export interface KnownSum {
  /** All that certainly is due, without VAT. */
  certain: Decimal;
  /** What VAT is charged on of it. */
  taxed: Decimal;
  /** Null where VAT is not known. */
  vatPercent: string | number | null;
  open: readonly OpenAmount[];
  /** Digits after the point of the currency. */
  digits: number;
}

function most(open: readonly OpenAmount[]): Decimal {
  return open.reduce((sum, { most: amount }) => sum.plus(amount ?? 0), new Exact(0));
}

/** Bounds of a sum of which parts are open: an amount that is not known is not in the lower one. */
export function rangeOf({ certain, taxed, vatPercent, open, digits }: KnownSum): Range {
  const round = (amount: Decimal): Decimal => amount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
  const withVat = (amount: Decimal, base: Decimal): number =>
    round(amount)
      .plus(round(base.mul(vatPercent ?? 0).mul(PER_CENT)))
      .toNumber();
  const isBounded = vatPercent !== null && open.every(({ most: amount }) => amount !== null);
  const above = most(open.filter(({ isTaxed }) => isTaxed));
  return {
    atLeast: withVat(certain, taxed),
    atMost: isBounded ? withVat(certain.plus(most(open)), taxed.plus(above)) : null,
    because: [...open.map(({ because }) => because), ...(vatPercent === null ? ['VAT is not known'] : [])],
  };
}
