import type Decimal from 'decimal.js';
import { Exact, PER_CENT } from '../../money';
import type { FieldFault } from '../../errors';
import type { Duty, DutyPart, MeasureUnit } from '../schedule/duty';

/** Kilograms in each unit of mass. Source: international avoirdupois pound, exactly 0.45359237 kg */
const KILOGRAMS: ReadonlyMap<string, string> = new Map([
  ['kg', '1'],
  ['g', '0.001'],
  ['t', '1000'],
  ['lb', '0.45359237'],
  ['oz', '0.028349523125'],
]);

/** Whether goods are weighed in the unit, and not counted or filled. */
export function isMass(unit: string): boolean {
  return KILOGRAMS.has(unit);
}

/** @param unit a mass */
export function toKilograms(weight: Decimal, unit: string): Decimal {
  return weight.mul(KILOGRAMS.get(unit) ?? 1);
}

/** Goods on which a duty is computed. */
export interface Consignment {
  /** Customs value in major units of its currency, > 0. */
  value: Decimal;
  currency: string;
  /** Quantity in `unit`; null where the caller did not say. */
  weight: number | null;
  /** Of `MEASURE_UNITS`, or another one, in which no duty counts. */
  unit: string | null;
  /** Units of `currency` for one unit of another, or null where no rate is stored. */
  exchangeRate(from: string): Decimal | null;
}

/** Either money, unrounded, in the consignment's currency, or what the caller must add. */
export type DutyResult = { kind: 'amount'; amount: Decimal } | { kind: 'missing'; faults: FieldFault[] };

const UNIT_WORDS: Partial<Record<MeasureUnit, string>> = { l: 'litres', item: 'items', pair: 'pairs' };

/** The quantity of a consignment in the unit of a duty, or the inputs that are missing. */
function convertQuantity(unit: MeasureUnit, consignment: Consignment): Decimal | FieldFault[] {
  const { weight, unit: given } = consignment;
  const wanted = isMass(unit) ? 'weight' : (UNIT_WORDS[unit] ?? unit);
  const shown = isMass(unit) ? 'kg' : unit;
  if (weight === null) {
    const message = `The duty depends on ${wanted}: give "weight" with "unit" ${shown}.`;
    return [{ field: 'weight', code: 'required', message }];
  }
  const usedUnit = given ?? 'kg';
  const from = KILOGRAMS.get(usedUnit);
  const to = KILOGRAMS.get(unit);
  if (from !== undefined && to !== undefined) return new Exact(weight).mul(from).div(to);
  if (usedUnit === unit) return new Exact(weight);
  const message = `The duty depends on ${wanted}: give "weight" with "unit" ${shown}, not ${usedUnit}.`;
  return [{ field: 'unit', code: 'wrong_measure', message }];
}

/** The unrounded amount of one part of a duty, or the inputs that are missing. */
function amountOf(part: DutyPart, consignment: Consignment): Decimal | FieldFault[] {
  if (part.type === 'percent') return consignment.value.mul(part.percent).mul(PER_CENT);
  const quantity = convertQuantity(part.unit, consignment);
  if (Array.isArray(quantity)) return quantity;
  const rate = part.currency === consignment.currency ? new Exact(1) : consignment.exchangeRate(part.currency);
  if (rate === null) {
    const message = `The duty is in ${part.currency} and no exchange rate to ${consignment.currency} is stored.`;
    return [{ field: 'currency', code: 'exchange_rate_missing', message }];
  }
  return quantity.div(part.per).mul(part.amount).mul(rate);
}

/** The sum of a duty's parts, or all inputs that are missing, each once. */
function sumParts(parts: readonly DutyPart[], consignment: Consignment): DutyResult {
  const faults: FieldFault[] = [];
  let amount: Decimal = new Exact(0);
  for (const part of parts) {
    const result = amountOf(part, consignment);
    if (Array.isArray(result)) faults.push(...result);
    else amount = amount.plus(result);
  }
  if (faults.length === 0) return { kind: 'amount', amount };
  const distinct = new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault]));
  return { kind: 'missing', faults: [...distinct.values()] };
}

/**
 * The duty on a consignment: the sum of its parts, at least the minimum, at most the maximum.
 * @returns the unrounded amount, or every input that is missing
 * Source: docs/GAPS.md#H3
 */
export function computeDuty(duty: Duty, consignment: Consignment): DutyResult {
  const base = sumParts(duty.parts, consignment);
  const floor = duty.minimum === undefined ? null : sumParts(duty.minimum, consignment);
  const ceiling = duty.maximum === undefined ? null : sumParts(duty.maximum, consignment);
  for (const result of [base, floor, ceiling]) if (result?.kind === 'missing') return result;
  if (base.kind === 'missing') return base;
  let { amount } = base;
  if (floor?.kind === 'amount') amount = Exact.max(amount, floor.amount);
  if (ceiling?.kind === 'amount') amount = Exact.min(amount, ceiling.amount);
  return { kind: 'amount', amount };
}
