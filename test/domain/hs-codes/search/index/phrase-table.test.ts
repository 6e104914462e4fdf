import { PhraseTableBuilder } from '../../../../../domain/hs-codes/search/index/phrase-table';
import { postingTableOf, runAtOnce } from '../../../../support/postings';

const one = { documents: Uint16Array.of(0), impacts: Uint16Array.of(1), fields: Uint8Array.of(1) };
const builder = new PhraseTableBuilder(postingTableOf(new Map(['hand', 'bag', 'shoe'].map((term) => [term, one]))));
builder.add(7, 2.5, ['hand', 'bag']);
builder.add(9, 1.5, ['bag', 'unheard']);
const table = runAtOnce(builder.finish());

describe('everyday names as phrases', () => {
  it('keep the document and the rarity of each', () => {
    expect([table.size, [...table.documents], [...table.rarities]]).toEqual([2, [7, 9], [2.5, 1.5]]);
  });

  it.each([
    ['hand', [0]],
    ['bag', [0, 1]],
    ['shoe', []],
    ['unheard', []],
  ])('with %s are %j', (term, expected) => {
    const { from, to } = table.rangeOf(term);
    expect([...table.phrases.slice(from, to)]).toEqual(expected);
  });
});

it('putting phrases in their places lets others go on after each thousand of their terms', () => {
  const stepsOf = (count: number): number => {
    const many = new PhraseTableBuilder(postingTableOf(new Map([['hand', one]])));
    for (let at = 0; at < count; at += 1) many.add(7, 1, ['hand']);
    return [...many.finish()].length;
  };
  expect(stepsOf(1_000) - stepsOf(1)).toBe(0);
  expect(stepsOf(1_001) - stepsOf(1_000)).toBe(2);
});
