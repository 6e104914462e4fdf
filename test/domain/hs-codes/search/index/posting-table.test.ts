import { PostingTableBuilder } from '../../../../../domain/hs-codes/search/index/posting-table';
import { postingTableOf } from '../../../../support/postings';

const postings = (...documents: number[]) => ({
  documents: Uint16Array.from(documents),
  impacts: Uint16Array.from(documents, (document) => document * 100),
  fields: Uint8Array.from(documents, () => 2),
});

describe('the postings of all terms', () => {
  const table = postingTableOf(
    new Map([
      ['cotton', postings(1, 4)],
      ['leather', postings(3)],
    ]),
  );

  it('lie one after the other, each with its document, impact and fields', () => {
    expect([table.terms, [...table.documents], [...table.impacts], [...table.fields]]).toEqual([
      2,
      [1, 4, 3],
      [100, 400, 300],
      [2, 2, 2],
    ]);
  });

  it('are found by the term', () => {
    expect(table.rangeOf('cotton')).toEqual({ from: 0, to: 2 });
    expect(table.rangeOf('leather')).toEqual({ from: 2, to: 3 });
    expect([table.numberOf('cotton'), table.numberOf('leather')]).toEqual([0, 1]);
    expect([table.count('cotton'), table.count('leather'), table.has('leather')]).toEqual([2, 1, true]);
  });

  it('are none for a term that no document holds', () => {
    expect([table.numberOf('silk'), table.has('silk'), table.count('silk')]).toEqual([null, false, 0]);
    expect(table.rangeOf('silk')).toEqual({ from: 0, to: 0 });
  });
});

it('a term without documents has an empty place among the others', () => {
  const builder = new PostingTableBuilder({ terms: 3, postings: 2 });
  builder.begin('cotton');
  builder.push(1, 100, 2);
  builder.begin('silk');
  builder.begin('leather');
  builder.push(3, 300, 4);
  const table = builder.finish();
  expect(['cotton', 'silk', 'leather'].map((term) => table.rangeOf(term))).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 1 },
    { from: 1, to: 2 },
  ]);
});
