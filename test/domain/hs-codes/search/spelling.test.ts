import { buildSpeller, editDistance, skeleton, type Speller } from '../../../../domain/hs-codes/search/spelling';
import { runAtOnce } from '../../../../lib/portions';

function spellerOf(lexicon: ReadonlyMap<string, number>): Speller {
  return runAtOnce(buildSpeller(lexicon));
}

describe('spelling', () => {
  const speller = spellerOf(
    new Map([
      ['vacuum', 9],
      ['cleaner', 9],
      ['styling', 4],
      ['sterling', 4],
      ['telephone', 7],
      ['hand', 5],
      ['bag', 6],
      ['seismograph', 1],
    ]),
  );
  const guesses = (word: string): string[] => speller.guesses(word).map((guess) => guess.word);

  it.each([
    ['kitten', 'kitten', 0],
    ['vacum', 'vacuum', 1],
    ['claener', 'cleaner', 1],
    ['telefone', 'telephone', 2],
  ])('counts the edits between %s and %s', (left, right, edits) => {
    expect(editDistance(left, right, 2)).toBe(edits);
  });

  it('stops counting above its limit', () => {
    expect(editDistance('bag', 'telephone', 2)).toBe(3);
  });

  it.each([
    ['vacum', 'vacuum'],
    ['claener', 'cleaner'],
    ['telefone', 'telephone'],
    ['tele', 'telephone'],
    ['stylng', 'styling'],
    ['seismometer', 'seismograph'],
  ])('takes %s for %s', (written, meant) => {
    expect(guesses(written)).toContain(meant);
  });

  it('takes short words only for those that begin alike', () => {
    const short = spellerOf(new Map(['cable', 'table', 'safe'].map((word) => [word, 1])));
    const words = (written: string): string[] => short.guesses(written).map(({ word }) => word);
    expect(words('cabel')).toEqual(['cable']);
    expect(words('dable')).toEqual([]);
    expect(words('cafe')).toEqual([]);
  });

  it('is surest of the commonest word at one edit', () => {
    const near = spellerOf(new Map(Object.entries({ grate: 9, gate: 2 })));
    const [first, second] = near.guesses('garte').concat(near.guesses('gatte'));
    expect(first?.word).toBe('grate');
    expect(first?.weight).toBeGreaterThan(second?.weight ?? 1);
  });

  it('takes a misspelt word for one word sooner than for two', () => {
    const words = spellerOf(new Map(['surgical', 'suri', 'cal'].map((word) => [word, 3])));
    expect(words.split('surical')).toBeNull();
    expect(words.guesses('surical')[0]?.word).toBe('surgical');
  });

  it('finds short words of which two letters changed places', () => {
    const short = spellerOf(new Map([['paper', 5]]));
    expect(short.guesses('ppaer')[0]?.word).toBe('paper');
  });

  it('makes no guess at what is like nothing', () => {
    expect(guesses('zzzzqqqq')).toEqual([]);
    expect(guesses('xq')).toEqual([]);
  });

  it('splits compounds of known words', () => {
    expect(speller.split('handbag')).toEqual(['hand', 'bag']);
    expect(speller.split('handbook')).toBeNull();
  });

  it('drops the vowels that labels drop', () => {
    expect(skeleton('styling')).toBe(skeleton('stylng'));
  });

  it.each([
    ['ab', 'ba', 1],
    ['abc', 'cab', 2],
    ['', 'ab', 2],
    ['ab', '', 2],
    ['kitten', 'sitting', 3],
    ['abcdef', 'ghijkl', 3],
  ])('counts the edits between "%s" and "%s" up to two', (left, right, edits) => {
    expect(editDistance(left, right, 2)).toBe(edits);
  });

  it.each([
    ['vacum', 'vacuum', 0.95],
    ['telefone', 'telephone', 0.6],
    ['tele', 'telephone', 0.6],
  ])('is for %s sure of %s by %d', (written, word, weight) => {
    expect(speller.guesses(written)[0]).toEqual({ word, weight });
  });

  it('is half sure of a word without its vowels, and less of one that is merely alike', () => {
    const few = spellerOf(new Map([['embroidered', 3]]));
    expect(few.guesses('embrdrd')).toEqual([{ word: 'embroidered', weight: 0.5 }]);
    const [alike] = speller.guesses('seismometer');
    expect(alike?.word).toBe('seismograph');
    // Five of eleven and eleven groups of three letters are shared.
    expect(alike?.weight).toBeCloseTo(0.6 * ((2 * 5) / 22), 9);
  });

  it('completes three letters or more with the four commonest words', () => {
    const many = spellerOf(new Map(['care', 'cart', 'carp', 'card', 'cargo', 'dart'].map((word, at) => [word, at])));
    expect(many.completions('car')).toEqual(['cargo', 'card', 'carp', 'cart']);
    expect([many.completions('ca'), many.completions('cat'), many.completions('zzz')]).toEqual([[], [], []]);
  });

  it('splits where both parts are commonest, of three letters at least', () => {
    const parts = spellerOf(new Map(Object.entries({ tea: 9, cup: 9, teac: 1, ups: 5, te: 9, acup: 9 })));
    expect(parts.split('teacup')).toEqual(['tea', 'cup']);
    expect(parts.split('teacups')).toEqual(['teac', 'ups']);
    expect(parts.split('teac')).toBeNull();
  });

  it('guesses at words of letters alone', () => {
    const mixed = spellerOf(new Map(Object.entries({ a4paper: 3, paper: 3, ab: 3 })));
    expect(mixed.guesses('papper').map(({ word }) => word)).toEqual(['paper']);
    expect(mixed.completions('a4p')).toEqual([]);
  });
});
