import type Decimal from 'decimal.js';
import { currencyDigits, Exact } from '../../money';
import { Conversions } from '../rate/conversions';
import type { Unavailable } from '../rate/found-rate';
import { inCustomsUnion, scheduleOf } from '../schedule/countries';
import type { ReferenceData } from '../schedule/reference-data';
import { toKilograms } from '../duty/compute-duty';
import { processingWaiver, type Waiver } from '../duty/fee-waivers';
import { harborFee, processingFee, type Fee } from '../duty/us-fees';
import type { Range } from '../duty/range';
import { customsValue } from '../duty/valuation';
import { ONE_ITEM, type ItemCount } from './bounds';
import { landedCost, priceOf, ruleOf, type LandedCost, type LandedCostRequest } from './landed-cost';
import type { Plan } from './plan';

type PlanOf = (request: LandedCostRequest) => Plan | Unavailable;

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

function shareWeights(requests: readonly LandedCostRequest[], shareBy: ShareBy): Decimal[] {
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

/** An item of an entry of the United States. */
interface EnteredItem {
  at: number;
  value: Decimal;
  weight: Decimal;
  waiver: Waiver | null;
}

/** The items that need a customs entry, with value, weight and waiver of the processing fee. */
function enteredItems(
  requests: readonly LandedCostRequest[],
  weights: readonly Decimal[],
  planOf: PlanOf,
): EnteredItem[] {
  return requests.flatMap((request, at) => {
    if (!isEntered(request)) return [];
    const plan = planOf(request);
    const grants = plan.kind === 'plan' ? plan.grants : [];
    const waiver = processingWaiver(grants, request.claimPreference, request.date);
    const value = customsValue(priceOf(request), ruleOf(request));
    return [{ at, value, weight: weights[at] ?? new Exact(1), waiver }];
  });
}

/** One fee on all items, whose limits apply to the sum, shared among them, by the index of the item. */
function sharedFee(
  items: readonly EnteredItem[],
  feeOf: (value: Decimal) => Fee,
  digits: number,
): ReadonlyMap<number, Fee> {
  const value = items.reduce((sum, item) => sum.plus(item.value), new Exact(0));
  const fee = feeOf(value);
  const weights = items.map(({ weight }) => weight);
  const amounts = partsOf(fee.amount, weights, digits);
  const bounds = partsOf(fee.atMost, weights, digits);
  const basis = items.length === 1 ? fee.basis : `share of the consignment's fee: ${fee.basis}`;
  return new Map(
    items.map(({ at }, which) => [
      at,
      { ...fee, amount: amounts[which] ?? null, atMost: bounds[which] ?? null, basis },
    ]),
  );
}

/**
 * Fees of one entry of all items, shared among them. Items whose processing fee is waived do not count towards that
 * fee.
 */
function sharedFees(
  reference: ReferenceData,
  requests: readonly LandedCostRequest[],
  entered: readonly EnteredItem[],
  digits: number,
): Fee[][] {
  const [first] = requests;
  if (first === undefined || entered.length === 0) return requests.map(() => []);
  const { date, transport, currency } = first;
  const rate = new Conversions(reference, date).rate(currency, 'USD');
  const inputOf = (value: Decimal, waiver: Waiver | null) => {
    return { value, digits, inDollars: rate === null ? null : value.mul(rate), transport, date, waiver };
  };
  const isDue = ({ waiver }: EnteredItem): boolean => waiver === null;
  const due = sharedFee(entered.filter(isDue), (value) => processingFee(inputOf(value, null)), digits);
  const harbor = sharedFee(entered, (value) => harborFee(inputOf(value, null)), digits);
  const own = new Map(entered.map(({ at, value, waiver }) => [at, processingFee(inputOf(value, waiver))]));
  return requests.map((_, at) => [due.get(at) ?? own.get(at), harbor.get(at)].filter((fee) => fee !== undefined));
}

/**
 * For each item the number of charged items that it adds, at least and at most. An item is one tariff classification:
 * six digits in a reduced declaration, the whole code and origin in a full one. Equal ones count once, at the first.
 */
function countsOf(requests: readonly LandedCostRequest[]): ItemCount[] {
  const seen = new Set<string>();
  const oneIfNew = (key: string): number => {
    const before = seen.size;
    return seen.add(key).size - before;
  };
  return requests.map(({ hsCode, origin }) => {
    return { least: oneIfNew(hsCode.slice(0, 6)), most: oneIfNew(`${hsCode} of ${origin}`) };
  });
}

/** The sum of amounts; null if one is null. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  let sum = new Exact(0);
  for (const amount of amounts) {
    if (amount === null) return null;
    sum = sum.plus(amount);
  }
  return sum.toNumber();
}

/**
 * The landed cost of several items of one consignment. Thresholds and limits of fees apply to the consignment;
 * freight, insurance and fees are shared, and the shares add up exactly.
 * @param requests items in their order, each with the freight and insurance of the whole consignment
 * @param planOf the plan for an item's goods, countries and date
 * Source: docs/GAPS.md#H9
 */
export function landedCostOfItems(
  reference: ReferenceData,
  requests: readonly LandedCostRequest[],
  shareBy: ShareBy,
  planOf: PlanOf,
): ItemizedCost | RefusedItems {
  const [first] = requests;
  const digits = currencyDigits(first?.currency ?? '') ?? 2;
  const weights = shareWeights(requests, shareBy);
  const freight = partsOf(first?.freight ?? null, weights, digits);
  const insurance = partsOf(first?.insurance ?? null, weights, digits);
  const items = requests.map((request, at) => ({
    ...request,
    freight: freight[at] ?? null,
    insurance: insurance[at] ?? null,
  }));
  const goods = items.reduce((sum, item) => sum.plus(priceOf(item).goods), new Exact(0));
  const fees = sharedFees(reference, items, enteredItems(items, weights, planOf), digits);
  const counts = countsOf(items);
  const costs = items.map((item, at) =>
    landedCost(reference, item, planOf(item), { goods, fees: fees[at] ?? [], items: counts[at] ?? ONE_ITEM }),
  );
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
