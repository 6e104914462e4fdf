import { askedWordsOf } from '../../../domain/compliance/asked-words';
import {
  compareNames,
  compareWithSeveral,
  isInitial,
  joinedWithNext,
  NO_WORD,
  scoreOfOneWord,
  sumOf,
} from '../../../domain/compliance/comparison';
import { nameTokens } from '../../../domain/compliance/names';
import { matchingOf, strengthOf } from '../../../domain/compliance/score';
import { WordIndex } from '../../../domain/compliance/word-index';

const PERSON = matchingOf('person');
/** Share of a word that one of the same sound stands for. */
const SAME_SOUND = strengthOf(0.98, PERSON);
/** What a word that stands in one name tells, and one that stands in none. */
const LISTED = Math.log(20_000 / 2);
const UNLISTED = Math.log(20_000);

function listed(index: WordIndex, number: number, name: string) {
  const tokens = nameTokens(name);
  index.countName();
  const idOf = (text: string | null, isWhole: boolean) =>
    text === null ? NO_WORD : index.addTo({ name: number, entry: 0 }, text, isWhole);
  return {
    words: tokens.map(({ text }) => idOf(text, true)),
    glued: tokens.map(({ glued }) => idOf(glued, false)),
    ended: tokens.map(({ ended }) => idOf(ended, false)),
    joined: tokens.map((_, at) => idOf(joinedWithNext(tokens, at), false)),
  };
}

const asked = (index: WordIndex, name: string) => askedWordsOf(nameTokens(name), index);

function compare(askedName: string, listedName: string) {
  const index = new WordIndex();
  const words = listed(index, 0, listedName);
  return compareNames(asked(index, askedName), words, index, PERSON);
}

describe('what two names have in common', () => {
  it('is everything for the same words in any order', () => {
    const { common, askedAlone, listedAlone } = compare('Zhadrekov Quillon', 'Quillon Zhadrekov');
    expect(common).toBeCloseTo(2 * LISTED, 9);
    expect([askedAlone, listedAlone].map((nats) => Math.round(nats * 1e6))).toEqual([0, 0]);
  });

  it('leaves the words that one of them has alone', () => {
    const { common, askedAlone, listedAlone } = compare('Quillon Drovnik', 'Quillon Zhadrekov');
    expect(common).toBeCloseTo(LISTED, 9);
    expect(askedAlone).toBeCloseTo(UNLISTED, 9);
    expect(listedAlone).toBeCloseTo(LISTED, 9);
  });

  it('counts a word once, however often it is asked for or listed', () => {
    expect(compare('Quillon Quillon', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED, 9);
    expect(compare('Quillon Zhadrekov', 'Quillon Quillon').common).toBeCloseTo(LISTED, 9);
  });

  it('leaves of a word that sounds alike what it does not stand for', () => {
    const { common, askedAlone, listedAlone } = compare('Quillon Zhadrekow', 'Quillon Zhadrekov');
    expect(common).toBeCloseTo((1 + SAME_SOUND) * LISTED, 9);
    expect(askedAlone).toBeCloseTo((1 - SAME_SOUND) * LISTED, 9);
    expect(listedAlone).toBeCloseTo((1 - SAME_SOUND) * LISTED, 9);
  });

  it('is nothing of names that have no word alike', () => {
    const { common, askedAlone, listedAlone } = compare('Drovnik Tesh', 'Quillon Zhadrekov');
    expect(common).toBe(0);
    expect([askedAlone, listedAlone]).toEqual([expect.closeTo(2 * UNLISTED, 9), expect.closeTo(2 * LISTED, 9)]);
  });

  it('takes the word that is most alike, and two words as one before each of them', () => {
    expect(compare('Zhadrekow Zhadrekov', 'Zhadrekov').common).toBeCloseTo(LISTED, 9);
    const { common, askedAlone } = compare('Quillon Zhadrekov', 'Quillonzhadrekov Quillon');
    expect(common).toBeCloseTo(LISTED, 9);
    expect(askedAlone).toBeCloseTo(0, 9);
  });

  it('takes no word for a part of two others', () => {
    expect(compare('Quillon Tesh Krell', 'Quillontesh Teshkrell').common).toBeCloseTo(LISTED, 9);
    const { common, listedAlone } = compare('Quillontesh Teshkrell', 'Quillon Tesh Krell');
    expect(common).toBeCloseTo(UNLISTED, 9);
    expect(listedAlone).toBeCloseTo(LISTED, 9);
  });

  it('finds the last word written as one with the first', () => {
    const { common, askedAlone } = compare('Zhadrekov Tesh Quillon', 'Quillonzhadrekov Tesh');
    expect(common).toBeCloseTo(2 * LISTED, 9);
    expect(askedAlone).toBeCloseTo(0, 9);
  });

  it('finds a word that is written as one with the particle before it', () => {
    expect(compare('Aldrovnik Zorblat', 'Zorblat al Drovnik').common).toBeCloseTo(2 * LISTED, 9);
  });

  it('finds two words that are written as one', () => {
    expect(compare('Quillonzhadrekov Tesh', 'Quillon Zhadrekov Tesh').common).toBeGreaterThan(2 * LISTED);
    expect(compare('Quillon Zhadrekov Tesh', 'Quillonzhadrekov Tesh').common).toBeGreaterThan(1.9 * LISTED);
  });

  it('finds an article that is written as one with the word before it, on either side', () => {
    expect(compare('Zhadr-ul-Quillon', 'Zhadrul Quillon').common).toBeCloseTo(2 * LISTED, 9);
    expect(compare('Zhadrul Quillon', 'Zhadr-ul-Quillon').common).toBeCloseTo(2 * LISTED, 9);
  });

  it('takes an initial for nine tenths of what an initial tells', () => {
    expect(compare('Q Zhadrekov', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED + 0.9 * 1, 9);
    expect(compare('Quillon Zhadrekov', 'Q Zhadrekov').common).toBeCloseTo(LISTED + 0.9 * 1, 9);
    expect(compare('M Zhadrekov', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED, 9);
    expect(compare('Qesh Zhadrekov', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED, 9);
  });
});

describe('what a name has in common with several of one entry', () => {
  const index = new WordIndex();
  const names = [
    listed(index, 0, 'Quillon Zhadrekov'),
    listed(index, 1, 'Ombrasko Drovnik'),
    listed(index, 2, 'Li Wen'),
  ];
  listed(index, 3, 'Vintaro Kelmish');
  const several = (name: string) => compareWithSeveral(asked(index, name), names, index, PERSON);

  it('is the sum of its words', () => {
    const { common, askedAlone } = several('Ombrasko Zhadrekov');
    expect(common).toBeCloseTo(2 * LISTED, 9);
    expect(askedAlone).toBeCloseTo(0, 9);
  });

  it('leaves of a word that sounds alike what it does not stand for', () => {
    const { common, askedAlone } = several('Ombrasko Zhadrekow');
    expect(common).toBeCloseTo((1 + SAME_SOUND) * LISTED, 9);
    expect(askedAlone).toBeCloseTo((1 - SAME_SOUND) * LISTED, 9);
  });

  it('is nothing for words of another entry', () => expect(several('Vintaro Kelmish').common).toBe(0));

  it('is nothing for a single word', () => {
    const { common, askedAlone } = several('Ombrasko Tesh');
    expect(common).toBe(0);
    expect(askedAlone).toBeCloseTo(UNLISTED, 9);
  });

  it('is nothing for syllables, but for companies, whose acronyms are as short', () => {
    const acronyms = [listed(index, 3, 'Zqt Group'), listed(index, 4, 'Drovnik Tesh')];
    const ofCompany = (name: string) =>
      compareWithSeveral(asked(index, name), acronyms, index, matchingOf('organisation')).common;
    expect(several('Li Wen').common).toBe(0);
    expect(several('Zqt Drovnik').common).toBe(0);
    expect(ofCompany('Zqt Drovnik')).toBeGreaterThan(LISTED);
  });
});

it('initials have one letter', () => expect(['q', 'qu'].map(isInitial)).toEqual([true, false]));

describe('a word and the next one', () => {
  const joined = (name: string) => nameTokens(name).map((_, at, tokens) => joinedWithNext(tokens, at));
  it('go round, so that the first follows the last', () => {
    expect(joined('Quillon Tesh Krell')).toEqual(['quillontesh', 'teshkrell', 'krellquillon']);
  });
  it('are none for one word, or an initial', () => {
    expect([joined('Quillon'), joined('Q Tesh')]).toEqual([[null], [null, null]]);
    expect(joined('Quillon Tesh')).toEqual(['quillontesh', 'teshquillon']);
  });
});

it('sums numbers', () => expect([sumOf([]), sumOf([1, 2.5])]).toEqual([0, 3.5]));

describe('names of one word', () => {
  it.each([
    ['Zhadrekov', 'Zhadrekow', true],
    ['Zhadrekv', 'Zhadrekov', true],
    ['Drovnik', 'Zhadrekov', false],
    ['Zhadrekov', 'Zhadrekow Tesh', false],
    ['Zhadrekov Tesh', 'Zhadrekow', false],
    // Very many have it.
    ['Mohammad', 'Mohammed', false],
    ['Teshk', 'Teshkk', false],
  ])('%s beside %s are looked at by a person: %s', (askedName, listedName, expected) => {
    const index = new WordIndex();
    const words = listed(index, 0, listedName);
    expect(scoreOfOneWord(asked(index, askedName), words, index) > 0).toBe(expected);
  });
});
