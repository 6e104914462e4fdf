import { rankMarkets } from '../../../domain/tariffs/rank';

describe('ranking of destinations', () => {
  const market = (country: string, effectiveRate: number, totalDuties: number) => ({
    country,
    mfnRate: 0,
    effectiveRate,
    totalDuties,
    mfnDuty: totalDuties,
    landedCost: null,
  });

  it('goes by effective rate, then total, then country, and marks ties', () => {
    const { comparisons, bestMarket } = rankMarkets([
      market('FR', 20, 200),
      market('DE', 20, 200),
      market('US', 5, 50.1),
    ]);
    expect(comparisons.map(({ country, rank, tied }) => [country, rank, tied])).toEqual([
      ['US', 1, false],
      ['DE', 2, true],
      ['FR', 3, true],
    ]);
    expect(bestMarket).toEqual({ country: 'US', effectiveRate: 5, savings: 149.9 });
  });

  it('has no best of none', () => {
    expect(rankMarkets([])).toEqual({ comparisons: [], bestMarket: null });
  });
});
