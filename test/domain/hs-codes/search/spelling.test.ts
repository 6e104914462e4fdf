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
});
