import { rankMarkets } from '../../../../domain/tariffs/answer/rank';

describe('ranking of destinations', () => {
  const market = (country: string, effectiveRate: number, totalDuties: number) => ({
    country,
    countryName: country,
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

  it('shares places by duty and by landed cost among equals, and gives none where the cost is not known', () => {
    const of = (country: string, mfnDuty: number, landedCost: number | null) => ({
      ...market(country, 1, 10),
      mfnDuty,
      landedCost,
    });
    const { comparisons } = rankMarkets([of('AT', 5, 900), of('BE', 5, null), of('CH', 7, 900), of('DK', 1, 800)]);
    expect(comparisons.map(({ country, dutyRank, landedCostRank }) => [country, dutyRank, landedCostRank])).toEqual([
      ['AT', 2, 2],
      ['BE', 2, null],
      ['CH', 4, 2],
      ['DK', 1, 1],
    ]);
  });

  it('goes by the total where the rates are equal, and ties neither by rate nor by total alone', () => {
    const { comparisons } = rankMarkets([market('AT', 5, 60), market('BE', 5, 50), market('CH', 6, 50)]);
    expect(comparisons.map(({ country, rank, tied }) => [country, rank, tied])).toEqual([
      ['BE', 1, false],
      ['AT', 2, false],
      ['CH', 3, false],
    ]);
  });

  it('saves nothing where there is one, and what the dearest costs more, whichever its rate is', () => {
    expect(rankMarkets([market('AT', 5, 60)]).bestMarket?.savings).toBe(0);
    expect(rankMarkets([market('AT', 5, 60.1), market('BE', 6, 100.3), market('CH', 7, 70)]).bestMarket?.savings).toBe(
      40.2,
    );
  });

  it('has no best of none', () => {
    expect(rankMarkets([])).toEqual({ comparisons: [], bestMarket: null });
  });
});
