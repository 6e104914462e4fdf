import type { FieldFault } from '../../errors';
import { Exact } from '../../money';

/** A decimal number, which is text where it is stored. */
type Bound = number | string | null | undefined;

/** Bounds that an operator sets of a route. */
export type RouteBounds = Partial<Record<'feeMin' | 'feeMax' | 'minAmount' | 'maxAmount', Bound>>;

function boundFault(field: keyof RouteBounds, least: Bound, highest: Bound, what: string): FieldFault[] {
  const isOpen = least === null || least === undefined || highest === null || highest === undefined;
  if (isOpen || new Exact(least).lte(highest)) return [];
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
