import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { scheduleOf } from '../../domain/tariffs/schedule/countries';
import { coverageOf, excludedFrom, type Coverage } from '../../domain/tariffs/schedule/coverage';
import {
  requestTo,
  type ConsignedGoods,
  type QuoteRequest,
  type Unavailable,
} from '../../domain/tariffs/rate/found-rate';
import { landedCost, type LandedCostRequest } from '../../domain/tariffs/answer/landed-cost';
import { landedCostOfItems, type ShareBy } from '../../domain/tariffs/answer/landed-cost-items';
import { planQuote, type Plan } from '../../domain/tariffs/answer/plan';
import { quote, type Entered, type Quote } from '../../domain/tariffs/answer/quote';
import type { ReferenceData } from '../../domain/tariffs/schedule/reference-data';

/** Plans kept by a process: the routes of a busy day, a few kilobytes each. */
const PLANS_KEPT = 5_000;
/** Comparisons whose plans are kept together. */
const COMPARISONS_KEPT = 1_000;

/** Goods on their way from a country on a day, wherever they go. */
type Consigned = Pick<QuoteRequest, 'hsCode' | 'origin' | 'date'>;

/** Plans of all destinations of a comparison. */
export interface ComparisonPlan {
  plans: readonly (Plan | Unavailable)[];
  /** Sources of the answer where every destination is in it. */
  coverage: Coverage;
}

/** What was planned goes with the snapshot that it was made from: after an import none of it is found again. */
class Planner {
  private readonly plans = new LRUCache<string, Plan | Unavailable>({ max: PLANS_KEPT });
  private readonly comparisons = new LRUCache<string, ComparisonPlan>({ max: COMPARISONS_KEPT });

  constructor(private readonly reference: ReferenceData) {}

  planOf(request: QuoteRequest): Plan | Unavailable {
    const key = `${request.hsCode} ${request.origin} ${request.destination} ${request.date}`;
    const known = this.plans.get(key);
    if (known !== undefined) return known;
    const plan = planQuote(this.reference, request);
    this.plans.set(key, plan);
    return plan;
  }

  comparisonOf(goods: ConsignedGoods, destinations: readonly string[]): ComparisonPlan {
    const { hsCode, origin, date }: Consigned = goods;
    const key = `${hsCode} ${origin} ${date} ${destinations.join(' ')}`;
    const known = this.comparisons.get(key);
    if (known !== undefined) return known;
    const plans = destinations.map((destination) => this.planOf(requestTo(destination, goods)));
    const planned = plans.filter((plan) => plan.kind === 'plan');
    const coverage = coverageOf(
      planned.flatMap(({ sources }) => sources),
      planned.flatMap(({ missing }) => missing),
      excludedFrom(destinations.map(scheduleOf)),
    );
    const comparison = { plans, coverage };
    this.comparisons.set(key, comparison);
    return comparison;
  }
}

const planners = new WeakMap<ReferenceData, Planner>();

function plannerOf(reference: ReferenceData): Planner {
  const known = planners.get(reference);
  if (known !== undefined) return known;
  const made = new Planner(reference);
  planners.set(reference, made);
  return made;
}

/** Answers questions about consignments from one snapshot. */
export interface Quoter {
  quote(request: QuoteRequest, entered?: Entered): Quote | Unavailable;
  landedCost(request: LandedCostRequest): ReturnType<typeof landedCost>;
  /** @param requests items of one consignment */
  landedCostOfItems(requests: readonly LandedCostRequest[], shareBy: ShareBy): ReturnType<typeof landedCostOfItems>;
  /** @returns the same object for the same goods, day and destinations until something is imported */
  comparison(goods: ConsignedGoods, destinations: readonly string[]): ComparisonPlan;
  /** The snapshot that everything is answered from. */
  reference: ReferenceData;
}

/** Functions that quote from the stored data; the plans of frequent routes are cached. */
export async function quoter(database: Database): Promise<Quoter> {
  const reference = await referenceData(database);
  const planner = plannerOf(reference);
  return {
    reference,
    quote: (request, entered) => quote(reference, request, planner.planOf(request), entered),
    landedCost: (request) => landedCost(reference, request, planner.planOf(request)),
    landedCostOfItems: (requests, shareBy) =>
      landedCostOfItems(reference, requests, shareBy, (request) => planner.planOf(request)),
    comparison: (goods, destinations) => planner.comparisonOf(goods, destinations),
  };
}
