import fc from 'fast-check';
import { Sums } from '../../../domain/compliance/sums';
import { addUp, type Having, type Round, type Worths } from '../../../domain/compliance/worths';

const WORDS = 6;
const rounded = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/** Which of the names have a word. */
const havingIn =
  (names: readonly (readonly number[])[]): Having =>
  (word) =>
    names.flatMap((words, name) => (words.includes(word) ? [name] : []));

function added(
  rounds: readonly Round[],
  least: number,
  names: readonly (readonly number[])[],
  wanted: readonly number[] = [],
): [number, number][] {
  const found: [number, number][] = [];
  const sums = new Sums();
  sums.reserve(names.length);
  addUp(rounds, least, { having: havingIn(names), sums, wanted }, (name, sum) => found.push([name, rounded(sum)]));
  sums.take(0, () => found.push([-1, -1]));
  return found.sort(([left], [right]) => left - right);
}

const worthIn = ({ words, worths }: Worths, word: number): number => worths[words.indexOf(word)] ?? 0;

/** The same by looking at every name. */
function addedPlainly(
  rounds: readonly Round[],
  least: number,
  names: readonly (readonly number[])[],
  wanted: readonly number[] = [],
): [number, number][] {
  return names.flatMap((words, name): [number, number][] => {
    const ofRound = ({ alone, joined }: Round): number =>
      Math.max(0, ...words.map((word) => Math.max(worthIn(alone, word), worthIn(joined, word))));
    const sum = rounds.reduce((total, round) => total + ofRound(round), 0);
    return sum >= least || wanted.includes(name) ? [[name, rounded(sum)]] : [];
  });
}

describe('adding up what words are worth', () => {
  const worths = fc
    .uniqueArray(fc.tuple(fc.nat(WORDS - 1), fc.integer({ min: 1, max: 9 })), {
      selector: ([word]) => word,
      maxLength: 3,
    })
    .map((pairs): Worths => ({ words: pairs.map(([word]) => word), worths: pairs.map(([, worth]) => worth) }));
  const round = fc.record({ alone: worths, joined: worths });
  const name = fc.uniqueArray(fc.nat(WORDS - 1), { maxLength: 4 });

  it('finds what looking at every name finds, with the same sums', () => {
    const cases = fc.tuple(
      fc.array(round, { maxLength: 4 }),
      fc.array(name, { maxLength: 12 }),
      fc.integer({ min: 1, max: 20 }).map((least) => least + 0.5),
      fc.uniqueArray(fc.nat(11), { maxLength: 2 }),
    );
    fc.assert(
      fc.property(cases, ([rounds, names, least, numbers]) => {
        const wanted = numbers.filter((number) => number < names.length);
        expect(added(rounds, least, names, wanted)).toEqual(addedPlainly(rounds, least, names, wanted));
      }),
      { numRuns: 300 },
    );
  });

  it('counts a common word where a rarer one is, and makes nothing of it alone', () => {
    const rounds = [0, 1].map((word) => ({
      alone: { words: [word], worths: [word === 0 ? 2 : 9] },
      joined: { words: [], worths: [] },
    }));
    expect(added(rounds, 5, [[0], [0], [0, 1], [0], [1]])).toEqual([
      [2, 11],
      [4, 9],
    ]);
  });
});
