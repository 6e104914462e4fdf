import type Decimal from 'decimal.js';
import { Exact, PER_CENT } from '../money';

/** How goods travel, where a fee depends on it. */
export const TRANSPORTS = ['sea', 'air', 'road', 'rail', 'post'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A fee of customs beside duties and taxes. */
export interface Fee {
  name: string;
  /** Percent of the value. */
  rate: number;
  /** In the currency of the request; null where it cannot be said. */
  amount: number | null;
  /** Null where the request does not say what decides. */
  applies: boolean | null;
  basis: string;
  source: string;
}

interface Limits {
  from: string;
  minimum: string;
  maximum: string;
  source: string;
}

const PROCESSING_PERCENT = '0.3464';
const HARBOR_PERCENT = '0.125';
/** Entries of a higher value are formal ones, United States dollars. Source: 19 CFR 143.21 */
const FORMAL_ABOVE = 2500;

/**
 * Least and most of the merchandise processing fee of one formal entry, United States dollars, by fiscal year.
 * Source: 19 CFR 24.22(k) and 24.23(b)(1)(i)(B), adjusted each year by General Notice in the Federal Register
 */
const LIMITS: readonly Limits[] = [
  { from: '2025-10-01', minimum: '33.58', maximum: '651.50', source: 'fiscal year 2026' },
  { from: '2024-10-01', minimum: '32.71', maximum: '634.62', source: 'fiscal year 2025' },
  { from: '2023-10-01', minimum: '31.67', maximum: '614.35', source: 'fiscal year 2024' },
];
/** First day of the fiscal year after the last one recorded. */
const LIMITS_UNTIL = '2026-10-01';

function feeOf(value: Decimal, percent: string): Decimal {
  return value.mul(percent).mul(PER_CENT);
}

function processing({ amount, applies, basis, source }: Omit<Fee, 'name' | 'rate'>): Fee {
  return { name: 'Merchandise processing fee', rate: Number(PROCESSING_PERCENT), amount, applies, basis, source };
}

function processingFee({ value, digits, inDollars, date }: Omit<FeeInput, 'transport'>): Fee {
  const limits = LIMITS.find(({ from }) => from <= date);
  const known = limits !== undefined && date < LIMITS_UNTIL;
  const formal = inDollars === null ? null : inDollars.gt(FORMAL_ABOVE);
  const source = `19 CFR 24.23(b)(1)(i)${known ? `, limits of ${limits.source}` : ''}`;
  if (!known || inDollars === null || formal === null) {
    const why = known ? 'its limits are in United States dollars' : `its limits on ${date} are not recorded`;
    return processing({ amount: null, applies: formal, basis: `percent of the value; ${why}`, source });
  }
  const basis = `percent of the value of one formal entry, from ${limits.minimum} to ${limits.maximum} USD`;
  if (!formal) {
    const informal = 'formal entries alone; an informal entry pays a flat fee of 19 CFR 24.23(b)(2)';
    return processing({ amount: null, applies: false, basis: informal, source });
  }
  const clamped = Exact.min(limits.maximum, Exact.max(limits.minimum, feeOf(inDollars, PROCESSING_PERCENT)));
  const inCurrency = inDollars.eq(value) ? clamped : clamped.mul(value).div(inDollars);
  const amount = inCurrency.toDecimalPlaces(digits, Exact.ROUND_HALF_UP).toNumber();
  return processing({ amount, applies: true, basis, source });
}

function harborFee(value: Decimal, digits: number, transport: Transport | null): Fee {
  const applies = transport === null ? null : transport === 'sea';
  const amount = feeOf(value, HARBOR_PERCENT).toDecimalPlaces(digits, Exact.ROUND_HALF_UP).toNumber();
  return {
    name: 'Harbor maintenance fee',
    rate: Number(HARBOR_PERCENT),
    amount: applies === true ? amount : null,
    applies,
    basis: 'percent of the value of goods that are unloaded from a ship; say "transport"',
    source: '19 CFR 24.24(a), (e)(2)',
  };
}

/** A consignment to the United States, as its fees depend on it. */
export interface FeeInput {
  /** Major units of its currency. */
  value: Decimal;
  /** Digits after the point of the currency. */
  digits: number;
  /** The same value in United States dollars; null where no rate is stored. */
  inDollars: Decimal | null;
  transport: Transport | null;
  date: string;
}

/** Fees that the United States take from an importer, without exemptions such as those of trade agreements. */
export function unitedStatesFees(input: FeeInput): Fee[] {
  return [processingFee(input), harborFee(input.value, input.digits, input.transport)];
}
