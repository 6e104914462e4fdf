import type Decimal from 'decimal.js';
import { currencyDigits, Exact } from '../../money';
import { Conversions } from '../rate/conversions';
import type { Unavailable } from '../rate/found-rate';
import { inCustomsUnion, scheduleOf } from '../schedule/countries';
import type { ReferenceData } from '../schedule/reference-data';
import { toKilograms } from '../duty/compute-duty';
import { unitedStatesFees, type Fee } from '../duty/us-fees';
import type { Range } from '../duty/range';
import { customsValue } from '../duty/valuation';
import { landedCost, priceOf, ruleOf, type LandedCost, type LandedCostRequest } from './landed-cost';
import type { Plan } from './plan';

/** By what freight, insurance and fees are shared among the items of a consignment. */
export type ShareBy = 'value' | 'weight';

/** Why an item has no landed cost. */
export type ItemRefusal = Unavailable | { kind: 'freight_exceeds_value' };

/** Sums over the items of one consignment. */
export interface ItemizedCost extends Range {
  kind: 'items';
  items: LandedCost[];
  total: number | null;
  totalWithoutRecoverable: number | null;
}

/** Items that cannot be said, by their index; no sum is made without them. */
export interface RefusedItems {
  kind: 'refused_items';
  refused: { index: number; request: LandedCostRequest; reason: ItemRefusal }[];
}

/**
 * Shares an amount in proportion to weights. Each part is rounded so that the parts up to any item add up to the rounded
 * share of all of them: the sum of all parts is the amount itself.
 * @param weights at least one, each > 0
 */
export function shareAmount(amount: Decimal, weights: readonly Decimal[], digits: number): Decimal[] {
  const all = weights.reduce((sum, weight) => sum.plus(weight), new Exact(0));
  let shared = new Exact(0);
  let passed = new Exact(0);
  return weights.map((weight) => {
    passed = passed.plus(weight);
    const upTo = amount.mul(passed).div(all).toDecimalPlaces(digits, Exact.ROUND_HALF_UP);
    const part = upTo.minus(shared);
    shared = upTo;
    return part;
  });
}

function weightsOf(requests: readonly LandedCostRequest[], shareBy: ShareBy): Decimal[] {
  return requests.map(({ value, weight, unit }) =>
    shareBy === 'value' ? new Exact(value) : toKilograms(new Exact(weight ?? 0), unit ?? 'kg'),
  );
}

/** @param amount null where the consignment does not say it */
function partsOf(amount: number | null, weights: readonly Decimal[], digits: number): (number | null)[] {
  if (amount === null) return weights.map(() => null);
  return shareAmount(new Exact(amount), weights, digits).map((part) => part.toNumber());
}

/** Whether an entry of the United States has the item in it. */
function isEntered({ origin, destination }: LandedCostRequest): boolean {
  return scheduleOf(destination) === 'US' && !inCustomsUnion(origin, destination);
}

/** The fees of one entry with all items, whose limits hold for the whole, shared among those that are entered. */
function sharedFees(
  reference: ReferenceData,
  requests: readonly LandedCostRequest[],
  weights: readonly Decimal[],
  digits: number,
): Fee[][] {
  const entered = requests.flatMap((request, at) => (isEntered(request) ? [at] : []));
  const [first] = entered.map((at) => requests[at]);
  if (first === undefined) return requests.map(() => []);
  const value = entered.reduce((sum, at) => {
    const request = requests[at] ?? first;
    return sum.plus(customsValue(priceOf(request), ruleOf(request)));
  }, new Exact(0));
  const rate = new Conversions(reference, first.date).rate(first.currency, 'USD');
  const inDollars = rate === null ? null : value.mul(rate);
  const fees = unitedStatesFees({ value, digits, inDollars, transport: first.transport, date: first.date });
  const own = entered.map((at) => weights[at] ?? new Exact(1));
  const amounts = fees.map(({ amount }) => partsOf(amount, own, digits));
  const bounds = fees.map(({ atMost }) => partsOf(atMost, own, digits));
  return requests.map((_, index) => {
    const at = entered.indexOf(index);
    if (at === -1) return [];
    return fees.map((fee, which) => ({
      ...fee,
      amount: amounts[which]?.[at] ?? null,
      atMost: bounds[which]?.[at] ?? null,
      basis: entered.length === 1 ? fee.basis : `share of the consignment's fee: ${fee.basis}`,
    }));
  });
}

function sumOf(amounts: readonly (number | null)[]): number | null {
  let sum = new Exact(0);
  for (const amount of amounts) {
    if (amount === null) return null;
    sum = sum.plus(amount);
  }
  return sum.toNumber();
}

/**
 * What the items of one consignment cost at their destination. Thresholds and limits of fees hold for the consignment;
 * freight, insurance and fees are shared, and the parts add up to what was given.
 * @param requests items in their order, each with the freight and insurance of the whole consignment
 * @param planOf as made for the same goods, countries and date
 * Source: docs/GAPS.md#H9
 */
export function landedCostOfItems(
  reference: ReferenceData,
  requests: readonly LandedCostRequest[],
  shareBy: ShareBy,
  planOf: (request: LandedCostRequest) => Plan | Unavailable,
): ItemizedCost | RefusedItems {
  const [first] = requests;
  const digits = currencyDigits(first?.currency ?? '') ?? 2;
  const weights = weightsOf(requests, shareBy);
  const freight = partsOf(first?.freight ?? null, weights, digits);
  const insurance = partsOf(first?.insurance ?? null, weights, digits);
  const items = requests.map((request, at) => ({
    ...request,
    freight: freight[at] ?? null,
    insurance: insurance[at] ?? null,
  }));
  const goods = items.reduce((sum, item) => sum.plus(priceOf(item).goods), new Exact(0));
  const fees = sharedFees(reference, items, weights, digits);
  const costs = items.map((item, at) => landedCost(reference, item, planOf(item), { goods, fees: fees[at] ?? [] }));
  const known = costs.filter((cost) => cost.kind === 'landed_cost');
  if (known.length < costs.length) {
    const refused = items.flatMap((request, index) => {
      const reason = costs[index];
      return reason === undefined || reason.kind === 'landed_cost' ? [] : [{ index, request, reason }];
    });
    return { kind: 'refused_items', refused };
  }
  return {
    kind: 'items',
    items: known,
    total: sumOf(known.map(({ total }) => total)),
    atLeast: sumOf(known.map(({ atLeast }) => atLeast)) ?? 0,
    atMost: sumOf(known.map(({ atMost }) => atMost)),
    because: known.flatMap(({ because }, index) => because.map((why) => `items.${index}: ${why}`)),
    totalWithoutRecoverable: sumOf(known.map((cost) => cost.totalWithoutRecoverable)),
  };
}
