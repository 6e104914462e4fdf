import Decimal from 'decimal.js';
import { data as currencies } from 'currency-codes';

/** Amounts have at most this many significant digits: what a JSON number carries exactly. Source: docs/GAPS.md#G6 */
const MAX_SIGNIFICANT_DIGITS = 15;

/** Codes of ISO 4217 that are no money one can pay with: metals, funds, test and "no currency". */
const NOT_MONEY = new Set([
  'XXX',
  'XTS',
  'XAU',
  'XAG',
  'XPT',
  'XPD',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XDR',
  'XSU',
  'XUA',
  'BOV',
  'CHE',
  'CHW',
  'CLF',
  'COU',
  'MXV',
  'USN',
  'UYI',
  'UYW',
]);

/** Given out after the table of the package: the Caribbean guilder, since 31 March 2025. Source: ISO 4217, code XCG */
const NEWER: readonly (readonly [string, number])[] = [['XCG', 2]];

/** Digits after the point by code. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...NEWER,
  ...currencies.filter(({ code }) => !NOT_MONEY.has(code)).map(({ code, digits }) => [code, digits] as const),
]);

/** One per cent: a multiplication is exact and many times cheaper than a division by 100. */
export const PER_CENT = '0.01';
/** A hundredth of one per cent. */
export const BASIS_POINT = '0.0001';

/** Decimal arithmetic wide enough for 15-digit amounts times 15-digit rates. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/**
 * Digits after the point that ISO 4217 gives the currency (JPY 0, USD 2, KWD 3).
 * @returns null for what is no payable currency
 */
export function currencyDigits(currency: string): number | null {
  return DIGITS.get(currency) ?? null;
}

/** @returns the codes of all currencies that one can pay with, in order */
export function currencyCodes(): readonly string[] {
  return [...DIGITS.keys()].sort();
}

/** Why a number is no amount of money in a currency. */
export type AmountFault = 'not_positive' | 'not_finite' | 'precision' | 'decimals';

/**
 * The first fault of an amount, or null.
 * @param digits decimals of its currency
 * @param minimum `zero` where 0 is allowed, such as for a fee
 */
export function amountFault(
  amount: number,
  digits: number,
  minimum: 'positive' | 'zero' = 'positive',
): AmountFault | null {
  if (!Number.isFinite(amount)) return 'not_finite';
  if (amount < 0 || (minimum === 'positive' && amount === 0)) return 'not_positive';
  const exact = new Exact(amount);
  if (exact.precision() > MAX_SIGNIFICANT_DIGITS || exact.e >= MAX_SIGNIFICANT_DIGITS) return 'precision';
  return exact.decimalPlaces() > digits ? 'decimals' : null;
}

/** What is said of a text that is no currency. */
export const CURRENCY_MESSAGE = 'must be an ISO 4217 currency code in capital letters, such as USD';

/**
 * A fault of an amount in words that follow the name of its field.
 * @param currency ISO 4217 code of the currency whose decimals were counted
 * @param minimum the one that the amount was checked with
 */
export function amountFaultText(
  fault: AmountFault,
  currency: string | null,
  minimum: 'positive' | 'zero' = 'positive',
): string {
  switch (fault) {
    case 'not_finite':
      return 'must be a finite number';
    case 'not_positive':
      return minimum === 'zero' ? 'must be 0 or more' : 'must be greater than 0';
    case 'precision':
      return `must have at most ${MAX_SIGNIFICANT_DIGITS} significant digits`;
    case 'decimals': {
      const digits = currency === null ? null : currencyDigits(currency);
      return digits === null ? 'has too many decimals' : `has too many decimals: ${currency} has ${digits} (ISO 4217)`;
    }
  }
}

/** @returns minor units of one major unit, or, with negative digits, the part of a major unit that one minor unit is */
export function scaleOf(digits: number): string {
  return `1e${digits}`;
}

/** @returns the amount in minor units; the amount must have passed `amountFault` */
export function toMinor(amount: number | string, digits: number): bigint {
  return BigInt(new Exact(amount).mul(scaleOf(digits)).toFixed(0));
}

/** @returns the amount as a JSON number in major units */
export function fromMinor(minor: bigint, digits: number): number {
  return new Exact(minor.toString()).mul(scaleOf(-digits)).toNumber();
}

/** Rounds a decimal number of minor units once, half away from zero. */
export function roundMinor(value: Decimal): bigint {
  return BigInt(value.toFixed(0, Decimal.ROUND_HALF_UP));
}

/** @returns a number as decimal text, without an exponent */
export function decimalText(value: number): string {
  return new Exact(value).toFixed();
}
