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

/** A part of a sum that is not decided: what it adds to the amount that is stated, or takes away. */
export interface OpenAmount {
  because: string;
  /** The least that it adds; negative where less than the stated amount may be due. Zero where absent. */
  least?: Decimal;
  /** The most that it adds; null where nothing bounds it. */
  most: Decimal | null;
  /** Whether VAT is charged on it. */
  isTaxed: boolean;
}

/** What is known of a sum. */
export interface KnownSum {
  /** All that is stated, without VAT. */
  certain: Decimal;
  /** What VAT is charged on of it. */
  taxed: Decimal;
  /** Null where VAT is not known. */
  vatPercent: string | number | null;
  open: readonly OpenAmount[];
  /** Digits after the point of the currency. */
  digits: number;
}

const NOTHING = new Exact(0);

function sumOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), NOTHING);
}

/** Bounds of a sum with open amounts, and its total, which is null while any amount is open. */
export function rangeOf({ certain, taxed, vatPercent, open, digits }: KnownSum): Range & { total: number | null } {
  const round = (amount: Decimal): Decimal => amount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
  const totalWithVat = (addedBy: (one: OpenAmount) => Decimal): number => {
    const base = taxed.plus(sumOf(open.filter(({ isTaxed }) => isTaxed).map(addedBy)));
    const vat = round(base.mul(vatPercent ?? 0).mul(PER_CENT));
    return round(certain.plus(sumOf(open.map(addedBy))))
      .plus(vat)
      .toNumber();
  };
  const isBounded = vatPercent !== null && open.every(({ most }) => most !== null);
  const because = [...open.map((one) => one.because), ...(vatPercent === null ? ['VAT is not known'] : [])];
  const atLeast = totalWithVat(({ least = NOTHING }) => least);
  const atMost = isBounded ? totalWithVat(({ most }) => most ?? NOTHING) : null;
  return { total: because.length === 0 ? atLeast : null, atLeast, atMost, because };
}
