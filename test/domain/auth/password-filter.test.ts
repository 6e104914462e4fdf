import { addText, foldedWord, hasText, wordsOf, type TextFilter } from '../../../domain/auth/password-filter';

describe('a filter of texts', () => {
  it('has every text that was added, and next to no other', () => {
    const filter: TextFilter = { bits: 20_000, hashes: 14, bytes: new Uint8Array(2_500) };
    for (let index = 0; index < 1_000; index += 1) addText(filter, `in ${index}`);
    const found = (name: string) =>
      Array.from({ length: 1_000 }, (_, index) => hasText(filter, `${name} ${index}`)).filter(Boolean).length;
    expect(found('in')).toBe(1_000);
    // At 20 bits a text and 14 hashes one in some ten thousand is taken for another.
    expect(found('out')).toBeLessThanOrEqual(3);
  });
});

it('a word is folded to letters that its signs stand for', () => {
  expect(foldedWord('P@$$w0rd')).toBe(foldedWord('password'));
  expect(foldedWord('He1!o')).toBe(foldedWord('hello'));
});

describe('the words of a password', () => {
  it.each([
    ['Passw0rd2026!', 'password'],
    ['$ummer2026!!', 'summer'],
    ['12monkey34567', 'monkey'],
    ['summersummer', 'summer'],
    ['hell02026!!!', 'hello'],
  ])('%s has %s', (password, word) => {
    expect(wordsOf(password)).toContain(foldedWord(word));
  });

  it('are none where letters are too few, or where signs stand between them', () => {
    expect(wordsOf('abc923456789')).toEqual([]);
    expect(wordsOf('837465019283')).toEqual([]);
    expect(wordsOf('blue-kettle-9')).toEqual([]);
  });
});
