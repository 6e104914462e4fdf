import Decimal from 'decimal.js';
import { currencyDigits, Exact } from '../money';

export type DiscrepancyType =
  'amount' | 'currency' | 'fee_sum' | 'fee_vs_estimate' | 'fx_math' | 'beneficiary_short' | 'date_late';

export interface Discrepancy {
  type: DiscrepancyType;
  expected: number | string;
  actual: number | string;
}

export interface Reconciliation {
  status: 'matched' | 'mismatched';
  discrepancies: Discrepancy[];
}

/** What the partner says was settled; amounts in major units. */
export interface Settlement {
  confirmedAt: string;
  actualAmount: number;
  actualCurrency: string;
  beneficiaryReceived?: { amount: number; currency: string } | undefined;
  exchangeRate?: { rate: number } | undefined;
  fees?: { amount: number; currency: string; breakdown: { amount: number }[] } | undefined;
}

/** What was instructed and promised. */
export interface Expectation {
  amount: number;
  currency: string;
  estimatedFee: number;
  /** Calendar date. */
  expectedDate: string;
}

function unit(currency: string): Decimal {
  return new Exact(10).pow(-(currencyDigits(currency) ?? 2));
}

function amountCheck(settlement: Settlement, expected: Expectation): Discrepancy | null {
  if (settlement.actualCurrency !== expected.currency) {
    return { type: 'currency', expected: expected.currency, actual: settlement.actualCurrency };
  }
  if (new Exact(settlement.actualAmount).eq(expected.amount)) return null;
  return { type: 'amount', expected: expected.amount, actual: settlement.actualAmount };
}

function feeSumCheck({ fees }: Settlement): Discrepancy | null {
  if (fees === undefined || fees.breakdown.length === 0) return null;
  const sum = fees.breakdown.reduce((total, item) => total.plus(item.amount), new Exact(0));
  return sum.eq(fees.amount) ? null : { type: 'fee_sum', expected: fees.amount, actual: sum.toNumber() };
}

function feeEstimateCheck({ fees }: Settlement, expected: Expectation): Discrepancy | null {
  if (fees === undefined || fees.currency !== expected.currency) return null;
  if (new Exact(fees.amount).lte(expected.estimatedFee)) return null;
  return { type: 'fee_vs_estimate', expected: expected.estimatedFee, actual: fees.amount };
}

/** Half a unit of the rate's last digit, as far as the rate was rounded by whoever sent it. */
function halfLastDigit(rate: number): Decimal {
  return new Exact(10).pow(-new Exact(rate).decimalPlaces()).div(2);
}

function exchangeCheck(settlement: Settlement): Discrepancy | null {
  const { beneficiaryReceived: received, exchangeRate } = settlement;
  if (received === undefined || exchangeRate === undefined) return null;
  const converted = new Exact(settlement.actualAmount).mul(exchangeRate.rate);
  const tolerance = unit(received.currency).plus(halfLastDigit(exchangeRate.rate).mul(settlement.actualAmount));
  if (converted.minus(received.amount).abs().lte(tolerance)) return null;
  const digits = currencyDigits(received.currency) ?? 2;
  const expected = converted.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP).toNumber();
  return { type: 'fx_math', expected, actual: received.amount };
}

function beneficiaryCheck(settlement: Settlement): Discrepancy | null {
  const { beneficiaryReceived: received, fees } = settlement;
  if (received === undefined || received.currency !== settlement.actualCurrency) return null;
  const deducted = fees !== undefined && fees.currency === settlement.actualCurrency ? fees.amount : 0;
  const due = new Exact(settlement.actualAmount).minus(deducted);
  return new Exact(received.amount).gte(due)
    ? null
    : { type: 'beneficiary_short', expected: due.toNumber(), actual: received.amount };
}

function dateCheck(settlement: Settlement, expected: Expectation): Discrepancy | null {
  const actual = new Date(settlement.confirmedAt).toISOString().slice(0, 10);
  return actual > expected.expectedDate ? { type: 'date_late', expected: expected.expectedDate, actual } : null;
}

/**
 * Compares what was settled with what was instructed. A mismatch never blocks settlement: money has moved.
 * Source: docs/GAPS.md#P5
 */
export function reconcile(settlement: Settlement, expected: Expectation): Reconciliation {
  const discrepancies = [
    amountCheck(settlement, expected),
    feeSumCheck(settlement),
    feeEstimateCheck(settlement, expected),
    exchangeCheck(settlement),
    beneficiaryCheck(settlement),
    dateCheck(settlement, expected),
  ].filter((discrepancy) => discrepancy !== null);
  return { status: discrepancies.length === 0 ? 'matched' : 'mismatched', discrepancies };
}
