import type { FieldFault } from '../../errors';
import { Exact } from '../../money';

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
 * All faults of the bounds of a route; an absent bound contradicts nothing.
 * @returns none when a payment can satisfy them
 * Source: docs/GAPS.md#P10
 */
export function routeBoundFaults({ feeMin, feeMax, minAmount, maxAmount }: RouteBounds): FieldFault[] {
  return [...boundFault('feeMin', feeMin, feeMax, 'fee'), ...boundFault('minAmount', minAmount, maxAmount, 'amount')];
}
