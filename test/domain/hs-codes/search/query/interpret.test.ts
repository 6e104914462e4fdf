import { buildLexicon, buildPostings } from '../../../../../domain/hs-codes/search/index/build';
import { documentsOf } from '../../../../../domain/hs-codes/search/index/documents';
import { interpret } from '../../../../../domain/hs-codes/search/query/interpret';
import { buildSpeller } from '../../../../../domain/hs-codes/search/words/spelling';
import { indexOf } from '../../../../support/searcher';
import { postingTableOf, runAtOnce } from '../../../../support/postings';

const documents = documentsOf({
  nodes: [
    ['21', 'Food'],
    ['2104', 'Ready-to-eat soups'],
    ['42', 'Leather'],
    ['4202', 'Handbags'],
    ['4203', 'Leather gloves (excluding baseball)'],
    ['59', 'Fabrics'],
    ['5903', 'Leatherette'],
    ['61', 'Clothes'],
    ['6109', 'Tshirts of cotton'],
    ['6204', 'Embroidered trousers'],
    ['8506', 'Batteries'],
    ['8508', 'Vacuum cleaners'],
    ['94', 'Furniture'],
    ['9405', 'Lamps lampshades'],
    ['9506', 'Bats'],
  ].map(([code = '', description = '']) => ({ code, description })),
  names: [],
  national: [],
});
const lexicon = runAtOnce(buildLexicon(documents));
const INDEX = indexOf(
  {
    codes: documents.map(({ code }) => code),
    postings: postingTableOf(runAtOnce(buildPostings(documents))),
    rules: [
      { terms: 'mitten', alternatives: ['gloves', 'glove', 'unheard'], language: null },
      { terms: 'paw protection', alternatives: ['gloves'], language: null },
      { terms: 'wein', alternatives: ['leather'], language: 'de' },
      { terms: 'glas', alternatives: ['gloves'], language: 'de' },
      { terms: 'top shirt', alternatives: ['tshirts cotton'], language: null },
      { terms: 'leder', alternatives: ['leather'], language: 'de' },
      { terms: 'handschuh', alternatives: ['gloves'], language: 'de' },
      { terms: '手套', alternatives: ['gloves'], language: null },
      { terms: '皮革', alternatives: ['leather'], language: null },
      { terms: '一二三四五六七八', alternatives: ['leather'], language: null },
      { terms: '一二三四五六七八九', alternatives: ['gloves'], language: null },
      { terms: 'hoover', alternatives: ['vacuum cleaners'], language: null },
      { terms: 'batteries', alternatives: ['lamps'], language: null },
      { terms: 'hose', alternatives: ['clothes'], language: 'de' },
      { terms: 'lederhose', alternatives: ['trousers'], language: 'de' },
      { terms: 'vacuum', alternatives: ['clothes'], language: 'fr' },
      { terms: 'lamp', alternatives: [], language: null },
      { terms: 'shades', alternatives: [], language: null },
    ],
  },
  [],
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

  it('is a word in the singular and the plural once', () => {
    expect(words('leather glove, one of a pair of gloves')).toEqual(['leather', 'glove', 'pair']);
  });

  it('is no guess at words for how goods look', () => {
    expect(words('beige gloves of lether')).toEqual(['gloves', 'lether']);
  });

  it('is a guess where a word is misspelt', () => {
    expect(ask('lether')).toMatchObject([{ word: 'lether', guessed: true, alternatives: [{ term: LEATHER }] }]);
  });

  it('is nothing for words that only wrap a question', () => {
    expect(words('I would like to import gloves please')).toEqual(['gloves']);
  });

  it('is the parts of a word that is written as one', () => {
    const [vacuum, cleaner] = terms('vacuum cleaners').flat();
    expect(ask('vacuumcleaners')).toMatchObject([
      { word: 'vacuum', guessed: true, alternatives: [{ term: vacuum, weight: 0.8 }] },
      { word: 'cleaners', guessed: true, alternatives: [{ term: cleaner, weight: 0.8 }] },
    ]);
  });

  it('is also two words as one', () => {
    const joined = { term: terms('handbags')[0]?.[0], weight: 0.95 };
    expect(ask('hand bags').find(({ word }) => word === 'bags')?.alternatives).toContainEqual(joined);
    expect(ask('hand bags').find(({ word }) => word === 'hand')?.alternatives).not.toContainEqual(joined);
    expect(ask('bags hand').flatMap(({ alternatives }) => alternatives)).not.toContainEqual(joined);
  });

  it('is also words with hyphens as one', () => {
    const slots = ask('ready-to-eat');
    expect(slots.map(({ word }) => word)).toEqual(['ready', 'eat', 'readytoeat']);
    expect(slots.at(-1)).toMatchObject({ guessed: false, alternatives: [{ term: 'readytoeat', weight: 0.95 }] });
    expect(words('ready-to-go')).not.toContain('readytogo');
  });

  it('is nothing in the index for what texts name only to leave it out', () => {
    expect(ask('basebal')).toMatchObject([{ guessed: true, alternatives: [], rarity: 0 }]);
    expect(ask('baseballgloves')).toMatchObject([{ word: 'baseball', rarity: 0 }, { word: 'gloves' }]);
  });

  it('is wider by a rule of one word, and sure of it', () => {
    expect(ask('mitten')).toMatchObject([
      { word: 'mitten', guessed: false, alternatives: [{ term: GLOVE, weight: 0.8 }] },
    ]);
    expect(ask('mitten')[0]?.alternatives).toEqual([{ term: GLOVE, weight: 0.8 }]);
    expect(ask('mitten')[0]?.rarity).toBeCloseTo(0.8 * (ask('gloves')[0]?.rarity ?? 0), 9);
  });

  it('is wider by a rule for a word that is known itself', () => {
    const [[battery] = [], [lamp] = []] = terms('batteries lamps');
    expect(ask('batteries')[0]?.alternatives).toEqual([
      { term: battery, weight: 1 },
      { term: lamp, weight: 0.8 },
    ]);
  });

  it('is more by a rule of several words that stand in a row, and not otherwise', () => {
    const [tshirt, cotton] = terms('tshirts cotton').flat();
    expect(terms('top shirt').flat()).toEqual(expect.arrayContaining([tshirt, cotton]));
    expect(terms('shirt top').flat()).not.toContain(cotton);
  });

  it('is a word of its own by a rule of several words', () => {
    const slots = ask('paw protection');
    expect(slots.find(({ word }) => word === GLOVE)).toMatchObject({ guessed: true, alternatives: [{ term: GLOVE }] });
    expect(slots.find(({ word }) => word === 'paw')?.alternatives).not.toContainEqual({ term: GLOVE, weight: 0.8 });
  });

  it('is more by a rule that names several words, each once', () => {
    expect(ask('hoover').map(({ guessed }) => guessed)).toEqual([false, true, true]);
    const all = terms('hoover vacuum').flat();
    expect(all).toEqual(expect.arrayContaining(terms('vacuum cleaners').flat()));
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the parts of a German word', () => {
    expect(terms('Lederhandschuhe')).toEqual([[LEATHER], [GLOVE]]);
  });

  it('is sure of a word of another language only beside others of that language', () => {
    const [[cloth = ''] = []] = terms('clothes');
    const [[vacuum = ''] = []] = terms('vacuum cleaners');
    const alternatives = (query: string) => ask(query)[0]?.alternatives;
    expect(alternatives('vacuum')).toEqual([
      { term: vacuum, weight: 1 },
      { term: cloth, weight: 0.5 },
    ]);
    expect(alternatives('vacuum pour homme')).toEqual([
      { term: vacuum, weight: 0.3 },
      { term: cloth, weight: 0.8 },
    ]);
    expect(alternatives('vacuum cleaners')).toEqual([{ term: vacuum, weight: 1 }]);
  });

  it('says of which words nothing is known, whether their spelling is guessed at or not', () => {
    const unknown = (query: string) => ask(query).flatMap((slot) => (slot.unknown ? [slot.word] : []));
    expect(unknown('lether gloves')).toEqual(['lether']);
    expect(unknown('zzzzzz gloves')).toEqual(['zzzzzz']);
    expect(unknown('Sachenleder')).toEqual(['sachen']);
    expect(unknown('Lederhandschuhe, mitten, vacuumcleaners, please')).toEqual([]);
  });

  it('halves guesses at the spelling of English words in another language', () => {
    const weightOf = (query: string) => ask(query).at(-1)?.alternatives[0]?.weight ?? 0;
    expect(weightOf('Lederhose basebat')).toBeCloseTo(weightOf('leather basebat') / 2, 9);
  });

  it('is each word of Chinese, of up to eight letters', () => {
    expect(words('手套皮革')).toEqual(['手套', '皮革']);
    expect(words('一二三四五六七八九')).toEqual(['一二三四五六七八']);
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

  it('completes a short word though it is known, and no other length of text', () => {
    const [[bat = ''] = [], [battery = ''] = []] = terms('bats batteries');
    const whole = { term: bat, weight: 1 };
    const cut = ask('embroidered bat'.padStart(30)).at(-1);
    expect(cut?.alternatives).toEqual([
      { ...whole, weight: 0.8 },
      { term: battery, weight: 0.8 },
    ]);
    expect(ask('embroidered bat'.padStart(28)).at(-1)?.alternatives).toEqual([whole]);
  });

  it('completes a cut word by garments alone where the text speaks of clothes', () => {
    const [bat = '', battery = ''] = terms('bats batteries').flat();
    const [trouser = ''] = terms('trousers').flat();
    expect(terms('zipped tr'.padStart(30)).at(-1)).toEqual([trouser]);
    expect(terms('antiperspirant bat'.padStart(30)).at(-1)).toEqual([bat, battery]);
    expect(terms('zipped bat'.padStart(30)).at(-1)).toEqual([bat, battery]);
  });

  it('takes a cut word for as rare as the commonest that it may stand for', () => {
    const rarityOf = (term: string): number => {
      const found = INDEX.postings.count(term);
      return Math.log(1 + (INDEX.codes.length - found + 0.5) / (found + 0.5));
    };
    const cut = ask('embroidered leath'.padStart(30)).at(-1);
    const [common, rare] = (cut?.alternatives ?? [])
      .map(({ term }) => rarityOf(term))
      .sort((one, other) => one - other);
    expect(rare).toBeGreaterThan(common ?? Infinity);
    expect(cut?.rarity).toBeCloseTo(0.8 * (common ?? 0) * (cut?.weight ?? 0), 9);
  });

  it('completes a word that is known from two letters to six', () => {
    const [lamp = '', shade = ''] = terms('lamps lampshades').flat();
    expect(terms('fine embroidered lamp'.padStart(30)).at(-1)).toEqual([lamp, shade]);
    expect(terms('fine embroidered gl'.padStart(30)).at(-1)).toEqual([GLOVE]);
    expect(terms('fine embroidered g'.padStart(30)).at(-1)).toEqual([]);
    const [cloth = ''] = terms('clothes').flat();
    expect(terms('fine embroidered cloth'.padStart(30)).at(-1)).toEqual([cloth]);
    expect(terms('fine embroidered leather'.padStart(30)).at(-1)).toEqual([LEATHER]);
  });

  it('completes a word that is cut off later, which a guess alone takes for less', () => {
    const [trouser = ''] = terms('trousers').flat();
    expect(ask('embroidered trouse'.padStart(30)).at(-1)?.alternatives).toEqual([{ term: trouser, weight: 0.8 }]);
  });

  it('completes a text of one word, and none without words', () => {
    expect(terms('lamp'.padStart(30))).toEqual([terms('lamps lampshades').flat()]);
    expect(ask(' '.repeat(30))).toEqual([]);
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
