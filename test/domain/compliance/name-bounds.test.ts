import fc from 'fast-check';
import { askedWordsOf } from '../../../domain/compliance/asked-words';
import { compareNames } from '../../../domain/compliance/comparison';
import { NameBounds } from '../../../domain/compliance/name-bounds';
import { nameTokens } from '../../../domain/compliance/names';
import { Rounds } from '../../../domain/compliance/rounds';
import { matchingOf, scoreOf } from '../../../domain/compliance/score';
import { Sums } from '../../../domain/compliance/sums';
import type { ListedKind } from '../../../domain/compliance/watch-list';
import { weighNames } from '../../../domain/compliance/weights';
import { WordIndex } from '../../../domain/compliance/word-index';
import { sumWorths } from '../../../domain/compliance/worths';
import { addListed, anyName, namesAndAsked } from '../../support/listed-names';

interface Judged {
  name: string;
  score: number;
  /** What it is taken to score at most, where that score is asked for; 0 where it is passed over. */
  bound: number;
}

/** Compares a name with each listed one, and asks for the bound at just that score. */
function judge(names: readonly string[], asked: string, kind: ListedKind): Judged[] {
  const words = new WordIndex();
  const listed = names.map((name, number) => addListed(words, { name: number, entry: number }, name));
  const weights = weighNames(listed, words);
  const askedWords = askedWordsOf(nameTokens(asked), words);
  const rounds = new Rounds(words, weights).of(askedWords);
  const sums = new Sums();
  sums.reserve(names.length);
  const sumsOf = new Map<number, [number, number]>();
  const having = ({ names: numbers }: { names: readonly number[] }) => numbers;
  sumWorths(
    rounds,
    () => true,
    { having, sums, wanted: names.keys() },
    (number, ...sum) => sumsOf.set(number, sum),
  );
  const matching = matchingOf(kind);
  return listed.map((one, number) => {
    const score = scoreOf(compareNames(askedWords, one, words, matching), matching);
    const sum = sumsOf.get(number) ?? [0, 0];
    const bounds = new NameBounds(askedWords, rounds, score, { words, weights });
    const bound = bounds.mayReach(number, sum[0]) ? bounds.in(number, { words: one.words, kind }, sum) : 0;
    return { name: names[number] ?? '', score, bound };
  });
}

const boundOf = (asked: string, name: string, ...others: readonly string[]) =>
  judge([name, ...others], asked, 'person')[0] ?? { score: 0, bound: 0 };

describe('what a name scores at most', () => {
  it('is never less than what it scores, and it is not passed over', () => {
    const names = fc.array(anyName, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(namesAndAsked(names), fc.constantFrom<ListedKind>('person', 'organisation'), (given, kind) => {
        for (const { score, bound } of judge(given.names, given.asked, kind)) {
          expect(bound).toBeGreaterThanOrEqual(score - 1e-9);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['an initial for a rare word', 'M. Q. Zhadrekov', 'Zhadrekov Mikhail Quillon'],
    ['a listed initial for a rare word', 'Zhadrekov Mikhail Quillon', 'M. Q. Zhadrekov'],
    ['a slip in a common word', 'Zhadrekov Mohammged', 'Zhadrekov Mohammed'],
    ['a listed slip in a common word', 'Zhadrekov Mohammed', 'Zhadrekov Mohammged'],
    ['two listed words as one', 'Abdulrahmgan', 'Abdul Rahman'],
    ['a slip in two words as one', 'Ahmed Mohammed', 'Ahmedmohammged'],
    ['two words as one that is common', 'Moham Med Zhadrekov', 'Mohammed Zhadrekov'],
    ['a particle that is a part of a rare word', 'Alid Zhadrekov', 'al Id Zhadrekov'],
  ])('covers %s', (_what, asked, name) => {
    const { score, bound } = boundOf(asked, name, 'Mohammed Ahmed', 'Abdul Rahman Ali');
    expect(score).toBeGreaterThan(0.3);
    expect(bound).toBeGreaterThanOrEqual(score - 1e-9);
  });

  it.each([
    ['of two words that both names have, and may have as one', 'Abdul Zhad Iqbal', 'Abdul Zhad Krell'],
    ['of an initial that no listed word begins with', 'Z. Quillon Tesh', 'Quillon Tesh'],
    ['of words that another initial stands for', 'Q. Q. Tesh', 'Tesh Quillon Krell'],
    ['of words that are the same', 'Zhadrekov Tesh', 'Tesh Quillon'],
  ])('is just what it scores %s', (_what, asked, name) => {
    const { score, bound } = boundOf(asked, name, 'Abdulzhad Vintaro');
    expect(bound).toBeCloseTo(score, 3);
  });
});
