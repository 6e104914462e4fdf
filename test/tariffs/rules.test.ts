import { applies, membersOf, type Agreement } from '../../domain/tariffs/agreements';
import { rankMarkets } from '../../domain/tariffs/rank';
import { candidatesOf, suggestedCode } from '../../domain/hs-codes/classify';
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

  it('is high where one code leads and lower where several are alike', () => {
    const [leader] = candidatesOf([found(100), found(20)]);
    const alike = candidatesOf([found(100), found(99), found(98)]);
    expect(leader?.confidence).toBeGreaterThan(0.8);
    expect(alike[0]?.confidence).toBeLessThan(0.5);
    expect(alike.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThan(1);
  });

  it('is held back where the description is not covered', () => {
    const [covered, half] = [candidatesOf([found(100)]), candidatesOf([found(100, 0.3)])];
    expect(half[0]?.confidence).toBeLessThan(covered[0]?.confidence ?? 0);
  });

  it('never rises below the best result', () => {
    const confidences = candidatesOf(Array.from({ length: 10 }, () => found(100, 0.2))).map((one) => one.confidence);
    expect(Math.max(...confidences)).toBe(confidences[0]);
  });

  it('suggests no code where even the best is too unsure', () => {
    expect(suggestedCode(candidatesOf([found(100), found(20)]))).toBe('100');
    expect(suggestedCode(candidatesOf(Array.from({ length: 10 }, () => found(100, 0.2))))).toBeNull();
    expect(suggestedCode([])).toBeNull();
  });

  it('has no candidates without matches', () => {
    expect(candidatesOf([])).toEqual([]);
  });
});
