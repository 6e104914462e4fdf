import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database';
import { referenceData } from '../../db/tariffs/load-reference-data';
import type { QuoteRequest, Unavailable } from '../../domain/tariffs/found-rate';
import { landedCost, type LandedCostRequest } from '../../domain/tariffs/landed-cost';
import { planQuote, type Plan } from '../../domain/tariffs/plan';
import { quote, type Quote } from '../../domain/tariffs/quote';
import type { ReferenceData } from '../../domain/tariffs/reference-data';
import type { Transport } from '../../domain/tariffs/us-fees';

/** Plans kept by a process: the routes of a busy day, a few kilobytes each. */
const PLANS_KEPT = 5_000;

/** Plans go with the snapshot that they were made from: after an import none of them is found again. */
const plans = new WeakMap<ReferenceData, LRUCache<string, Plan | Unavailable>>();

function plansOf(reference: ReferenceData): LRUCache<string, Plan | Unavailable> {
  const known = plans.get(reference);
  if (known !== undefined) return known;
  const made = new LRUCache<string, Plan | Unavailable>({ max: PLANS_KEPT });
  plans.set(reference, made);
  return made;
}

function planOf(reference: ReferenceData, request: QuoteRequest): Plan | Unavailable {
  const kept = plansOf(reference);
  const key = `${request.hsCode} ${request.origin} ${request.destination} ${request.date}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const plan = planQuote(reference, request);
  kept.set(key, plan);
  return plan;
}

/** Answers questions about consignments from one snapshot. */
export interface Quoter {
  quote(request: QuoteRequest, transport?: Transport | null): Quote | Unavailable;
  /** @param onPrice the quote of the same request on its price, where there is one */
  landedCost(request: LandedCostRequest, onPrice?: Quote): ReturnType<typeof landedCost>;
}

/** @returns what quotes from what is stored; a route that is asked for often is planned once */
export async function quoter(database: Database): Promise<Quoter> {
  const reference = await referenceData(database);
  return {
    quote: (request, transport = null) => quote(reference, request, planOf(reference, request), transport),
    landedCost: (request, onPrice) =>
      landedCost(reference, request, {
        plan: planOf(reference, request),
        ...(onPrice === undefined ? {} : { onPrice }),
      }),
  };
}
