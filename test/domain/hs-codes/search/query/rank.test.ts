import type { Slot } from '../../../../../domain/hs-codes/search/query/interpret';
import { rank } from '../../../../../domain/hs-codes/search/query/rank';
import type { Searcher } from '../../../../../domain/hs-codes/search/query/search-words';
import { codesFor, indexOf, searcherOf } from '../../../../support/searcher';
import { postingTableOf } from '../../../../support/postings';

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
const slot = (word: string, overrides: Partial<Slot> = {}): Slot => {
  return {
    word,
    alternatives: [{ term: word, weight: 1 }],
    rarity: 2,
    weight: 1,
    guessed: false,
    unknown: false,
    ...overrides,
  };
};

/** How a score is weighed anew. Source: docs/GAPS.md#H2 */
const reweighed = (evidence: { notOwn?: number; notDescribed?: number; name?: number; names?: number }): number => {
  const { notOwn = 0, notDescribed = 0, name = 0, names = 0 } = evidence;
  const exact = name > 0.95 ? 0.154 : 0;
  return Math.exp(-0.185 * notOwn - 0.317 * notDescribed + 0.399 * name + exact + 0.145 * Math.log(1 + names));
};

describe('the score of a code', () => {
  const index = (terms: Record<string, ReturnType<typeof postings>>, names: readonly string[] = []) =>
    indexOf(
      {
        codes: ['0901', '090111', '090112', '0902'],
        postings: postingTableOf(new Map(Object.entries(terms))),
        rules: [],
      },
      names.map((name) => ({ code: '090111', name })),
    );
  const scores = (found: ReturnType<typeof rank>) => found.hits.map(({ code, score }) => [code, score]);
  const rounded = (score: number): number => Number(score.toFixed(2));

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
    expect(scores(found)).toEqual([
      ['0902', rounded(1.15 * (0.65 + 0.35 * 0.25) * reweighed({ notOwn: 0.5, notDescribed: 0.5 }))],
    ]);
    expect(found.hits[0]?.coverage).toBe(0.5);
  });

  it('counts for a subheading what its heading says, and 15 % of the best of the heading; no heading beside it', () => {
    const found = rank(index({ coffee: postings([0, 1000, 2], [1, 2000, 1 | 4]) }), [slot('coffee')], 10);
    expect(scores(found)).toEqual([['090111', rounded(2.45 * reweighed({ notDescribed: 1 }))]]);
    expect(found.hits[0]?.matchedOn).toEqual([{ word: 'coffee', in: ['name', 'heading'] }]);
  });

  it('names the words that the code itself matches, and all fields that each is in', () => {
    const terms = { coffee: postings([1, 1000, 31]), tea: postings([3, 1000, 16]) };
    const found = rank(index(terms), [slot('coffee'), slot('tea')], 10);
    expect(found.hits.map(({ code, matchedOn }) => [code, matchedOn])).toEqual([
      ['090111', [{ word: 'coffee', in: ['name', 'description', 'heading', 'chapter', 'national'] }]],
      ['0902', [{ word: 'tea', in: ['national'] }]],
    ]);
  });

  it('has 15 % of the best of its heading, wherever that stands', () => {
    const found = (...list: Posting[]) => scores(rank(index({ coffee: postings(...list) }), [slot('coffee')], 10));
    expect(found([1, 2000, 2], [2, 1000, 2])).toEqual([
      ['090111', 2.3],
      ['090112', 1.04],
    ]);
    expect(found([1, 1000, 2], [2, 2000, 2])).toEqual([
      ['090112', 2.3],
      ['090111', 1.04],
    ]);
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

  it('takes the best of what a word may stand for once, whichever comes first', () => {
    const terms = { tea: postings([3, 2000, 2]), te: postings([3, 1000, 2]) };
    const alternatives = [
      { term: 'tea', weight: 1 },
      { term: 'te', weight: 1 },
    ];
    const found = rank(index(terms), [slot('tea', { alternatives }), slot('cup')], 10);
    expect(scores(found)).toEqual([
      ['0902', rounded(2 * 1.15 * (0.65 + 0.35 * 0.25) * reweighed({ notOwn: 0.5, notDescribed: 0.5 }))],
    ]);
    expect(found.hits[0]?.coverage).toBe(0.5);
  });

  it('is the sum of what its words bring', () => {
    const found = rank(
      index({ tea: postings([3, 1000, 2]), cup: postings([3, 600, 2]) }),
      [slot('tea'), slot('cup')],
      10,
    );
    expect(scores(found)).toEqual([['0902', 1.84]]);
    expect(found.hits[0]?.coverage).toBe(1);
  });

  it('counts what is shared with an everyday name against the longer of name and query', () => {
    const terms = { coffe: postings([1, 1000, 1]), bean: postings([1, 1000, 1]) };
    const rarity = Math.log(1 + 3.5 / 1.5);
    const best = (...slots: Slot[]) => rank(index(terms, ['coffee beans']), slots, 10).hits[0]?.score;
    const named = (own: number, name: number) =>
      rounded(own * 1.15 * (1 + 0.03 * Math.log(2)) * reweighed({ notDescribed: 1, name, names: 1 }));
    expect(best(slot('coffe', { rarity }), slot('bean', { rarity }))).toBe(named(2 + 1.2 * 2 * rarity, 1));
    expect(best(slot('coffe', { rarity }))).toBe(named(1 + (1.2 * rarity) / 2, 0.5));
    const alternatives = [
      { term: 'coffe', weight: 1 },
      { term: 'bean', weight: 0.5 },
    ];
    expect(best(slot('coffe', { rarity, alternatives }))).toBe(named(1 + (1.2 * rarity) / 2, 0.5));
  });

  it('rises with an everyday name that the query spells out, and with how many there are', () => {
    const terms = { coffe: postings([1, 1000, 1]) };
    const rarity = Math.log(1 + 3.5 / 1.5);
    const own = 1 + 1.2 * rarity;
    const best = (names: readonly string[]) =>
      rank(index(terms, names), [slot('coffe', { rarity })], 10).hits[0]?.score;
    const named = (names: number): number => reweighed({ notDescribed: 1, name: 1, names });
    expect(best(['coffee'])).toBeCloseTo(own * 1.15 * (1 + 0.03 * Math.log(2)) * named(1), 1);
    expect(best(['coffee', 'coffee beans'])).toBeCloseTo(own * 1.15 * (1 + 0.03 * Math.log(3)) * named(2), 1);
    expect(best([])).toBe(rounded(1.15 * reweighed({ notDescribed: 1 })));
  });

  it('has the more from its many names the less of the query it covers', () => {
    const terms = { coffee: postings([1, 1000, 2], [2, 1000, 2]), tea: postings([3, 1000, 2]) };
    const found = rank(index(terms, ['espresso']), [slot('coffee'), slot('tea')], 10);
    const score = (code: string): number => found.hits.find((hit) => hit.code === code)?.score ?? 0;
    const covered = 0.5;
    expect(found.hits.find(({ code }) => code === '090111')?.coverage).toBe(covered);
    // Without names both codes of the heading would score alike, but for what a second code loses.
    const own = score('090112') / 0.8;
    const named = reweighed({ names: 1 });
    expect(score('090111')).toBeCloseTo(own * (1 + (0.18 - 0.15 * covered) * Math.log(2)) * named, 1);
    expect(score('090111')).toBeGreaterThan(own * (1 + 0.03 * Math.log(2)) * named + 0.02);
  });

  it('is less for a code that takes the rest of its heading', () => {
    const codes = ['0901', '090112', '090190', '0902', '090219'];
    const table = postingTableOf(new Map([['tea', postings([1, 1000, 2], [2, 1000, 2], [4, 1000, 2])]]));
    const { hits } = rank(indexOf({ codes, postings: table, rules: [] }, []), [slot('tea')], 10);
    const rest = Math.exp(-0.117);
    expect(hits.map(({ code, score }) => [code, score])).toEqual([
      ['090112', 1.15],
      ['090219', rounded(1.15 * rest)],
      ['090190', rounded(1.15 * rest * 0.8)],
    ]);
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
    const known = index({ tea: postings([3, 1000, 2]) });
    expect(rank(known, [slot('tea', { rarity: 0 })], 10)).toEqual({ hits: [], total: 0 });
  });
});

/** Source: docs/GAPS.md#H2 */
describe('the order of the answer', () => {
  /** @param headings heading -> what a word brings each of its subheadings, in thousandths */
  const found = (headings: Record<string, readonly number[]>, limit: number) => {
    const codes = Object.entries(headings).flatMap(([heading, impacts]) => {
      return [{ code: heading, impact: 0 }, ...impacts.map((impact, at) => ({ code: `${heading}1${at + 1}`, impact }))];
    });
    const listed = codes.flatMap(({ impact }, at): Posting[] => (impact === 0 ? [] : [[at, impact, 2]]));
    const table = postingTableOf(new Map([['tea', postings(...listed)]]));
    const made = indexOf({ codes: codes.map(({ code }) => code), postings: table, rules: [] }, []);
    return rank(made, [slot('tea')], limit).hits;
  };
  const codesOf = (headings: Record<string, readonly number[]>, limit: number) =>
    found(headings, limit).map(({ code }) => code);

  it('gives each heading what its own codes say, the first of all or not', () => {
    expect(found({ '0901': [4000], '0902': [2000, 2000] }, 10).map(({ code, score }) => [code, score])).toEqual([
      ['090111', 4.6],
      ['090211', 2.3],
      ['090212', 1.84],
    ]);
  });

  it('puts a close code of another heading before the second of the best', () => {
    expect(codesOf({ '0901': [2000, 1990], '0902': [1900] }, 10)).toEqual(['090111', '090211', '090112']);
  });

  it('has no more codes than are wanted, the best of all that match', () => {
    expect(codesOf({ '0901': [2000, 2000] }, 1)).toEqual(['090111']);
    const headings = Array.from({ length: 12 }, (_, at) => String(901 + at).padStart(4, '0'));
    expect(codesOf(Object.fromEntries(headings.map((heading) => [heading, [1000]])), 1)).toEqual(['090111']);
    expect(codesOf(Object.fromEntries(headings.map((heading, at) => [heading, [1000 + at]])), 1)).toEqual(['091211']);
  });

  it('is that of the codes where scores are equal', () => {
    const terms = { tea: postings([2, 1000, 2]), cup: postings([0, 1000, 2]) };
    const table = postingTableOf(new Map(Object.entries(terms)));
    const made = indexOf({ codes: ['0901', '0902', '0903'], postings: table, rules: [] }, []);
    expect(rank(made, [slot('tea'), slot('cup')], 10).hits.map(({ code }) => code)).toEqual(['0901', '0903']);
  });
});

it('what covers three tenths of the query counts as a match', () => {
  const terms = { a: postings([0, 1000, 2], [1, 1000, 2]), b: postings([0, 1000, 2]) };
  const table = postingTableOf(new Map(Object.entries(terms)));
  const made = indexOf({ codes: ['0901', '0902', '0903'], postings: table, rules: [] }, []);
  const total = (ofA: number, ofB: number) =>
    rank(made, [slot('a', { rarity: ofA }), slot('b', { rarity: ofB })], 1).total;
  expect([total(2.9, 7.1), total(3, 7)]).toEqual([1, 2]);
});
