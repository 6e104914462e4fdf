import { applies, membersOf, type Agreement } from '../../domain/tariffs/agreements';
import { rankMarkets } from '../../domain/tariffs/rank';
import { candidatesOf } from '../../domain/hs-codes/classify';
import { codeAndParents, dottedCode, normalizeCode } from '../../domain/hs-codes/code';

const pact: Agreement = {
  name: 'Pact',
  title: 'A pact',
  status: 'Active',
  effectiveDate: '2020-01-01',
  source: 'its text',
  sourceUrl: null,
  customsUnion: false,
  bilateral: false,
  members: [
    { country: 'AU', joinedOn: '2020-01-01', founding: true },
    { country: 'CA', joinedOn: '2020-01-01', founding: true },
    { country: 'GB', joinedOn: '2024-12-15', founding: false },
  ],
  exceptions: [
    { country: 'GB', partner: 'AU', appliesFrom: '2024-12-24', note: '' },
    { country: 'GB', partner: 'CA', appliesFrom: null, note: '' },
  ],
  symbols: {},
  expiredOn: null,
  conditions: {},
};

describe('agreements', () => {
  it.each([
    ['AU', 'CA', '2020-01-01', true],
    ['AU', 'CA', '2019-12-31', false],
    ['GB', 'AU', '2024-12-23', false],
    ['AU', 'GB', '2024-12-24', true],
    ['GB', 'CA', '2026-01-01', false],
    ['US', 'CA', '2026-01-01', false],
    ['CA', 'CA', '2026-01-01', false],
  ])('between %s and %s on %s: %s', (origin, destination, date, expected) => {
    expect(applies(pact, origin, destination, date)).toBe(expected);
  });

  it('count founding members apart from those who acceded', () => {
    expect(membersOf(pact)).toEqual({ members: ['AU', 'CA'], accessions: [{ country: 'GB', date: '2024-12-15' }] });
  });
});

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

describe('codes', () => {
  it.each([
    ['8517.13', '851713'],
    [' 0101 ', '0101'],
    ['8517130000', '8517130000'],
    ['85', null],
    ['85171300001', null],
    ['8517-13', null],
    ['١٢٣٤', null],
  ])('reads %s as %s', (text, code) => {
    expect(normalizeCode(text)).toBe(code);
  });

  it('have parents of even length and are written with dots', () => {
    expect(codeAndParents('8517130')).toEqual(['8517130', '851713', '8517', '85']);
    expect(dottedCode('85171300')).toBe('8517.13.00');
  });
});

describe('confidence of a classification', () => {
  const found = (score: number, coverage = 1) => ({ code: String(score), description: '', score, coverage });

  it('is high where one code leads and low where all are alike', () => {
    const [leader] = candidatesOf([found(100), found(20)]);
    const [equal] = candidatesOf([found(100), found(100)]);
    expect(leader?.confidence).toBeGreaterThan(0.95);
    expect(equal?.confidence).toBe(0.5);
  });

  it('is held back where the description is not covered', () => {
    expect(candidatesOf([found(100, 0.3)])[0]?.confidence).toBe(0.3);
  });

  it('puts the surest candidate first, whichever scored best', () => {
    const codes = candidatesOf([found(100, 0.2), found(99, 1), found(98, 1)]).map(({ code }) => code);
    expect(codes).toEqual(['99', '98', '100']);
  });

  it('has no candidates without matches', () => {
    expect(candidatesOf([])).toEqual([]);
  });
});
