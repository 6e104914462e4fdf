import type Decimal from 'decimal.js';
import { Exact } from '../../money';
import type { Weight } from '../fields';

/** Kilograms of one avoirdupois pound, exactly. */
const KILOGRAMS_PER_POUND = '0.45359237';

/** @returns the weight in kilograms, exactly */
export function kilograms(weight: Weight): Decimal {
  const value = new Exact(weight.value);
  return weight.unit === 'LBR' ? value.mul(KILOGRAMS_PER_POUND) : value;
}

/** Decimals of a converted weight: a gram is finer than any scale that weighs freight. */
const CONVERTED_DECIMALS = 3;

/** @returns a weight that came out of a conversion, as it is shown and compared */
export function roundConverted(value: Decimal): Decimal {
  return value.toDecimalPlaces(CONVERTED_DECIMALS, Exact.ROUND_HALF_UP);
}

/** @returns whether the first weighs more than the second; to the gram where one of them has to be converted */
export function isHeavier(first: Weight, second: Weight): boolean {
  if (first.unit === second.unit) return first.value > second.value;
  return roundConverted(kilograms(first)).gt(roundConverted(kilograms(second)));
}

/** Adds weights; in their own unit where all share it, else in kilograms, to the gram. */
export function sumWeights(weights: readonly Weight[]): { value: Decimal; unit: Weight['unit'] } {
  const unit = weights[0]?.unit ?? 'KGM';
  if (weights.every((weight) => weight.unit === unit)) {
    return { unit, value: weights.reduce((sum, weight) => sum.add(weight.value), new Exact(0)) };
  }
  const exact = weights.reduce((sum, weight) => sum.add(kilograms(weight)), new Exact(0));
  return { unit: 'KGM', value: roundConverted(exact) };
}
