import { Exact } from '../money';

/** Bounds that an operator sets of a route, as decimal text. */
export interface RouteBounds {
  feeMin?: string | null | undefined;
  feeMax?: string | null | undefined;
  minAmount?: string | null | undefined;
  maxAmount?: string | null | undefined;
}

function boundFault(least: string | null | undefined, highest: string | null | undefined, what: string): string[] {
  if (typeof least !== 'string' || typeof highest !== 'string' || new Exact(least).lte(highest)) return [];
  return [`The least ${what}, ${least}, is above the highest, ${highest}.`];
}

/**
 * What is wrong with the bounds of a route, all at once; a bound that is absent contradicts nothing.
 * @returns nothing when a payment can keep within them
 * Source: docs/GAPS.md#P10
 */
export function routeBoundFaults({ feeMin, feeMax, minAmount, maxAmount }: RouteBounds): string[] {
  return [...boundFault(feeMin, feeMax, 'fee'), ...boundFault(minAmount, maxAmount, 'amount')];
}
