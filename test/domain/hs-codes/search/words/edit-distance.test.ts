import fc from 'fast-check';
import { editDistance } from '../../../../../domain/hs-codes/search/words/edit-distance';

/** The distance as its definition says, letter by letter from the end. */
function byDefinition(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const [a, b] = [left.slice(0, -1), right.slice(0, -1)];
  const swapped = left.at(-1) === right.at(-2) && left.at(-2) === right.at(-1) && a !== '' && b !== '';
  return Math.min(
    byDefinition(a, right) + 1,
    byDefinition(left, b) + 1,
    byDefinition(a, b) + (left.at(-1) === right.at(-1) ? 0 : 1),
    ...(swapped ? [byDefinition(a.slice(0, -1), b.slice(0, -1)) + 1] : []),
  );
}

describe('edits between two words', () => {
  it.each([
    ['kitten', 'kitten', 0],
    ['vacum', 'vacuum', 1],
    ['claener', 'cleaner', 1],
    ['telefone', 'telephone', 2],
    ['ab', 'ba', 1],
    ['abc', 'cab', 2],
    ['', 'ab', 2],
    ['ab', '', 2],
    ['kitten', 'sitting', 3],
    ['abcdef', 'ghijkl', 3],
    ['bag', 'telephone', 3],
    [`a${'b'.repeat(70)}a`, `c${'d'.repeat(70)}c`, 3],
  ])('are counted for "%s" and "%s" up to two', (left, right, edits) => {
    expect(editDistance(left, right, 2)).toBe(edits);
  });

  it('are counted in words of 64 letters that differ, and in no longer ones', () => {
    const same = 'e'.repeat(62);
    expect(editDistance(`a${same}b`, `c${same}d`, 3)).toBe(2);
    expect(editDistance(`a${same}b`, `c${same}ed`, 3)).toBe(4);
    expect(editDistance(`a${same}eb`, `c${same}d`, 3)).toBe(4);
  });

  it('are no fewer after longer words that were nearer', () => {
    expect(editDistance('bacx', 'abcy', 3)).toBe(2);
    expect(editDistance('x', 'yzw', 3)).toBe(3);
  });

  it('are as many as the definition says', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 3 }), (left, right, limit) => {
        expect(editDistance(left, right, limit)).toBe(Math.min(byDefinition(left, right), limit + 1));
      }),
    );
  });
});
