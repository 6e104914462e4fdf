import { Exact } from '../money';

/** A destination with known totals, before and after ranking. Amounts in major units, rates in percent. */
export interface Market {
  country: string;
  mfnRate: number;
  totalDuties: number;
  effectiveRate: number;
  mfnDuty: number;
  /** Price, freight, duties and fees without VAT; null where it cannot be said. */
  landedCost: number | null;
}

/** A destination with its place among those that were compared. */
export interface RankedMarket extends Market {
  rank: number;
  /** Places by duty and by landed cost, 1 the lowest; equal ones share a place. */
  dutyRank: number;
  landedCostRank: number | null;
  /** Whether another destination has the same effective rate and total. */
  tied: boolean;
}

/** Destinations from the best to the worst. Source: docs/GAPS.md#H6 */
export interface Ranking {
  comparisons: RankedMarket[];
  bestMarket: { country: string; effectiveRate: number; savings: number } | null;
}

function same(left: Market, right: Market): boolean {
  return left.effectiveRate === right.effectiveRate && left.totalDuties === right.totalDuties;
}

/** @returns the place of a figure among others, 1 the lowest, equal ones alike */
function placeAmong(figure: number, figures: readonly number[]): number {
  return 1 + figures.filter((other) => other < figure).length;
}

/**
 * Ranks 1..n by effective rate, then total, then country; the best saves what the dearest would cost more.
 * Source: specification, "Tariff comparison result"; docs/GAPS.md#H6
 */
export function rankMarkets(markets: readonly Market[]): Ranking {
  const ordered = [...markets].sort(
    (a, b) => a.effectiveRate - b.effectiveRate || a.totalDuties - b.totalDuties || (a.country < b.country ? -1 : 1),
  );
  const duties = markets.map(({ mfnDuty }) => mfnDuty);
  const costs = markets.flatMap(({ landedCost }) => landedCost ?? []);
  const comparisons = ordered.map((market, at) => ({
    ...market,
    rank: at + 1,
    dutyRank: placeAmong(market.mfnDuty, duties),
    landedCostRank: market.landedCost === null ? null : placeAmong(market.landedCost, costs),
    tied: ordered.some((other) => other !== market && same(other, market)),
  }));
  const [best] = ordered;
  if (best === undefined) return { comparisons, bestMarket: null };
  const dearest = Exact.max(...ordered.map(({ totalDuties }) => totalDuties));
  const savings = dearest.minus(best.totalDuties).toNumber();
  return { comparisons, bestMarket: { country: best.country, effectiveRate: best.effectiveRate, savings } };
}
