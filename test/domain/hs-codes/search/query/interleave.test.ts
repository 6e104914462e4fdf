import { interleave } from '../../../../../domain/hs-codes/search/query/interleave';

/**
 * @param scores heading -> scores of its codes
 * @returns the codes of the answer, named by heading and their number in it
 */
function order(scores: Readonly<Record<string, readonly number[]>>, limit: number): string[] {
  const names = Object.keys(scores);
  const codes = names.flatMap((name, heading) =>
    (scores[name] ?? []).map((score, at) => ({ name: `${name}${at + 1}`, heading: names.length + heading, score })),
  );
  const headings = codes.map(({ heading }) => heading);
  const candidates = codes.map(({ score }, document) => ({ document, score })).sort((a, b) => b.score - a.score);
  return interleave(headings, candidates, limit).map(({ document }) => codes[document]?.name ?? '');
}

/** Source: docs/GAPS.md#H2 */
describe('the order of the answer', () => {
  it('has two codes of a heading, then others, then the rest of it', () => {
    expect(order({ a: [20], b: [30, 29, 28], c: [19] }, 10)).toEqual(['b1', 'b2', 'a1', 'c1', 'b3']);
  });

  it('goes on by twos', () => {
    expect(order({ a: [30, 29, 28, 27, 26], b: [20, 19, 18] }, 10)).toEqual([
      ...['a1', 'a2', 'b1', 'b2'],
      ...['a3', 'a4', 'b3'],
      'a5',
    ]);
  });

  it('gives the best headings seven of ten places before they show more codes', () => {
    const four = { a: [100, 80, 79], b: [99], c: [98], d: [97] };
    expect(order({ ...four, e: [96] }, 5)).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
    expect(order({ ...four, d: [] }, 5)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('shows one code of what fits badly, and two of it in the next turn', () => {
    expect(order({ a: [100], b: [59, 58, 57], c: [56, 55] }, 10)).toEqual([
      ...['a1', 'b1', 'c1'],
      ...['b2', 'b3', 'c2'],
    ]);
    expect(order({ a: [100], b: [60, 60], c: [59, 58] }, 10)).toEqual([...['a1', 'b1', 'b2', 'c1'], 'c2']);
  });

  it('has no more than are wanted, within a turn and between two', () => {
    expect(order({ a: [30, 29, 28], b: [20] }, 1)).toEqual(['a1']);
    expect(order({ a: [30, 29, 28], b: [20] }, 3)).toEqual(['a1', 'a2', 'b1']);
    expect(order({ a: [30], b: [20] }, 0)).toEqual([]);
  });

  it('is empty where nothing was found', () => {
    expect(interleave([], [], 10)).toEqual([]);
  });

  it('takes a code that has no heading for its own', () => {
    const candidates = [9, 8, 7].map((score, document) => ({ document, score }));
    expect(interleave([], candidates, 10)).toEqual(candidates);
  });
});
