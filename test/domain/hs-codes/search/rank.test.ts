import { assembleIndex, type IndexParts } from '../../../../domain/hs-codes/search/assemble';
import type { Slot } from '../../../../domain/hs-codes/search/interpret';
import { rank } from '../../../../domain/hs-codes/search/rank';
import type { Searcher } from '../../../../domain/hs-codes/search/search-words';
import { runAtOnce } from '../../../../lib/portions';
import { codesFor, searcherOf } from '../../../support/searcher';

/** Headings 6101 to 6116 that all name gloves once, and 4203, of which six subheadings name leather gloves. */
function gloves(): Searcher {
  const nodes: Record<string, string> = { '42': 'Leather', '4203': 'Leather gloves', '61': 'Clothes' };
  for (const last of '123456') nodes[`42031${last}`] = `Leather gloves, sort ${last}`;
  for (let heading = 6101; heading <= 6116; heading += 1) {
    nodes[String(heading)] = `Clothes of group ${heading}`;
    nodes[`${heading}10`] = `Clothes of group ${heading} with knitted gloves and a long list of many other words`;
    nodes[`${heading}20`] = `Other clothes of group ${heading} with gloves and another long list of many other words`;
  }
  return searcherOf(nodes);
}

describe('ranking', () => {
  it('shows two codes of a heading, then others, then the siblings of the best again', () => {
    const headings = codesFor(gloves(), 'leather gloves').map((code) => code.slice(0, 4));
    expect(headings.slice(0, 2)).toEqual(['4203', '4203']);
    expect(headings[2]).not.toBe('4203');
    expect(new Set(headings).size).toBeGreaterThanOrEqual(6);
    expect(headings.filter((heading) => heading === '4203').length).toBeGreaterThan(2);
  });

  it('prefers what is named to what it is packed in, in a long text', () => {
    const searcher = searcherOf({
      '39': 'Plastics',
      '3923': 'Packing',
      '392310': 'Plastic boxes',
      '95': 'Games',
      '9503': 'Playthings',
      '950300': 'Toy trains',
    });
    const query = 'A toy train for children older than three years, packaged in a plastic box with lid';
    expect(codesFor(searcher, query)).toEqual(['950300', '392310']);
  });

  it('prefers of two alike the code that has more everyday names', () => {
    const searcher = searcherOf(
      {
        '61': 'Clothes',
        '6109': 'Singlets',
        '610910': 'Singlets of cotton',
        '6110': 'Vests',
        '611010': 'Vests of cotton',
      },
      [
        ['611010', 'pullover'],
        ['611010', 'jumper'],
      ],
    );
    expect(codesFor(searcher, 'cotton')[0]).toBe('611010');
  });

  it('completes the last word of a label that was cut after 30 characters', () => {
    const searcher = searcherOf({
      '62': 'Clothes',
      '6204': 'Garments',
      '620453': 'Embroidered skirts',
      '620462': 'Embroidered trousers',
      '95': 'Sport',
      '9506': 'Sports articles',
      '950611': 'Skis',
    });
    expect(codesFor(searcher, 'collection of embroidered trou')[0]).toBe('620462');
    expect(codesFor(searcher, 'collection of embroidered ski')[0]).toBe('620453');
  });
});

/** One posting of a term: the document's number, its impact in thousandths, and the fields as bits. */
type Posting = readonly [document: number, impact: number, fields: number];

const postings = (...list: readonly Posting[]) => ({
  documents: Uint16Array.from(list, ([document]) => document),
  impacts: Uint16Array.from(list, ([, impact]) => impact),
  fields: Uint8Array.from(list, ([, , fields]) => fields),
});
const indexOf = (parts: IndexParts) => runAtOnce(assembleIndex(parts));
const slot = (word: string, overrides: Partial<Slot> = {}): Slot => {
  return { word, alternatives: [{ term: word, weight: 1 }], rarity: 2, weight: 1, guessed: false, ...overrides };
};

describe('the score of a code', () => {
  const index = (terms: Record<string, ReturnType<typeof postings>>, names: readonly string[] = []) =>
    indexOf({
      codes: ['0901', '090111', '090112', '0902'],
      postings: new Map(Object.entries(terms)),
      lexicon: new Map(),
      names: names.map((name) => ({ code: '090111', name })),
      rules: [],
    });
  const scores = (found: ReturnType<typeof rank>) => found.hits.map(({ code, score }) => [code, score]);

  it('is what its words bring, and 15 % for what its heading says', () => {
    const found = rank(index({ tea: postings([3, 1000, 2]) }), [slot('tea')], 10);
    expect(scores(found)).toEqual([['0902', 1.15]]);
    expect(found).toMatchObject({
      total: 1,
      hits: [{ coverage: 1, matchedOn: [{ word: 'tea', in: ['description'] }] }],
    });
  });

  it('falls with what is not covered: 65 % are for the words, the rest for the square of the coverage', () => {
    const found = rank(index({ tea: postings([3, 1000, 2]) }), [slot('tea'), slot('cup')], 10);
    expect(scores(found)).toEqual([['0902', Number((1.15 * (0.65 + 0.35 * 0.25)).toFixed(2))]]);
    expect(found.hits[0]?.coverage).toBe(0.5);
  });

  it('counts for a subheading what its heading says, and 15 % of the best of the heading; no heading beside it', () => {
    const found = rank(index({ coffee: postings([0, 1000, 2], [1, 2000, 1 | 4]) }), [slot('coffee')], 10);
    expect(scores(found)).toEqual([['090111', 2.45]]);
    expect(found.hits[0]?.matchedOn).toEqual([{ word: 'coffee', in: ['name', 'heading'] }]);
  });

  it('is four fifths for the second code of a heading', () => {
    const found = rank(index({ coffee: postings([1, 2000, 2], [2, 2000, 2]) }), [slot('coffee')], 10);
    expect(scores(found)).toEqual([
      ['090111', 2.3],
      ['090112', 1.84],
    ]);
  });

  it('takes the best of what a word may stand for, by its weight and by that of the word', () => {
    const terms = { tea: postings([3, 1000, 2]), te: postings([3, 4000, 8]) };
    const alternatives = [
      { term: 'tea', weight: 1 },
      { term: 'te', weight: 0.5 },
      { term: 'nothing', weight: 1 },
    ];
    const found = rank(index(terms), [slot('tea', { alternatives, weight: 0.5 })], 10);
    expect(scores(found)).toEqual([['0902', 1.15]]);
    expect(found.hits[0]?.matchedOn).toEqual([{ word: 'tea', in: ['description', 'chapter'] }]);
  });

  it('rises with an everyday name that the query spells out, and with how many there are', () => {
    const terms = { coffe: postings([1, 1000, 1]) };
    const rarity = Math.log(1 + 3.5 / 1.5);
    const own = 1 + 1.2 * rarity;
    const best = (names: readonly string[]) =>
      rank(index(terms, names), [slot('coffe', { rarity })], 10).hits[0]?.score;
    expect(best(['coffee'])).toBeCloseTo(own * 1.15 * (1 + 0.03 * Math.log(2)), 1);
    expect(best(['coffee', 'coffee beans'])).toBeCloseTo(own * 1.15 * (1 + 0.03 * Math.log(3)), 1);
    expect(best([])).toBe(1.15);
  });

  it('is the same when it is asked for again', () => {
    const made = index({ coffee: postings([0, 1000, 2], [1, 2000, 1]), tea: postings([3, 500, 2]) }, ['coffee']);
    const once = rank(made, [slot('coffee'), slot('tea')], 10);
    expect(rank(made, [slot('coffee'), slot('tea')], 10)).toEqual(once);
    expect(rank(made, [slot('tea')], 10).hits.map(({ code }) => code)).toEqual(['0902']);
  });

  it('is none where nothing is known', () => {
    expect(rank(index({}), [slot('tea', { rarity: 0 })], 10)).toEqual({ hits: [], total: 0 });
    expect(rank(index({}), [slot('tea')], 10)).toEqual({ hits: [], total: 0 });
  });
});

it('what covers three tenths of the query counts as a match', () => {
  const made = indexOf({
    codes: ['0901', '0902', '0903'],
    postings: new Map([
      ['a', postings([0, 1000, 2], [1, 1000, 2])],
      ['b', postings([0, 1000, 2])],
    ]),
    lexicon: new Map(),
    names: [],
    rules: [],
  });
  const total = (ofA: number, ofB: number) =>
    rank(made, [slot('a', { rarity: ofA }), slot('b', { rarity: ofB })], 1).total;
  expect([total(2.9, 7.1), total(3, 7)]).toEqual([1, 2]);
});
