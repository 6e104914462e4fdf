import {
  compareNames,
  compareWithSeveral,
  isInitial,
  isSyllable,
  joinedWithNext,
  NO_WORD,
  sumOf,
} from '../../../domain/compliance/comparison';
import { nameTokens } from '../../../domain/compliance/names';
import { matchingOf } from '../../../domain/compliance/score';
import { WordIndex } from '../../../domain/compliance/word-index';

const PERSON = matchingOf('person');
/** What a word that stands in one name tells, and one that stands in none. */
const LISTED = Math.log(20_000 / 2);
const UNLISTED = Math.log(20_000);

function listed(index: WordIndex, number: number, name: string) {
  const tokens = nameTokens(name);
  index.countName();
  const idOf = (text: string | null, isWhole: boolean) =>
    text === null ? NO_WORD : index.addTo(number, text, isWhole);
  return {
    words: tokens.map(({ text }) => idOf(text, true)),
    glued: tokens.map(({ glued }) => idOf(glued, false)),
    joined: tokens.map((_, at) => idOf(joinedWithNext(tokens, at), false)),
  };
}

function asked(index: WordIndex, name: string) {
  const tokens = nameTokens(name);
  return tokens.map(({ text }, at) => {
    const together = joinedWithNext(tokens, at);
    return {
      text,
      weight: isInitial(text) ? 1 : index.informationOf(text),
      similar: index.similarTo(text, true),
      joined: together === null ? new Map<number, number>() : index.similarTo(together, false),
    };
  });
}

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

  it('counts a word once, however often it is asked for', () => {
    expect(compare('Quillon Quillon', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED, 9);
  });

  it('finds two words that are written as one', () => {
    expect(compare('Quillonzhadrekov Tesh', 'Quillon Zhadrekov Tesh').common).toBeGreaterThan(2 * LISTED);
    expect(compare('Quillon Zhadrekov Tesh', 'Quillonzhadrekov Tesh').common).toBeGreaterThan(1.9 * LISTED);
  });

  it('takes an initial for nine tenths of what an initial tells', () => {
    expect(compare('Q Zhadrekov', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED + 0.9 * 1, 9);
    expect(compare('M Zhadrekov', 'Quillon Zhadrekov').common).toBeCloseTo(LISTED, 9);
  });
});

describe('what a name has in common with several of one entry', () => {
  const index = new WordIndex();
  const names = [
    listed(index, 0, 'Quillon Zhadrekov'),
    listed(index, 1, 'Ombrasko Drovnik'),
    listed(index, 2, 'Li Wen'),
  ];
  const several = (name: string) => compareWithSeveral(asked(index, name), names, index, PERSON);

  it('is the sum of its words', () => {
    const { common, askedAlone } = several('Ombrasko Zhadrekov');
    expect(common).toBeCloseTo(2 * LISTED, 9);
    expect(askedAlone).toBeCloseTo(0, 9);
  });

  it('is nothing for a single word', () => {
    const { common, askedAlone } = several('Ombrasko Tesh');
    expect(common).toBe(0);
    expect(askedAlone).toBeCloseTo(UNLISTED, 9);
  });

  it('is nothing for syllables', () => expect(several('Li Wen').common).toBe(0));
});

it('initials have one letter and syllables up to three', () => {
  expect(['q', 'qu'].map(isInitial)).toEqual([true, false]);
  expect(['wen', 'weng'].map(isSyllable)).toEqual([true, false]);
});

describe('a word and the next one', () => {
  const joined = (name: string) => nameTokens(name).map((_, at, tokens) => joinedWithNext(tokens, at));
  it('go round, so that the first follows the last', () => {
    expect(joined('Quillon Tesh Krell')).toEqual(['quillontesh', 'teshkrell', 'krellquillon']);
  });
  it('are none for one word, or an initial', () => {
    expect([joined('Quillon'), joined('Q Tesh')]).toEqual([[null], [null, null]]);
  });
});

it('sums numbers', () => expect([sumOf([]), sumOf([1, 2.5])]).toEqual([0, 3.5]));
