import { assembleIndex } from '../../../../domain/hs-codes/search/assemble';
import { buildLexicon, buildPostings } from '../../../../domain/hs-codes/search/build';
import { documentsOf } from '../../../../domain/hs-codes/search/documents';
import { interpret } from '../../../../domain/hs-codes/search/interpret';
import { buildSpeller } from '../../../../domain/hs-codes/search/spelling';
import { runAtOnce } from '../../../../lib/portions';

const documents = documentsOf({
  nodes: [
    ['42', 'Leather'],
    ['4202', 'Handbags'],
    ['4203', 'Leather gloves'],
    ['61', 'Clothes'],
    ['6109', 'Tshirts of cotton'],
    ['6204', 'Embroidered trousers'],
    ['8508', 'Vacuum cleaners'],
  ].map(([code = '', description = '']) => ({ code, description })),
  names: [],
  national: [],
});
const lexicon = buildLexicon(documents);
const INDEX = runAtOnce(
  assembleIndex({
    codes: documents.map(({ code }) => code),
    postings: buildPostings(documents),
    lexicon,
    names: [],
    rules: [
      { terms: 'mitten', alternatives: ['gloves'] },
      { terms: 'top shirt', alternatives: ['tshirts cotton'] },
      { terms: 'leder', alternatives: ['leather'] },
      { terms: 'handschuhe', alternatives: ['gloves'] },
      { terms: '手套', alternatives: ['gloves'] },
      { terms: 'hoover', alternatives: ['vacuum cleaners'] },
    ],
  }),
);
const SPELLER = runAtOnce(buildSpeller(lexicon));
const ask = (query: string) => interpret(INDEX, SPELLER, query);
const terms = (query: string) => ask(query).map(({ alternatives }) => alternatives.map(({ term }) => term));
const words = (query: string) => ask(query).map(({ word }) => word);
const [GLOVE] = terms('gloves')[0] ?? [];
const [LEATHER] = terms('leather')[0] ?? [];

describe('what a query asks for', () => {
  it('is its words, those that are known for certain', () => {
    expect(ask('leather gloves')).toMatchObject([
      { word: 'leather', guessed: false, alternatives: [{ weight: 1 }] },
      { word: 'gloves', guessed: false, alternatives: [{ weight: 1 }] },
    ]);
  });

  it('is the rarer a word the fewer documents have it', () => {
    const [gloves] = ask('gloves');
    const documentsWithIt = 1;
    const expected = Math.log(1 + (INDEX.codes.length - documentsWithIt + 0.5) / (documentsWithIt + 0.5));
    expect(gloves?.rarity).toBeCloseTo(expected * (gloves?.weight ?? 0), 9);
  });

  it('is each word once', () => expect(words('gloves gloves leather')).toEqual(['gloves', 'leather']));

  it('is a guess where a word is misspelt', () => {
    expect(ask('lether')).toMatchObject([{ word: 'lether', guessed: true, alternatives: [{ term: LEATHER }] }]);
  });

  it('is nothing for words that only wrap a question', () => {
    expect(words('I would like to import gloves please')).toEqual(['gloves']);
  });

  it('is the parts of a word that is written as one', () => {
    expect(ask('vacuumcleaners').map(({ word, guessed }) => [word, guessed])).toEqual([
      ['vacuum', true],
      ['cleaners', true],
    ]);
  });

  it('is also two words as one', () => {
    expect(terms('hand bags').flat()).toContain(terms('handbags')[0]?.[0]);
    expect(ask('hand bags').flatMap(({ alternatives }) => alternatives)).toContainEqual(
      expect.objectContaining({ weight: 0.95 }),
    );
  });

  it('is wider by a rule of one word, and sure of it', () => {
    expect(ask('mitten')).toMatchObject([
      { word: 'mitten', guessed: false, alternatives: [{ term: GLOVE, weight: 0.8 }] },
    ]);
    expect(ask('mitten')[0]?.rarity).toBeCloseTo(0.8 * (ask('gloves')[0]?.rarity ?? 0), 9);
  });

  it('is more by a rule of several words that stand in a row, and not otherwise', () => {
    const [tshirt, cotton] = terms('tshirts cotton').flat();
    expect(terms('top shirt').flat()).toEqual(expect.arrayContaining([tshirt, cotton]));
    expect(terms('shirt top').flat()).not.toContain(cotton);
  });

  it('is more by a rule that names several words, each once', () => {
    const all = terms('hoover vacuum').flat();
    expect(all).toEqual(expect.arrayContaining(terms('vacuum cleaners').flat()));
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the parts of a German word of which both are known', () => {
    expect(terms('Lederhandschuhe')).toEqual([[LEATHER], [GLOVE]]);
    expect(terms('Ledernhandschuhe')).toEqual([[LEATHER], [GLOVE]]);
  });

  it('is the longest known words of Chinese', () => {
    expect(words('真手套好')).toEqual(['手套']);
    expect(terms('真手套好')).toEqual([[GLOVE]]);
  });

  it('completes the last word of a text that was cut after 29 or 30 characters', () => {
    const [trouser = ''] = terms('trousers').flat();
    const cut = 'a very fine embroidered trou';
    expect(terms(cut.padStart(30)).flat()).toContain(trouser);
    expect(terms(cut.padStart(29)).flat()).toContain(trouser);
    expect(ask(cut.padStart(30)).at(-1)?.alternatives).toContainEqual({ term: trouser, weight: 0.8 });
  });

  it('weighs its words by their place', () => {
    const [gloves, cotton] = ask('gloves, packed in cotton');
    expect(gloves?.weight).toBeGreaterThan(cotton?.weight ?? 0);
  });

  it('has 24 words at most', () => {
    const many = Array.from({ length: 26 }, (_, at) => `leather${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}q`);
    expect(words(`${many.join(' ')} gloves`)).not.toContain('gloves');
    expect(words(`${many.slice(0, 23).join(' ')} gloves`)).toContain('gloves');
  });
});
