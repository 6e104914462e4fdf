import { fieldBitsOf, scoreFactor } from '../../../../../domain/hs-codes/search/query/reweigh';
import { indexOf } from '../../../../support/searcher';
import { postingTableOf } from '../../../../support/postings';

const postings = { documents: Uint16Array.of(1), impacts: Uint16Array.of(1000), fields: Uint8Array.of(1 | 2) };
const index = indexOf(
  { codes: ['0901', '090111', '090190'], postings: postingTableOf(new Map([['tea', postings]])), rules: [] },
  [],
);
const slot = {
  word: 'tea',
  alternatives: [{ term: 'tea', weight: 1 }],
  rarity: 2,
  weight: 1,
  guessed: false,
  unknown: false,
};

/** Source: docs/GAPS.md#H2 */
it('says in which fields a document holds a word', () => {
  expect([fieldBitsOf(index, slot, 1), fieldBitsOf(index, slot, 2)]).toEqual([1 | 2, 0]);
});

it('makes a code more likely that is named so, and less likely one that lacks the words or is residual', () => {
  expect(scoreFactor(index, [slot], { document: 1, name: 0, wanted: 2 })).toBe(1);
  expect(scoreFactor(index, [slot], { document: 1, name: 1, wanted: 2 })).toBeCloseTo(Math.exp(0.399 + 0.154), 9);
  expect(scoreFactor(index, [slot], { document: 1, name: 0.9, wanted: 2 })).toBeCloseTo(Math.exp(0.9 * 0.399), 9);
  const expected = Math.exp(-0.185 - 0.317 - 0.117);
  expect(scoreFactor(index, [slot], { document: 2, name: 0, wanted: 2 })).toBeCloseTo(expected, 9);
});
