import type { FieldFault } from '../errors';
import { Exact } from '../money';

/** Bounds that an operator sets of a route, as decimal text. */
export interface RouteBounds {
  feeMin?: string | null | undefined;
  feeMax?: string | null | undefined;
  minAmount?: string | null | undefined;
  maxAmount?: string | null | undefined;
}

type Bound = string | null | undefined;

function boundFault(field: keyof RouteBounds, least: Bound, highest: Bound, what: string): FieldFault[] {
  if (typeof least !== 'string' || typeof highest !== 'string' || new Exact(least).lte(highest)) return [];
  const message = `The least ${what}, ${least}, is above the highest, ${highest}.`;
  return [{ field, code: 'above_maximum', message }];
}

/**
 * What is wrong with the bounds of a route, all at once; a bound that is absent contradicts nothing.
 * @returns nothing when a payment can keep within them
 * Source: docs/GAPS.md#P10
 */
export function routeBoundFaults({ feeMin, feeMax, minAmount, maxAmount }: RouteBounds): FieldFault[] {
  return [...boundFault('feeMin', feeMin, feeMax, 'fee'), ...boundFault('minAmount', minAmount, maxAmount, 'amount')];
}
