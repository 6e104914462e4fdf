import type { Assessment } from './assess';

/** What duty and VAT are worked out from where the duty is a percentage. */
export interface PercentInput {
  /** Major units. */
  value: number;
  /** Digits after the point of the currency. */
  digits: number;
  percent: string;
  vatPercent: string | null;
}

/** A percentage as a number, and as a fraction of two whole numbers: 6.5 % is 65 / 1000. */
interface Percentage {
  percent: number;
  numerator: number;
  denominator: number;
}

/** Digits of a rate derived from amounts: what a JSON number carries. */
const RATE_DIGITS = 15;
/** Powers of ten up to this one are doubles without a rounding error. */
const EXACT_POWER = 22;
const POWERS = Array.from({ length: EXACT_POWER + 1 }, (_, exponent) => 10 ** exponent);
/** Digits of a quotient that are worked out at once, so that a rest times their power of ten is still exact. */
const DIGITS_AT_ONCE = 5;
/** Above it a rest may be too large for that. */
const LARGEST_DIVISOR = Number.MAX_SAFE_INTEGER / 10 ** DIGITS_AT_ONCE;

/** Percentages read before: schedules and lists of taxes have some hundreds of them. Beyond this reading starts again. */
const MAX_PERCENTAGES = 10_000;
const percentages = new Map<string, Percentage | null>();

/** Parses a percentage into a fraction of whole numbers; null if they are too large to be exact. */
function readPercentage(text: string): Percentage | null {
  const [whole = '', decimals = ''] = text.split('.');
  const numerator = Number(whole + decimals);
  const denominator = 10 ** (decimals.length + 2);
  const isExact = Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator);
  return isExact ? { percent: Number(text), numerator, denominator } : null;
}

/** The percentage of a text, cached; null if it is no plain decimal number, or too long for exact arithmetic. */
function percentageOf(text: string): Percentage | null {
  const known = percentages.get(text);
  if (known !== undefined) return known;
  const read = readPercentage(text);
  if (percentages.size >= MAX_PERCENTAGES) percentages.clear();
  percentages.set(text, read);
  return read;
}

/** @returns the amount in minor units; null where they are not a whole number that a double holds */
function minorOf(value: number, factor: number): number | null {
  const minor = Math.round(value * factor);
  return Number.isSafeInteger(minor) && minor / factor === value ? minor : null;
}

/** @returns a share of an amount, rounded half up; null where the product is more than a double holds */
function shareOf(minor: number, { numerator, denominator }: Percentage): number | null {
  const product = minor * numerator;
  if (!Number.isSafeInteger(product)) return null;
  const share = Math.floor(product / denominator);
  return 2 * (product - share * denominator) >= denominator ? share + 1 : share;
}

/**
 * Divides by long division, some digits at a time. Each step is exact: the quotient of two whole numbers that a double
 * holds is never rounded up to the next whole number.
 * @param digits how many digits after the point of the quotient are wanted
 * @returns the quotient without its point, rounded half up
 */
function divide(dividend: number, divisor: number, digits: number): number {
  let quotient = Math.floor(dividend / divisor);
  let rest = dividend - quotient * divisor;
  for (let left = digits; left > 0; left -= DIGITS_AT_ONCE) {
    const power = POWERS[Math.min(left, DIGITS_AT_ONCE)] ?? 1;
    const product = rest * power;
    const next = Math.floor(product / divisor);
    rest = product - next * divisor;
    quotient = quotient * power + next;
  }
  return 2 * rest >= divisor ? quotient + 1 : quotient;
}

/** The power of ten of the first digit of a quotient. */
function exponentOf(dividend: number, divisor: number): number {
  const estimate = Math.floor(Math.log10(dividend / divisor));
  const isLess = (exponent: number): boolean =>
    exponent < 0 ? dividend * 10 ** -exponent < divisor : dividend < divisor * 10 ** exponent;
  // The logarithm of a number near a power of ten may be off by one.
  if (isLess(estimate)) return estimate - 1;
  return isLess(estimate + 1) ? estimate : estimate + 1;
}

/** One amount as a percentage of another, to 15 digits half up; null where the numbers are too large. */
function ratioOf(part: number, whole: number): number | null {
  if (part === 0) return 0;
  const dividend = part * 100;
  if (whole > LARGEST_DIVISOR || !Number.isSafeInteger(dividend)) return null;
  const decimals = RATE_DIGITS - 1 - exponentOf(dividend, whole);
  const power = POWERS[decimals];
  return power === undefined ? null : divide(dividend, whole, decimals) / power;
}

/**
 * Duty and VAT of a duty in percent, computed in whole minor units: many times faster than decimals, with the same
 * results. Amounts are rounded half up to the minor unit, each once.
 * @returns null where the numbers are too large or have more decimals than the currency: then decimals must be used
 * Source: specification, "Tariff calculation result"; docs/GAPS.md#H5
 */
export function assessInMinorUnits({ value, digits, percent, vatPercent }: PercentInput): Assessment | null {
  const factor = POWERS[digits] ?? 10 ** digits;
  const minor = minorOf(value, factor);
  const rate = percentageOf(percent);
  const duty = minor === null || rate === null ? null : shareOf(minor, rate);
  if (minor === null || rate === null || duty === null) return null;
  // Each answer is spelled out: a literal that spreads another and adds numbers takes longer than all of the arithmetic.
  if (vatPercent === null) {
    return {
      rate: rate.percent,
      duty: duty / factor,
      vat: null,
      vatAmount: null,
      totalDuties: null,
      effectiveRate: null,
    };
  }
  const vat = percentageOf(vatPercent);
  const vatAmount = vat === null ? null : shareOf(minor + duty, vat);
  if (vat === null || vatAmount === null) return null;
  const effectiveRate = ratioOf(duty + vatAmount, minor);
  if (effectiveRate === null) return null;
  return {
    rate: rate.percent,
    duty: duty / factor,
    vat: vat.percent,
    vatAmount: vatAmount / factor,
    totalDuties: (duty + vatAmount) / factor,
    effectiveRate,
  };
}
