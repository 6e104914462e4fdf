import Decimal from 'decimal.js';
import { Exact, PER_CENT } from '../../money';

/** Digits of a rate derived from amounts: what a JSON number carries. */
const RATE_DIGITS = 15;
/** Division for rates alone: they are shown with 15 digits, and 60 would cost three times as much. */
const Ratio = Decimal.clone({ precision: 24, rounding: Decimal.ROUND_HALF_UP });

/**
 * Duty and VAT of one consignment in major units of its currency. Source: specification, "Tariff calculation result"
 */
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

/** What duty and VAT are worked out from. */
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

/** @returns percent that an amount is of a value */
function rateOf(amount: Decimal, value: Decimal): number {
  return new Ratio(amount).mul(100).div(value).toSignificantDigits(RATE_DIGITS).toNumber();
}

/**
 * Duty and VAT on one basis. Amounts are rounded half up to the currency's minor unit, each once.
 * Source: specification, "Tariff calculation result"; docs/GAPS.md#H5
 */
export function assess({ value, digits, percent, dutyAmount, vatPercent }: AssessmentInput): Assessment {
  const duty = dutyAmount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
  const rate = percent === null ? rateOf(duty, value) : Number(percent);
  if (vatPercent === null) {
    return { rate, duty: duty.toNumber(), vat: null, vatAmount: null, totalDuties: null, effectiveRate: null };
  }
  const vatAmount = value.plus(duty).mul(vatPercent).mul(PER_CENT).toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
  const total = duty.plus(vatAmount);
  return {
    rate,
    duty: duty.toNumber(),
    vat: Number(vatPercent),
    vatAmount: vatAmount.toNumber(),
    totalDuties: total.toNumber(),
    effectiveRate: rateOf(total, value),
  };
}
