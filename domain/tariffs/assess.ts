import type Decimal from 'decimal.js';
import { Exact } from '../money';

/** Digits of a rate derived from amounts: what a JSON number carries. */
const RATE_DIGITS = 15;

export interface Assessment {
  /** Percent; for specific duties the ad valorem equivalent. */
  rate: number;
  duty: number;
  /** Percent, or null where the destination's VAT is not known; then all that depends on it is null. */
  vat: number | null;
  vatAmount: number | null;
  totalDuties: number | null;
  effectiveRate: number | null;
}

export interface AssessmentInput {
  value: Decimal;
  /** Digits after the point of the currency. */
  digits: number;
  /** Percent where the rate is ad valorem, else null and `dutyAmount` says the duty. */
  percent: string | null;
  /** Unrounded. */
  dutyAmount: Decimal;
  vatPercent: string | null;
}

/**
 * Duty and VAT on one basis. Amounts are rounded half up to the currency's minor unit, each once.
 * Source: specification, "Tariff calculation result"; docs/GAPS.md#H5
 */
export function assess({ value, digits, percent, dutyAmount, vatPercent }: AssessmentInput): Assessment {
  const duty = dutyAmount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
  const equivalent = duty.div(value).mul(100).toSignificantDigits(RATE_DIGITS);
  const rate = percent === null ? equivalent.toNumber() : Number(percent);
  if (vatPercent === null) {
    return { rate, duty: duty.toNumber(), vat: null, vatAmount: null, totalDuties: null, effectiveRate: null };
  }
  const vatAmount = value.plus(duty).mul(vatPercent).div(100).toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
  const total = duty.plus(vatAmount);
  return {
    rate,
    duty: duty.toNumber(),
    vat: Number(vatPercent),
    vatAmount: vatAmount.toNumber(),
    totalDuties: total.toNumber(),
    effectiveRate: total.div(value).mul(100).toSignificantDigits(RATE_DIGITS).toNumber(),
  };
}
