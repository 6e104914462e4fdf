import { buildSpeller, type Speller } from '../../../../../domain/hs-codes/search/words/spelling';
import { runAtOnce } from '../../../../support/postings';

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
    expect(many.completions('ca', 2)).toEqual(['cargo', 'card', 'carp', 'cart']);
    expect(many.completions('c', 2)).toEqual([]);
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

  it('finds a word by its ending where its beginning is misspelt', () => {
    expect(speller.guesses('xleaner')).toEqual([{ word: 'cleaner', weight: 0.95 }]);
  });

  it('guesses at words of four letters, and not of three', () => {
    expect(speller.guesses('bagg')).toEqual([{ word: 'bag', weight: 0.95 }]);
    expect(speller.guesses('bax')).toEqual([]);
  });

  it('looks for two edits, and for missing vowels, only where one edit finds nothing', () => {
    expect(speller.guesses('stybinq')).toEqual([{ word: 'styling', weight: 0.6 }]);
    for (const other of ['plaster', 'plentor']) {
      const near = spellerOf(new Map(Object.entries({ planter: 5, [other]: 1 })));
      expect(near.guesses(other === 'plaster' ? 'plantar' : 'plantir')).toEqual([{ word: 'planter', weight: 0.95 }]);
    }
  });

  it('is surest of an edit, then of others, then of what begins alike', () => {
    const words = spellerOf(new Map(Object.entries({ hands: 2, handy: 9, handbag: 5 })));
    expect(words.guesses('hand')).toEqual([
      { word: 'handy', weight: 0.95 },
      { word: 'hands', weight: 0.7 },
      { word: 'handbag', weight: 0.6 },
    ]);
  });

  it('completes with equally common words in the order of the alphabet', () => {
    const words = spellerOf(new Map(['cart', 'card', 'care'].map((word) => [word, 1])));
    expect(words.completions('car')).toEqual(['card', 'care', 'cart']);
  });

  it('takes no word that shares less than about a third for alike', () => {
    expect(spellerOf(new Map([['handle', 1]])).guesses('handkerchief')).toEqual([]);
  });

  it('is surer of what shares more groups of three letters', () => {
    const words = spellerOf(new Map(['phonology', 'telegraphers'].map((word) => [word, 1])));
    const [first, second] = words.guesses('phonographers');
    expect([first?.word, second?.word]).toEqual(['telegraphers', 'phonology']);
    // Of 13 groups, seven are among the twelve of the first, and four among the nine of the second.
    expect(first?.weight).toBeCloseTo(0.6 * ((2 * 7) / (13 + 12)), 9);
    expect(second?.weight).toBeCloseTo(0.6 * ((2 * 4) / (13 + 9)), 9);
  });
});
