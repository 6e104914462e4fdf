import { NameIndex } from '../../../domain/compliance/name-index';
import { matchingOf, scoreOf } from '../../../domain/compliance/score';
import { screenParty, type ScreeningDecision } from '../../../domain/compliance/screen';

/** Invented names beside enough others for the weights of words to tell. */
function index(): NameIndex {
  const made = new NameIndex();
  const entries: [string, string, boolean][] = [
    ['1', 'ZHADREKOV, Quillon Mikhail', false],
    ['2', 'Drovnik Tesh Trading Company LLC', false],
    ['3', 'Абдул Рахман Зорблатов', false],
    ['4', 'Krell', true],
    ...Array.from({ length: 200 }, (_, at): [string, string, boolean] => [
      `o${at}`,
      `Ordinary Trading Word${at} Company`,
      false,
    ]),
  ];
  for (const [entryId, name, isWeak] of entries)
    made.add('imp_1', { entryId, kind: 'person', names: [{ name, isWeak }] });
  return made;
}

const names = index();
const found = (of: NameIndex, name: string, leastScore: number): string[] =>
  of.find(name, leastScore).map((match) => match.name);
const LISTED = { editions: ['imp_1'], hasOfficialList: true };
const screen = (name: string, countries: string[] = []): ScreeningDecision =>
  screenParty({ name, countries }, { ...LISTED, index: names, blockedCountries: new Set(['KP']) }).decision;

/** Source: docs/GAPS.md#P2 */
describe('a text of the payer', () => {
  const said = (text: string): string[] => names.findIn(text).map(({ name }) => name);

  it('is looked through for listed names, in any order of their words', () => {
    expect(said('Invoice 77, charter of quillon mikhail ZHADREKOV, March')).toEqual(['ZHADREKOV, Quillon Mikhail']);
    expect(said('Zhadrekov Quillon Mikhail')).toEqual(['ZHADREKOV, Quillon Mikhail']);
  });

  it('has none where the words do not stand together, are not all there, or are common', () => {
    expect(said('Quillon for the account of Mikhail and Zhadrekov')).toEqual([]);
    expect(said('Quillon Zhadrekov')).toEqual([]);
    expect(said('Krell')).toEqual([]);
    expect(said('Invoice 1001')).toEqual([]);
    expect(said('')).toEqual([]);
  });
});

describe('screening of a name', () => {
  it.each([
    'ZHADREKOV, Quillon Mikhail',
    'Quillon Mikhail Zhadrekov',
    'quillon  mikhail zhadrekov',
    'Quíllon Mikhaïl Zhadrekov',
    'Drovnik Tesh Trading L.L.C.',
    'Drovnik-Tesh Trading Co., Ltd.',
    'Abdul Rahman Zorblatov',
    'Abdulrahman Zorblatov',
  ])('blocks %s', (name) => {
    expect(screen(name)).toBe('blocked');
  });

  it.each(['Quillon Zhadrekov', 'Krell'])('holds %s for a person', (name) => {
    expect(screen(name)).toBe('review');
  });

  it.each([
    ['a letter left out', 'Quillon Mikhail Zhadrkov'],
    ['letters exchanged', 'Quillon Mihkail Zhadrekov'],
    ['another transliteration', 'Kvillon Mihail Jadrekow'],
    ['a known spelling of a given name', 'Quillon Michael Zhadrekov'],
    ['an initial', 'Quillon M. Zhadrekov'],
    ['words as one', 'QuillonMikhail Zhadrekov'],
    ['an article and another vowel', 'Abd ar-Rahman Zorblatof'],
  ])('finds a name in spite of %s', (_what, name) => {
    expect(screen(name)).not.toBe('clear');
  });

  it('finds words that stand in several names of one entry', () => {
    const several = new NameIndex();
    const spellings = ['Zhadrekov, Quillon', 'Ombrasko, Quillon Tesh'].map((name) => ({ name, isWeak: false }));
    several.add('imp_1', { entryId: '1', kind: 'person', names: spellings });
    const rules = { ...LISTED, index: several, blockedCountries: new Set<string>() };
    expect(screenParty({ name: 'Ombrasko Zhadrekov', countries: [] }, rules).decision).toBe('review');
  });

  it.each(['Example Trading Ltd', 'Maria Lopez', 'Quillon Meyer', 'Northern Foods GmbH', '—', ''])(
    'lets "%s" pass',
    (name) => {
      expect(screen(name)).toBe('clear');
    },
  );

  it('blocks a country whatever the name', () => {
    expect(screen('Example Trading Ltd', ['US', 'KP'])).toBe('blocked');
  });

  it('gives the same verdict and candidates each time', () => {
    const again = (): unknown => names.find('Quillon Zhadrekov', 0.5);
    expect(again()).toEqual(again());
  });
});

describe('what is found', () => {
  const indexOf = (...listed: readonly string[]): NameIndex => {
    const made = new NameIndex();
    listed.forEach((name, at) => {
      made.add('imp_1', { entryId: String(at), kind: 'person', names: [{ name, isWeak: at === 0 }] });
    });
    return made;
  };

  it('are names that have a word', () => {
    const of = indexOf('Quillon Zhadrekov', '—');
    expect(of.size).toBe(1);
    expect(of.find('—', 0)).toEqual([]);
  });

  it('is a name with its entry, edition and strength, at 1 for the same words in any order', () => {
    const of = indexOf('Zhadrekov Quillon', 'Drovnik Tesh');
    const facts = { countries: [], birthDates: [], identifiers: [] };
    expect(of.find('Quillon ZHADREKOV', 0.5)).toEqual([
      { editionId: 'imp_1', entryId: '0', name: 'Zhadrekov Quillon', isWeak: true, score: 1, isTelling: true, facts },
    ]);
    expect(of.find('Tesh Drovnik', 0.5)).toMatchObject([{ entryId: '1', isWeak: false, score: 1 }]);
  });

  it('is every entry with the same words, initials alone too', () => {
    const of = indexOf('J. K.', 'K. J.', 'K. L.');
    expect(of.find('K J', 0.9)).toMatchObject([{ score: 1 }, { score: 1 }]);
  });

  it('is not the same where the words have other bounds', () => {
    const [match] = indexOf('Drov Nikzor').find('Drovnik Zor', 0);
    expect(match?.score ?? 0).toBeLessThan(1);
  });

  it.each([
    ['two words as one', 'Quillonzhadrekov Tesh', 'Tesh Quillon Zhadrekov'],
    ['one word as two', 'Tesh Quillon Zhadrekov', 'Quillonzhadrekov Tesh'],
    ['the last and the first word as one', 'Zhadrekov Tesh Quillon', 'Quillonzhadrekov Tesh'],
    ['a particle as a part of its word', 'Aldrovnik Zorblat', 'Zorblat al Drovnik'],
    ['a word with its particle', 'Zorblat al Drovnik', 'Aldrovnik Zorblat'],
  ])('takes %s for the same', (_what, name, listed) => {
    expect(indexOf('Ombrasko Krell', listed).find(name, 0.9)).toMatchObject([{ name: listed }]);
  });

  it.each([
    ['박진혁', ['PAK, Jin Hyok']],
    // A surname and one syllable of a given name are those of very many other people.
    ['박진수', []],
    ['박수혁', []],
  ])('is, of %s, a name with all its syllables', (name, listed) => {
    expect(found(indexOf('PAK, Jin Hyok', 'KIM, Chol', 'RI, Yong Su', 'Drovnik Tesh'), name, 0.725)).toEqual(listed);
  });

  it('takes an initial for nine tenths of what an initial tells', () => {
    const person = matchingOf('person');
    const rare = Math.log(20_000 / 2);
    const comparison = { common: rare + 0.9, askedAlone: 0.1, listedAlone: 0.1 + rare };
    const [match] = indexOf('Q. Zhadrekov Tesh').find('Q Zhadrekov', 0.5);
    expect(match?.score).toBeCloseTo(scoreOf(comparison, person), 9);
  });

  it('is the name of an entry that is nearest, where its names have the words together', () => {
    const of = new NameIndex();
    of.add('imp_1', { entryId: 'alone', kind: 'person', names: [{ name: 'Zhadrekov', isWeak: false }] });
    const several = ['Ombrasko Quillon Tesh Krell', 'Zhadrekov Quillon'].map((name) => ({ name, isWeak: false }));
    of.add('imp_1', { entryId: 'several', kind: 'person', names: several });
    expect(found(of, 'Ombrasko Zhadrekov', 0.7)).toEqual(['Zhadrekov Quillon', 'Zhadrekov']);
  });

  it('comes in order of likeness, down to the least score and no further', () => {
    const of = indexOf('Zhadrekov Quillon Mikhail', 'Zhadrekov Quillon', 'Zhadrekov Tesh');
    const scores = of.find('Quillon Zhadrekov', 0.1).map(({ score }) => score);
    expect(scores).toHaveLength(3);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
    expect(found(of, 'Quillon Zhadrekov', scores[1] ?? 1)).toEqual(['Zhadrekov Quillon', 'Zhadrekov Quillon Mikhail']);
  });

  it('are all that are so much alike, wherever they stand', () => {
    const others = Array.from({ length: 400 }, (_, at) => `Zhadrekov Word${at}`);
    const names = found(indexOf(...others, 'Zhadrekov Quillon'), 'Zhadrekow Quillon', 0.2);
    expect(names[0]).toBe('Zhadrekov Quillon');
    expect(names).toHaveLength(401);
  });

  it('are a thousand names of all and no more', () => {
    const many = Array.from({ length: 1_010 }, (_, at) => ({ name: `Zhadrekov Word${at}`, isWeak: false }));
    const of = new NameIndex();
    of.add('imp_1', { entryId: '1', kind: 'person', names: many });
    expect(found(of, 'Zhadrekov Quillon', 0.1)).toHaveLength(1_000);
  });

  it('are entries of many that have the words in several names, whatever else those have', () => {
    const of = new NameIndex();
    for (let at = 0; at < 40; at += 1) {
      const names = ['Ombrasko Mohammed', `Zhadrekov Ali Word${at}`].map((name) => ({ name, isWeak: false }));
      of.add('imp_1', { entryId: String(at), kind: 'person', names });
    }
    expect(of.find('Ombrasko Zhadrekov Ali Mohammed', 0.7)).toHaveLength(40);
  });
});

describe('the true name among many that share a rare word', () => {
  const amongMany = (listed: string, many: number, other: (at: number) => string): NameIndex => {
    const made = new NameIndex();
    const names = [...Array.from({ length: many }, (_, at) => other(at)), listed];
    names.forEach((name, at) => {
      made.add('imp_1', { entryId: String(at), kind: 'person', names: [{ name, isWeak: false }] });
    });
    return made;
  };

  it.each([
    ['initials', 'M. Q. Zhadrekov', 'Zhadrekov Mikhail Quillon', (at: number) => `Zhadrekov Word${at}`],
    ['initials of words before it', 'Q. Tesh', 'Tesh, Quillon', (at: number) => `Tesh Q${at}`],
    ['initials in the list', 'Mohammed Quillon Tesh', 'Mohammed Q. T.', (at: number) => `Mohammed Word${at}`],
    [
      'words that others have as one',
      'Abdul Zhad Iqbal',
      'Abdul Zhad, Kelm Iqbal',
      (at: number) => `Abdulzhad Word${at}`,
    ],
    ['a slip in a word that is common', 'Zhadre Mohammged', 'Zhadre Mohammed', (at: number) => `Word${at} Mohammed`],
    [
      'a listed slip in a word that is common',
      'Zhadre Mohammed',
      'Zhadre Mohammged',
      (at: number) => `Word${at} Mohammed`,
    ],
  ])('is found in spite of %s', (_what, asked, listed, other) => {
    for (const many of [0, 40, 200]) {
      expect(
        amongMany(listed, many, other)
          .find(asked, 0.725)
          .map(({ name }) => name),
      ).toContain(listed);
    }
  });

  it('is found by initials alone where there are many of them', () => {
    const listed = 'Ombrasko Quillon Zhadrekov Drovnik Tesh Krell Vintaro Kelmish';
    const of = amongMany(listed, 40, (at) => `Ombrasko Word${at}`);
    expect(found(of, 'O. Q. Z. D. T. K. V. K.', 0.725)).toEqual([listed]);
  });
});

describe('a name in its own script, or in initials', () => {
  const listed = new NameIndex();
  const entries: [string, string][] = [
    ['1', 'AL-ZORBLAT, Malik'],
    ['2', 'KIM, Zhong Chol'],
    ['3', 'ZHADREKOV, Juan Felipe Quillon'],
    ['4', 'ZORBLATGRAN'],
    ['5', 'TESHKOV, Quillon Anatolijevich'],
    ...Array.from({ length: 200 }, (_, at): [string, string] => [`o${at}`, `Ordinary Trading Word${at} Company`]),
  ];
  for (const [entryId, name] of entries)
    listed.add('imp_1', { entryId, kind: 'person', names: [{ name, isWeak: false }] });

  it.each([
    ['مالك الزوربلات', 'AL-ZORBLAT, Malik'],
    ['J.F.Q. Zhadrekov', 'ZHADREKOV, Juan Felipe Quillon'],
    ['Zorblatgram', 'ZORBLATGRAN'],
    ['Quillon Teshkov', 'TESHKOV, Quillon Anatolijevich'],
  ])('%s is found', (name, expected) => {
    expect(found(listed, name, 0.725)[0]).toBe(expected);
  });
});
