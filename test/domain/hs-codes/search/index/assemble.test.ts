import { indexOf } from '../../../../support/searcher';
import { postingTableOf } from '../../../../support/postings';

const list = (...documents: number[]) => ({
  documents: Uint16Array.from(documents),
  impacts: Uint16Array.from(documents),
  fields: Uint8Array.from(documents),
});
const INDEX = indexOf(
  {
    codes: ['0901', '090111', '090112', '0902'],
    postings: postingTableOf(
      new Map([
        ['coffe', list(0, 1, 2)],
        ['tea', list(3)],
      ]),
    ),
    rules: [
      { terms: 'hot drink', alternatives: ['coffee', 'tea'], language: null },
      { terms: 'hot water', alternatives: ['tea'], language: null },
      { terms: 'of', alternatives: ['tea'], language: null },
    ],
  },
  [
    { code: '0901110010', name: 'coffee beans' },
    { code: '090199', name: 'coffee' },
    { code: '0999', name: 'nothing' },
    { code: '0902', name: 'of the' },
    { code: '0902', name: 'tea' },
  ],
);
/** How rare a term is that three of four documents have, and one that none has. */
const [COMMON, UNKNOWN] = [Math.log(1 + 1.5 / 3.5), Math.log(1 + 4.5 / 0.5)];

describe('the index in memory', () => {
  it('knows headings and which of them have subheadings', () => {
    expect([...INDEX.headings]).toEqual([0, 0, 0, 3]);
    expect([...INDEX.hasChildren]).toEqual([1, 0, 0, 0]);
  });

  it('counts everyday names for the subheading, or for its heading where that is unknown', () => {
    const names = [...INDEX.popularity];
    expect(names[0]).toBeCloseTo(Math.log(2), 6);
    expect(names[1]).toBeCloseTo(Math.log(2), 6);
    expect(names[3]).toBeCloseTo(Math.log(3), 6);
    expect(names[2]).toBe(0);
  });

  it('keeps names as phrases, each as rare as its terms together', () => {
    const { documents, rarities, phrases } = INDEX.phrases;
    const withTerm = (term: string): number[] => {
      const { from, to } = INDEX.phrases.rangeOf(term);
      return [...phrases.subarray(from, to)];
    };
    expect([...documents]).toEqual([1, 0, 3]);
    expect(rarities[0]).toBeCloseTo(COMMON + UNKNOWN, 9);
    expect(rarities[1]).toBeCloseTo(COMMON, 9);
    expect([withTerm('coffe'), withTerm('tea'), withTerm('bean')]).toEqual([[0, 1], [2], []]);
  });

  it('finds rules by their first term', () => {
    expect(INDEX.rulesByFirst).toEqual(
      new Map([
        [
          'hot',
          [
            { terms: ['hot', 'drink'], alternatives: ['coffee', 'tea'], language: null },
            { terms: ['hot', 'water'], alternatives: ['tea'], language: null },
          ],
        ],
      ]),
    );
  });
});
