import { gramsOf, hashOf, makeLexicon, reverse, skeleton } from '../../../../../domain/hs-codes/search/words/lexicon';
import { runAtOnce } from '../../../../support/postings';

describe('the words of all texts', () => {
  const words = new Map(Object.entries({ tea: 3, cup: 5, a4: 2, teapot: 1, of: 9 }));
  const lexicon = runAtOnce(makeLexicon(words));
  const spelt = (numbers: Iterable<number>): string[] => [...numbers].map((at) => lexicon.words[at] ?? '');

  it('lie in the order of their letters, each with how many texts hold it', () => {
    expect(lexicon.words).toEqual(['a4', 'cup', 'of', 'tea', 'teapot']);
    expect([...lexicon.frequencies]).toEqual([2, 5, 9, 3, 1]);
  });

  it('lie in this order in whichever order they came', () => {
    const unordered = ['tea', 'cup', 'tan', 'cap', 'ten', 'cop'].map((word, at) => [word, at] as const);
    const made = runAtOnce(makeLexicon(unordered));
    expect(made.words).toEqual(['cap', 'cop', 'cup', 'tan', 'tea', 'ten']);
    expect([...made.frequencies]).toEqual([3, 5, 1, 2, 0, 4]);
    expect([...made.byEnding].map((at) => made.words[at])).toEqual(['tea', 'tan', 'ten', 'cap', 'cop', 'cup']);
  });

  it('are guessed at where they have three letters or more and nothing else', () => {
    expect([...lexicon.guessable]).toEqual([0, 1, 0, 1, 1]);
    const mixed = new Map(Object.entries({ '4tea': 1, tea4: 1, 'tea 4': 1, thé: 1 }));
    expect([...runAtOnce(makeLexicon(mixed)).guessable]).toEqual([0, 0, 0, 1]);
  });

  it('lie in the order of their endings too', () => {
    expect(spelt(lexicon.byEnding)).toEqual(['tea', 'cup', 'teapot']);
    expect(reverse('teapot')).toBe('topaet');
  });

  it('are found by groups of three letters', () => {
    const [first = 0] = gramsOf('tea');
    const { starts, words: numbers } = lexicon.grams;
    expect(spelt(numbers.subarray(starts[first], starts[first + 1]))).toEqual(['tea', 'teapot']);
    expect([gramsOf('tea').size, gramsOf('aaaa').size]).toEqual([3, 3]);
  });

  it('are in no group unless they are guessed at', () => {
    const { starts, words: numbers } = lexicon.grams;
    for (const group of gramsOf('of')) expect([...numbers.subarray(starts[group], starts[group + 1])]).toEqual([]);
    expect(numbers).toHaveLength(['cup', 'tea', 'teapot'].join('').length);
  });

  it('lose vowels and double letters as they do on labels', () => {
    expect(skeleton('styling')).toBe(skeleton('stylng'));
    expect(['apple', 'bottle', 'aeon'].map(skeleton)).toEqual(['apl', 'btl', 'an']);
  });

  // Test vectors: Landon Curt Noll, "FNV hash", 32 bits of FNV-1a.
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('have the hash of FNV-1a: "%s"', (text, hash) => expect(hashOf(text)).toBe(hash));
});

describe('a group of three letters', () => {
  /** Five bits for each of the three. */
  const group = (before: number, letter: number, after: number): number => before * 1024 + letter * 32 + after;

  it('is their places in the alphabet, with 0 beyond the word', () => {
    expect([...gramsOf('a')]).toEqual([group(0, 1, 0)]);
    expect([...gramsOf('az')]).toEqual([group(0, 1, 26), group(1, 26, 0)]);
    expect([...gramsOf('tea')]).toEqual([group(0, 20, 5), group(20, 5, 1), group(5, 1, 0)]);
  });

  it('has the five numbers that are left for all other letters', () => {
    const letters = [...'абвгд'].map((letter) => [...gramsOf(letter)][0] ?? 0);
    expect(letters.sort((a, b) => a - b)).toEqual([27, 28, 29, 30, 31].map((letter) => group(0, letter, 0)));
    for (const sign of ['4', '{']) {
      const [only = 0] = gramsOf(sign);
      expect([only >= group(0, 27, 0), only <= group(0, 31, 0)]).toEqual([true, true]);
    }
  });
});

it('putting words in order lets others go on after each twenty of them, in each of five passes', () => {
  const stepsOf = (count: number): number => {
    const words = Array.from({ length: count }, (_, at) => {
      const letters = [at >> 4, at & 15].map((number) => String.fromCharCode(97 + number)).join('');
      return [`ab${letters}yz`, 1] as const;
    });
    return [...makeLexicon(words)].length;
  };
  expect(stepsOf(40) - stepsOf(21)).toBe(0);
  expect(stepsOf(41) - stepsOf(40)).toBe(5);
});

it('putting words in order lets others go on between the beginnings of two letters', () => {
  const stepsOf = (...words: string[]): number => [...makeLexicon(words.map((word) => [word, 1] as const))].length;
  expect(stepsOf('abate', 'acorn') - stepsOf('abate', 'abbey')).toBe(1);
});
