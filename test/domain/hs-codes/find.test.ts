import { findCodes } from '../../../domain/hs-codes/find';
import type { HsNode } from '../../../domain/hs-codes/nomenclature';
import { searcherOf } from '../../support/searcher';
import { provenance, referenceOf } from '../../support/tariff-facts';

const TEXTS: Record<string, [string, string[]]> = {
  '61': ['Knitted clothes', ['6109', '6110']],
  '6109': ['T-shirts', ['610910', '610990']],
  '610910': ['T-shirts of cotton', []],
  '610990': ['T-shirts of other textiles', []],
  '6110': ['Jerseys', []],
};
const nodes = new Map(
  Object.entries(TEXTS).map(([code, [description, children]]): [string, HsNode] => [
    code,
    { code, section: 'XI', description, children },
  ]),
);
const REFERENCE = referenceOf({
  nomenclature: { ...referenceOf().nomenclature, nodes },
  searchSources: [provenance()],
});
const searcher = searcherOf(Object.fromEntries(Object.entries(TEXTS).map(([code, [text]]) => [code, text])));
const find = (query: string, limit = 10) => findCodes(REFERENCE, searcher, query, limit);
const codes = (query: string) => find(query).results.map(({ code }) => code);

/** Source: specification, operation 6; docs/GAPS.md#H2 */
describe('a search by digits', () => {
  it.each([
    ['6109', ['6109', '610910', '610990']],
    ['61.09', ['6109', '610910', '610990']],
    ['HS code: 6109.10', ['610910']],
    ['hs 610910', ['610910']],
    ['HS610910', ['610910']],
    ['hs code:610910', ['610910']],
    ['6109100010', ['610910']],
    ['6109.10-000', ['610910']],
    ['６１０９．１０', ['610910']],
    ['6109-', []],
    ['6109-10-000', []],
    ['61', ['6109', '6110', '610910', '610990']],
    ['612', ['6109', '6110', '610910', '610990']],
    ['99', []],
    ['9999', []],
    ['6', []],
  ])('for %s finds %j', (query, expected) => expect(codes(query)).toEqual(expected));

  it('is sure of the code, and of what stands below it a little less', () => {
    const { results, total, ...rest } = find(' 6109 ', 2);
    expect(total).toBe(3);
    expect(results).toMatchObject([
      { code: '6109', score: 1_000, coverage: 1, matchedOn: [{ word: '6109', in: ['code'] }] },
      { code: '610910', score: 999 },
    ]);
    expect(rest).toMatchObject({
      tooGeneral: false,
      interpretedAs: [],
      ask: [],
      sources: [provenance()],
    });
  });

  it('describes a code with what stands above it', () => {
    expect(find('610910').results[0]).toMatchObject({
      description: 'T-shirts of cotton',
      fullDescription: 'Knitted clothes > T-shirts > T-shirts of cotton',
      chapter: '61',
      chapterName: 'Knitted clothes',
    });
    expect(find('6110').results[0]?.fullDescription).toBe('Knitted clothes > Jerseys');
  });

  it('describes a code of which nothing above it is known', () => {
    const alone = new Map([...nodes].filter(([code]) => code === '610910'));
    const reference = referenceOf({ nomenclature: { ...REFERENCE.nomenclature, nodes: alone } });
    expect(findCodes(reference, searcher, '610910', 1).results).toMatchObject([
      { fullDescription: 'T-shirts of cotton', chapterName: '' },
    ]);
  });

  it('takes no text for a code that only begins or ends with one', () => {
    expect(['6109 cotton', 'cotton 6109', 'shs 6109'].map((query) => find(query).results[0]?.score === 1_000)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('a search by words', () => {
  it('finds codes with the words that they were found by', () => {
    const { results, interpretedAs } = find('cotton');
    expect(results[0]).toMatchObject({ code: '610910', matchedOn: [{ word: 'cotton' }] });
    expect(interpretedAs).toEqual([]);
  });

  it('tells what it took a misspelt word for', () => {
    expect(find('cottn').interpretedAs).toEqual([{ word: 'cottn', as: ['cotton'] }]);
  });

  it('leaves out a code that the nomenclature does not have', () => {
    const few = referenceOf({ nomenclature: { ...REFERENCE.nomenclature, nodes: new Map() } });
    expect(findCodes(few, searcher, 'cotton', 10).results).toEqual([]);
  });

  it('finds a number among words as a word', () => expect(find('cotton 61').results[0]?.code).toBe('610910'));
});
