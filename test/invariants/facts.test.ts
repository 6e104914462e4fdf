import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import LIST from 'sales-tax/res/sales_tax_rates.json';
import { isBankingCountry } from '../../domain/countries';
import { ALL_FACTS, factAt, VAT_RATES } from '../../domain/facts';
import { factsAges, factAges } from '../../domain/facts/age';
import { periodFaults, readFacts } from '../../domain/facts/read-facts';
import { factsPage } from '../../domain/facts/table';
import { z } from 'zod';

const TODAY = new Date().toISOString().slice(0, 10);

/** Source: docs/GAPS.md#H0 */
describe('facts of the world', () => {
  it('are all read: one file a kind', () => {
    const files = readdirSync(path.join(__dirname, '..', '..', 'domain', 'facts')).filter((name) =>
      name.endsWith('.json'),
    );
    expect(ALL_FACTS.map(({ kind }) => `${kind}.json`).sort()).toEqual(files.sort());
  });

  it('follow each other without gap or overlap', () => {
    expect(ALL_FACTS.flatMap(periodFaults)).toEqual([]);
  });

  it('were looked up within a year, and none has run out or will within 30 days', () => {
    expect(factAges(TODAY).flatMap(({ due }) => due)).toEqual([]);
  });

  it('name each source that they list, and list each that they name', () => {
    for (const { kind } of ALL_FACTS) {
      const file = path.join(__dirname, '..', '..', 'domain', 'facts', `${kind}.json`);
      const { sources, facts } = JSON.parse(readFileSync(file, 'utf8')) as {
        sources: Record<string, string>;
        facts: { source: string[] }[];
      };
      expect([...new Set(facts.flatMap(({ source }) => source))].sort()).toEqual(Object.keys(sources).sort());
    }
  });
});

it('docs/internal/FACTS.md shows every kind of facts, and where they were looked up', () => {
  const file = path.join(__dirname, '..', '..', 'docs', 'internal', 'FACTS.md');
  const page = factsPage(ALL_FACTS);
  if (process.env['UPDATE_FACTS'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

const CHECKED = { source: ['law'], checkedAt: '2026-01-01' };
const factsOf = (...facts: object[]) => readFacts({ kind: 'tax', sources: { law: 'The law' }, facts }, z.string());
const fact = (key: string, value: string | null, life: object) => ({ key, value, from: null, ...life, ...CHECKED });

describe('the reader of facts', () => {
  const tax = factsOf(
    fact('A', '10', { until: '2026-01-01' }),
    fact('A', '12', { from: '2026-01-01', knownUntil: '2026-07-01' }),
    fact('B', null, {}),
  );

  it.each([
    ['A', '2025-12-31', '10'],
    ['A', '2026-01-01', '12'],
    ['A', '2026-06-30', '12'],
    ['A', '2026-07-01', undefined],
    ['B', '2026-01-01', null],
    ['C', '2026-01-01', undefined],
  ])('says of %s on %s: %s', (key, day, value) => {
    expect(factAt(tax, key, day)?.value).toBe(value);
  });

  it('tells what has run out, what will within 30 days, and what nobody has looked up for a year', () => {
    const due = (today: string) => factsAges([tax], today)[0]?.due;
    expect(due('2026-05-31')).toEqual([]);
    expect(due('2026-06-01')).toEqual(['A runs out on 2026-07-01']);
    expect(due('2026-07-01')).toEqual(['A ran out on 2026-07-01']);
    expect(due('2027-01-02')).toEqual([
      'A ran out on 2026-07-01',
      'A was last looked up on 2026-01-01',
      'B was last looked up on 2026-01-01',
    ]);
    expect(factsAges([tax], '2026-05-31')).toMatchObject([
      { kind: 'tax', count: 3, unknown: 1, oldestCheck: '2026-01-01' },
    ]);
  });

  it.each([
    ['a gap', [fact('A', '1', { until: '2026-01-01' }), fact('A', '2', { from: '2026-02-01' })]],
    ['an overlap', [fact('A', '1', { until: '2026-03-01' }), fact('A', '2', { from: '2026-02-01' })]],
    ['no end before a successor', [fact('A', '1', {}), fact('A', '2', { from: '2026-02-01' })]],
    ['an end that nothing follows', [fact('A', '1', { until: '2026-01-01' })]],
    ['an end before its beginning', [fact('A', '1', { from: '2026-02-01', knownUntil: '2026-01-01' })]],
  ])('finds %s', (_, facts) => {
    expect(periodFaults(factsOf(...facts))).toHaveLength(1);
  });

  it.each([
    ['a day that is none', { from: '2026-02-30' }],
    ['no source', { source: [] }],
    ['a source that is not listed', { source: ['hearsay'] }],
    ['a field that it does not know', { since: '2026-01-01' }],
  ])('refuses %s', (_, changes) => {
    expect(() => factsOf({ ...fact('A', '1', {}), ...changes })).toThrow();
  });
});

/** Where the list of the npm package differs from what was looked up, and why. Source: docs/GAPS.md#H4 */
const EXPLAINED: Record<string, string> = {
  AI: 'relief for goods, not established',
  AW: 'the VAT planned for 2023 never came',
  BH: '10 % since 2022-01-01',
  BR: 'no single rate',
  BS: '10 % since 2022-01-01',
  EC: '15 % since 2024-04-01',
  ER: 'lists differ',
  GH: '20 % with the levies on the same value since 2026-01-01',
  KW: 'VAT was not introduced',
  KZ: '16 % since 2026-01-01',
  LB: '12 % lay before parliament in April 2026',
  LI: 'the rate of Switzerland, 8.1 % since 2024-01-01',
  LK: '18 % since 2024-01-01',
  PK: '18 %',
  QA: 'VAT was not introduced',
  RU: '22 % since 2026-01-01',
  SR: '10 %, not the 15 % that were planned',
  TH: '7 %, extended to 2027-09-30',
  ZW: '15.5 % since 2026-01-01',
};

describe('VAT and GST', () => {
  const today = (country: string) => factAt(VAT_RATES, country, TODAY)?.value ?? null;

  it('are of countries, and known of most', () => {
    const countries = new Set(VAT_RATES.facts.map(({ key }) => key));
    expect([...countries].filter((code) => !isBankingCountry(code))).toEqual([]);
    expect([...countries].filter((code) => today(code) !== null).length).toBeGreaterThanOrEqual(154);
  });

  it('differ from the list of the package nowhere without a reason', () => {
    const different = Object.entries<{ rate: number }>(LIST).filter(
      ([code, { rate }]) => isBankingCountry(code) && today(code) !== String(+(rate * 100).toFixed(4)),
    );
    expect(different.map(([code]) => code).sort()).toEqual(Object.keys(EXPLAINED).sort());
  });

  // Laws and announcements of the tax authorities, each named in domain/facts/vat.json.
  it.each([
    ['EC', '2024-03-31', '12'],
    ['EC', '2024-04-01', '15'],
    ['RO', '2025-07-31', '19'],
    ['RO', '2025-08-01', '21'],
    ['KZ', '2025-12-31', '12'],
    ['KZ', '2026-01-01', '16'],
    ['RU', '2026-01-01', '22'],
    ['EE', '2025-07-01', '24'],
    ['SK', '2025-01-01', '23'],
    ['CH', '2024-01-01', '8.1'],
    ['LI', '2024-01-01', '8.1'],
    ['DE', '2020-10-01', '16'],
    ['TH', '2027-09-30', '7'],
    ['TH', '2027-10-01', undefined],
    ['HK', '2026-11-24', '0'],
  ])('of %s on %s: %s %%', (country, day, percent) => {
    expect(factAt(VAT_RATES, country, day)?.value).toBe(percent);
  });
});
