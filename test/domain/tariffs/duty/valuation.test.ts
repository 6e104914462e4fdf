import { Exact } from '../../../../domain/money';
import {
  customsValue,
  INCOTERMS,
  partsOfPrice,
  valuationRule,
  type Incoterm,
  type Price,
} from '../../../../domain/tariffs/duty/valuation';

function parts(incoterm: Incoterm, overrides: Partial<Price> = {}) {
  const price = { value: new Exact(1_000), freight: new Exact(100), insurance: new Exact(10), incoterm, ...overrides };
  const { goods, freight, insurance, missing } = partsOfPrice(price);
  return { goods: goods.toNumber(), freight: freight.toNumber(), insurance: insurance.toNumber(), missing };
}

/** Source: International Chamber of Commerce, Incoterms 2020 */
describe('the parts of a price', () => {
  it.each<[Incoterm, number]>([
    ['EXW', 1_000],
    ['FCA', 1_000],
    ['FAS', 1_000],
    ['FOB', 1_000],
    ['CFR', 900],
    ['CPT', 900],
    ['CIF', 890],
    ['CIP', 890],
    ['DAP', 890],
    ['DPU', 890],
    ['DDP', 890],
  ])('under %s leave %i for the goods', (incoterm, goods) => {
    expect(parts(incoterm)).toMatchObject({ goods, freight: 100, insurance: 10 });
  });

  it('know all terms', () => expect(INCOTERMS).toHaveLength(11));

  it('say what is not given, and what that means', () => {
    expect(parts('FOB', { freight: null, insurance: null })).toEqual({
      goods: 1_000,
      freight: 0,
      insurance: 0,
      missing: ['"freight" is not given: it is counted as none', '"insurance" is not given: it is counted as none'],
    });
    expect(parts('CFR', { freight: null })).toMatchObject({
      goods: 1_000,
      missing: ['"freight" is not given: the price under CFR covers it and it is not taken out'],
    });
    expect(parts('FOB').missing).toEqual([]);
  });

  it('leave the duties in a price that covers them, and say so', () => {
    expect(parts('DDP').missing).toEqual(['duties and taxes that a price under DDP covers are not taken out of it']);
  });
});

describe('the value that customs tax', () => {
  const price = partsOfPrice({
    value: new Exact(1_000),
    freight: new Exact(100),
    insurance: new Exact(10),
    incoterm: 'FOB',
  });

  it.each([
    ['US', '2026-01-01', 'FOB', 1_000],
    ['EU', '2026-01-01', 'CIF', 1_110],
    ['GB', '2021-01-01', 'CIF', 1_110],
    ['AU', '2026-01-01', 'FOB', 1_000],
    ['BR', '2026-01-01', 'CIF', 1_110],
    ['CA', '2026-01-01', 'FOB', 1_000],
    ['CN', '2024-11-30', 'CIF', 1_110],
    ['IN', '2007-10-10', 'CIF', 1_110],
    ['JP', '2026-01-01', 'CIF', 1_110],
    ['KR', '2026-01-01', 'CIF', 1_110],
    ['MX', '2026-01-01', 'CIF', 1_110],
  ])('of %s on %s is %s', (schedule, date, basis, value) => {
    const rule = valuationRule(schedule, date);
    expect(rule?.basis).toBe(basis);
    expect(customsValue(price, rule).toNumber()).toBe(value);
  });

  it('names the act of the day', () => {
    expect(valuationRule('CN', '2024-11-30')?.source).toContain('Decree No. 392');
    expect(valuationRule('CN', '2024-12-01')?.source).toContain('Tariff Law');
  });

  it('is that of the goods where no rule is recorded', () => {
    expect(valuationRule('GB', '2020-12-31')).toBeNull();
    expect(valuationRule('IN', '2007-10-09')).toBeNull();
    expect(valuationRule('CH', '2026-01-01')).toBeNull();
    expect(customsValue(price, null).toNumber()).toBe(1_000);
  });
});
