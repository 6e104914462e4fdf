import Decimal from 'decimal.js';
import { currencyDigits, Exact } from '../../money';
import { localTime } from '../routing/dates';

/** Contradictions between what was confirmed and what was instructed, or within the confirmation. */
const MISMATCHES = [
  'amount',
  'currency',
  'fee_sum',
  'fee_vs_estimate',
  'fx_math',
  'beneficiary_short',
  'beneficiary_over',
  'date_late',
  'date_early',
  'decimals',
] as const;

/** Figures that nothing in the confirmation lets us compare. */
const NOT_COMPARABLE = ['fee_currency', 'fx_unverifiable', 'unreadable'] as const;

/** Source: docs/GAPS.md#P5 */
export const DISCREPANCY_TYPES = [...MISMATCHES, ...NOT_COMPARABLE] as const;
/** `unverified`: nothing contradicts, but a figure could not be compared. Source: docs/GAPS.md#P5 */
export const RECONCILIATION_STATUSES = ['matched', 'unverified', 'mismatched'] as const;

export type DiscrepancyType = (typeof DISCREPANCY_TYPES)[number];

/** One figure that was confirmed otherwise than expected. */
export interface Discrepancy {
  type: DiscrepancyType;
  /** What we have; for a figure that cannot be compared, what it would take to compare it. Finite where a number. */
  expected: number | string;
  /** What the partner says. Finite where a number. */
  actual: number | string;
}

/** How a confirmation compares with its instruction. */
export interface Reconciliation {
  /** `unverified`: nothing contradicts, but a figure could not be compared. */
  status: (typeof RECONCILIATION_STATUSES)[number];
  discrepancies: Discrepancy[];
}

/** The settlement as the partner confirms it; amounts in major units. */
export interface Settlement {
  /** Timestamp of RFC 3339. */
  confirmedAt: string;
  actualAmount: number;
  actualCurrency: string;
  beneficiaryReceived?: { amount: number; currency: string } | undefined;
  /** Units of the received currency for one of the settled currency, > 0. */
  exchangeRate?: { rate: number } | undefined;
  fees?: { amount: number; currency: string; breakdown?: { amount: number }[] | undefined } | undefined;
  /** Paths of parts that could not be read. */
  unreadable?: readonly string[] | undefined;
}

/** What was instructed and promised. */
export interface Expectation {
  amount: number;
  currency: string;
  estimatedFee: number;
  /** Calendar date: the one that was promised when the partner got it, so that what held it before does not count. */
  expectedDate: string;
  /** Zone of the IANA database in which that date is: the route's. */
  zone: string;
  /** When it was first sent to a partner; null when no sending of it counts. */
  dispatchedAt: Date | null;
}

/** Rates outside of these bounds are no rates between two currencies. Source: docs/GAPS.md#P5 */
const LEAST_RATE = 1e-9;
const HIGHEST_RATE = 1e9;
const COMPARABLE_RATES = '1e-9..1e9';

/** Share of an amount that rounding may explain, however few digits a rate was written with: 0.05 %. */
const TOLERATED_SHARE = new Exact('0.0005');

const MS_PER_SECOND = 1_000;

function digitsOf(currency: string): number {
  return currencyDigits(currency) ?? 2;
}

/** @returns one minor unit or 0.05 % of the amount, whichever is more */
function toleranceOf(amount: Decimal, currency: string): Decimal {
  return Decimal.max(new Exact(10).pow(-digitsOf(currency)), amount.mul(TOLERATED_SHARE));
}

function roundMoney(amount: Decimal, currency: string): number {
  return amount.toDecimalPlaces(digitsOf(currency), Decimal.ROUND_HALF_UP).toNumber();
}

function isComparable(rate: number): boolean {
  return rate >= LEAST_RATE && rate <= HIGHEST_RATE;
}

/** Converts an amount by the confirmation's own rate; null where its rate does not convert between these currencies. */
function convert(amount: number, currency: string, target: string, settlement: Settlement): Decimal | null {
  const exact = new Exact(amount);
  if (currency === target) return exact;
  const { actualCurrency, beneficiaryReceived: received, exchangeRate } = settlement;
  if (received === undefined || exchangeRate === undefined || !isComparable(exchangeRate.rate)) return null;
  if (currency === actualCurrency && target === received.currency) return exact.mul(exchangeRate.rate);
  if (currency === received.currency && target === actualCurrency) return exact.div(exchangeRate.rate);
  return null;
}

/** The discrepancy between the settled and the instructed amount, or null. */
function amountCheck(settlement: Settlement, expected: Expectation): Discrepancy | null {
  if (settlement.actualCurrency !== expected.currency) {
    return { type: 'currency', expected: expected.currency, actual: settlement.actualCurrency };
  }
  if (new Exact(settlement.actualAmount).eq(expected.amount)) return null;
  return { type: 'amount', expected: expected.amount, actual: settlement.actualAmount };
}

function feeSumCheck({ fees }: Settlement): Discrepancy | null {
  const { breakdown = [] } = fees ?? {};
  if (fees === undefined || breakdown.length === 0) return null;
  const sum = breakdown.reduce((total, item) => total.plus(item.amount), new Exact(0));
  return sum.eq(fees.amount) ? null : { type: 'fee_sum', expected: fees.amount, actual: sum.toNumber() };
}

/**
 * The discrepancy between the charged and the estimated fee, or null. A fee in another currency is converted by the
 * confirmation's rate.
 */
function feeEstimateCheck(settlement: Settlement, expected: Expectation): Discrepancy | null {
  const { fees } = settlement;
  if (fees === undefined) return null;
  const fee = convert(fees.amount, fees.currency, expected.currency, settlement);
  if (fee === null) return { type: 'fee_currency', expected: expected.currency, actual: fees.currency };
  const tolerance = fees.currency === expected.currency ? new Exact(0) : toleranceOf(fee, expected.currency);
  if (fee.lte(tolerance.plus(expected.estimatedFee))) return null;
  return { type: 'fee_vs_estimate', expected: expected.estimatedFee, actual: roundMoney(fee, expected.currency) };
}

/** The discrepancy between the received amount and its exchange rate, or null. */
function exchangeCheck(settlement: Settlement): Discrepancy | null {
  const { beneficiaryReceived: received, exchangeRate, actualAmount, actualCurrency } = settlement;
  if (exchangeRate !== undefined && !isComparable(exchangeRate.rate)) {
    return { type: 'fx_unverifiable', expected: COMPARABLE_RATES, actual: exchangeRate.rate };
  }
  if (received === undefined) return null;
  const isSameCurrency = received.currency === actualCurrency;
  if (exchangeRate === undefined) {
    return isSameCurrency ? null : { type: 'fx_unverifiable', expected: 'exchangeRate', actual: received.currency };
  }
  // Without an exchange, only fees stand between the two amounts; the beneficiary's check knows them.
  if (isSameCurrency && exchangeRate.rate === 1) return null;
  const converted = new Exact(actualAmount).mul(exchangeRate.rate);
  const tolerance = toleranceOf(new Exact(received.amount), received.currency);
  if (converted.minus(received.amount).abs().lte(tolerance)) return null;
  return { type: 'fx_math', expected: roundMoney(converted, received.currency), actual: received.amount };
}

/**
 * The discrepancy between the received amount and the settled amount less fees, where they share a currency, or null.
 */
function beneficiaryCheck(settlement: Settlement): Discrepancy | null {
  const { beneficiaryReceived: received, fees, actualAmount, actualCurrency } = settlement;
  if (received === undefined || received.currency !== actualCurrency) return null;
  if (new Exact(received.amount).gt(actualAmount)) {
    return { type: 'beneficiary_over', expected: actualAmount, actual: received.amount };
  }
  const deducted = fees !== undefined && fees.currency === actualCurrency ? fees.amount : 0;
  const due = new Exact(actualAmount).minus(deducted);
  return new Exact(received.amount).gte(due)
    ? null
    : { type: 'beneficiary_short', expected: due.toNumber(), actual: received.amount };
}

function dateLateCheck(settlement: Settlement, expected: Expectation): Discrepancy | null {
  const actual = localTime(new Date(settlement.confirmedAt), expected.zone).date;
  return actual > expected.expectedDate ? { type: 'date_late', expected: expected.expectedDate, actual } : null;
}

/**
 * The discrepancy of a settlement that is dated before the dispatch, or null. The second of the dispatch is not before
 * it, because many partners write no fractions of a second.
 */
function dateEarlyCheck(settlement: Settlement, { dispatchedAt }: Expectation): Discrepancy | null {
  if (dispatchedAt === null) return null;
  const confirmedAt = new Date(settlement.confirmedAt);
  const secondOfDispatch = Math.floor(dispatchedAt.getTime() / MS_PER_SECOND) * MS_PER_SECOND;
  if (confirmedAt.getTime() >= secondOfDispatch) return null;
  return { type: 'date_early', expected: dispatchedAt.toISOString(), actual: confirmedAt.toISOString() };
}

/** A discrepancy for each amount with more decimals than its currency has. */
function decimalsChecks({ actualAmount, actualCurrency, beneficiaryReceived, fees }: Settlement): Discrepancy[] {
  const said = [{ amount: actualAmount, currency: actualCurrency }, beneficiaryReceived, fees];
  return said.flatMap((money): Discrepancy[] => {
    if (money === undefined || new Exact(money.amount).decimalPlaces() <= digitsOf(money.currency)) return [];
    const { amount: actual, currency } = money;
    return [{ type: 'decimals', expected: roundMoney(new Exact(actual), currency), actual }];
  });
}

/** Figures of a confirmation that a comparison could have contradicted. */
const FIGURES = /^(beneficiaryReceived|exchangeRate|fees)(\.|$)/;

function unreadableChecks({ unreadable = [] }: Settlement): Discrepancy[] {
  const parts = unreadable.filter((path) => FIGURES.test(path));
  return parts.map((path) => ({ type: 'unreadable', expected: path, actual: 'unreadable' }));
}

function statusOf(discrepancies: readonly Discrepancy[]): Reconciliation['status'] {
  if (discrepancies.length === 0) return 'matched';
  const contradicts = discrepancies.some(({ type }) => MISMATCHES.some((mismatch) => mismatch === type));
  return contradicts ? 'mismatched' : 'unverified';
}

/**
 * Compares a settlement with its instruction and lists all discrepancies. A mismatch never blocks settlement, because
 * the money has moved.
 * Source: docs/GAPS.md#P5
 */
export function reconcile(settlement: Settlement, expected: Expectation): Reconciliation {
  const discrepancies = [
    amountCheck(settlement, expected),
    feeSumCheck(settlement),
    feeEstimateCheck(settlement, expected),
    exchangeCheck(settlement),
    beneficiaryCheck(settlement),
    dateLateCheck(settlement, expected),
    dateEarlyCheck(settlement, expected),
    ...decimalsChecks(settlement),
    ...unreadableChecks(settlement),
  ].filter((discrepancy) => discrepancy !== null);
  return { status: statusOf(discrepancies), discrepancies };
}

/** Kind of the case that a mismatch opens. Source: docs/GAPS.md#P5 */
export const MISMATCH_CASE = 'reconciliation_mismatch';
/** Name of the event of a confirmation that does not match. Source: docs/GAPS.md#W1 */
export const MISMATCH_EVENT = 'payment.reconciliation_mismatch';

/** What a settlement that does not match its instruction leaves behind, beside the settlement itself. */
export interface MismatchRecord {
  reconciliationCase: { kind: typeof MISMATCH_CASE; detail: { discrepancies: Discrepancy[] } };
  event: {
    type: typeof MISMATCH_EVENT;
    /** `data.object` of the event. */
    object: { instructionId: string; clientReference: string | null } & Reconciliation;
  };
}

/**
 * The case and the event of a mismatch, with our figures and the partner's but no personal data.
 * @returns null unless there is a contradiction: a figure that could not be compared is shown, but opens no case
 * Source: docs/GAPS.md#P5
 */
export function buildMismatchRecord(
  instruction: { id: string; clientReference: string | null },
  reconciliation: Reconciliation,
): MismatchRecord | null {
  if (reconciliation.status !== 'mismatched') return null;
  const { discrepancies } = reconciliation;
  const { id: instructionId, clientReference } = instruction;
  return {
    reconciliationCase: { kind: MISMATCH_CASE, detail: { discrepancies } },
    event: { type: MISMATCH_EVENT, object: { instructionId, clientReference, ...reconciliation } },
  };
}
