import type Decimal from 'decimal.js';
import { factAt, US_FEES, type UnitedStatesFee } from '../../facts';
import { Exact, PER_CENT } from '../../money';
import type { Waiver } from './fee-waivers';

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
  /** The most that it can be, in the same currency; null where nothing bounds it. */
  atMost: number | null;
  /** Null where the request does not say what decides. */
  applies: boolean | null;
  basis: string;
  source: string;
}

/** Entries of a higher value are formal ones, United States dollars. Source: 19 CFR 143.21 */
const FORMAL_ABOVE = 2500;

function feeOf(value: Decimal, percent: string): Decimal {
  return value.mul(percent).mul(PER_CENT);
}

function roundAmount(amount: Decimal, digits: number): number {
  return amount.toDecimalPlaces(digits, Exact.ROUND_HALF_UP).toNumber();
}

/** What the law says whatever the year; limits are adjusted each year. Source: 19 CFR 24.22(k), 24.23(b)(1)(i)(B) */
const PROCESSING: Pick<Fee, 'name' | 'rate'> = { name: 'Merchandise processing fee', rate: 0.3464 };

/** A fee between its limits in dollars, in the currency of the goods; null without limits or a rate. */
function limitedFee({ value, digits, inDollars }: FeeInput, { percent, limits }: UnitedStatesFee): number | null {
  if (limits === null || inDollars === null) return null;
  const clamped = Exact.min(limits.maximum, Exact.max(limits.minimum, feeOf(inDollars, percent)));
  return roundAmount(inDollars.eq(value) ? clamped : clamped.mul(value).div(inDollars), digits);
}

/** The processing fee of a formal entry, which applies above a value. */
function dueProcessingFee(input: FeeInput): Fee {
  const { inDollars, date } = input;
  const recorded = factAt(US_FEES, 'merchandise-processing', date)?.value ?? null;
  const limits = recorded?.limits ?? null;
  const formal = inDollars === null ? null : inDollars.gt(FORMAL_ABOVE);
  const source = `19 CFR 24.23(b)(1)(i)${limits === null ? '' : `, limits of ${limits.name}`}`;
  if (formal === false) {
    const basis = 'formal entries alone; an informal entry pays a flat fee of 19 CFR 24.23(b)(2)';
    return { ...PROCESSING, amount: null, atMost: null, applies: false, basis, source };
  }
  const amount = recorded === null ? null : limitedFee(input, recorded);
  if (limits === null || amount === null) {
    const why = limits === null ? `its limits on ${date} are not recorded` : 'its limits are in United States dollars';
    return {
      ...PROCESSING,
      amount: null,
      atMost: null,
      applies: formal,
      basis: `percent of the value; ${why}`,
      source,
    };
  }
  const basis = `percent of the value of one formal entry, from ${limits.minimum} to ${limits.maximum} USD`;
  return { ...PROCESSING, amount, atMost: amount, applies: true, basis, source };
}

/** The fee of goods of which an agreement has it waived, or may have. */
function withWaiver(fee: Fee, { agreement, law }: Waiver): Fee {
  if (fee.applies === false) return fee;
  if (law !== null) return { ...fee, amount: 0, atMost: 0, applies: false, basis: `waived: ${agreement}`, source: law };
  return { ...fee, amount: null, applies: null, basis: `whether it is waived under ${agreement} is not established` };
}

/** The merchandise processing fee. */
export function processingFee(input: FeeInput): Fee {
  const due = dueProcessingFee(input);
  return input.waiver === null ? due : withWaiver(due, input.waiver);
}

/** The harbor maintenance fee. */
export function harborFee({ value, digits, transport, date }: FeeInput): Fee {
  const applies = transport === null ? null : transport === 'sea';
  const percent = factAt(US_FEES, 'harbor-maintenance', date)?.value?.percent ?? null;
  const amount = percent === null ? null : roundAmount(feeOf(value, percent), digits);
  return {
    name: 'Harbor maintenance fee',
    rate: Number(percent),
    amount: applies === true ? amount : null,
    atMost: applies === false ? 0 : amount,
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
  /** Of the merchandise processing fee; null where it is due. */
  waiver: Waiver | null;
}

/** Fees that the United States take from an importer. */
export function unitedStatesFees(input: FeeInput): Fee[] {
  return [processingFee(input), harborFee(input)];
}
