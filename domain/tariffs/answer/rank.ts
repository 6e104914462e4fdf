import { Exact } from '../../money';

/** A destination with known totals, before and after ranking. Amounts in major units, rates in percent. */
export interface Market {
  country: string;
  countryName: string;
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

function isEqualRank(left: Market, right: Market): boolean {
  return left.effectiveRate === right.effectiveRate && left.totalDuties === right.totalDuties;
}

/** The rank of each figure, 1 for the lowest; equal figures share a rank. */
function placesOf(figures: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  Float64Array.from(figures)
    .sort()
    .forEach((figure, at) => {
      if (!places.has(figure)) places.set(figure, at + 1);
    });
  return places;
}

/**
 * Ranks markets 1..n by effective rate, then total, then country, and states what the first saves against the last.
 * Source: specification, "Tariff comparison result"; docs/GAPS.md#H6
 */
export function rankMarkets(markets: readonly Market[]): Ranking {
  const ordered = [...markets].sort(
    (a, b) => a.effectiveRate - b.effectiveRate || a.totalDuties - b.totalDuties || (a.country < b.country ? -1 : 1),
  );
  const duties = placesOf(markets.map(({ mfnDuty }) => mfnDuty));
  const costs = placesOf(markets.flatMap(({ landedCost }) => landedCost ?? []));
  // Equal ones stand side by side.
  const isTied = (market: Market, at: number): boolean =>
    [ordered[at - 1], ordered[at + 1]].some((other) => other !== undefined && isEqualRank(other, market));
  const comparisons = ordered.map((market, at) => {
    const { country, countryName, mfnRate, totalDuties, effectiveRate, mfnDuty, landedCost } = market;
    return {
      country,
      countryName,
      mfnRate,
      totalDuties,
      effectiveRate,
      mfnDuty,
      landedCost,
      rank: at + 1,
      dutyRank: duties.get(mfnDuty) ?? 0,
      landedCostRank: landedCost === null ? null : (costs.get(landedCost) ?? 0),
      tied: isTied(market, at),
    };
  });
  const [best] = ordered;
  if (best === undefined) return { comparisons, bestMarket: null };
  const dearest = Math.max(...ordered.map(({ totalDuties }) => totalDuties));
  const savings = new Exact(dearest).minus(best.totalDuties).toNumber();
  return { comparisons, bestMarket: { country: best.country, effectiveRate: best.effectiveRate, savings } };
}
