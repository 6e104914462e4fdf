import fc from 'fast-check';
import { Sums } from '../../../domain/compliance/sums';
import { sumWorths, NO_WORTHS, type Round, type Worth, type Worths } from '../../../domain/compliance/worths';

const NAMES = 12;
type Sum = [name: number, common: number, freed: number];

const worthsOf = (all: readonly Worth[]): Worths => ({
  all,
  common: Math.max(0, ...all.map(({ common }) => common)),
  freed: Math.max(0, ...all.map(({ freed }) => freed)),
});
const roundOf = (...all: readonly Worth[]): Round => ({ alone: worthsOf(all), joined: NO_WORTHS });
const worth = (names: readonly number[], common: number, freed = 0): Worth => ({ names, entries: [], common, freed });

/** Enough is so much in common, and less by half of what is freed. */
const enough =
  (least: number) =>
  (common: number, freed: number): boolean =>
    common + freed / 2 >= least;

function added(rounds: readonly Round[], least: number, wanted: readonly number[] = []): Sum[] {
  const found: Sum[] = [];
  const sums = new Sums();
  sums.reserve(NAMES);
  sumWorths(rounds, enough(least), { having: ({ names }) => names, sums, wanted }, (...sum) => found.push(sum));
  sums.take(() => found.push([-1, -1, -1]));
  return found.sort(([left], [right]) => left - right);
}

/** The same of every name by looking at each. */
function addedPlainly(rounds: readonly Round[]): Sum[] {
  return Array.from({ length: NAMES }, (_, name): Sum => {
    const sum = (of: 'common' | 'freed'): number =>
      rounds.reduce((total, { alone, joined }) => {
        const values = [...alone.all, ...joined.all].filter(({ names }) => names.includes(name));
        return total + Math.max(0, ...values.map((value) => value[of]));
      }, 0);
    return [name, sum('common'), sum('freed')];
  });
}

describe('adding up what words are worth', () => {
  const name = fc.nat(NAMES - 1);
  const worths = fc
    .array(
      fc.record({
        names: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
        common: fc.integer({ min: 1, max: 9 }),
        freed: fc.nat(9),
      }),
      { maxLength: 3 },
    )
    .map((all) => worthsOf(all.map((one) => ({ ...one, entries: [] }))));
  const rounds = fc.array(fc.record({ alone: worths, joined: worths }), { maxLength: 4 });
  const least = fc.integer({ min: 1, max: 20 }).map((nats) => nats + 0.25);

  it('finds all that looking at every name finds, with the same sums', () => {
    fc.assert(
      fc.property(rounds, least, fc.uniqueArray(name, { maxLength: 2 }), (given, nats, wanted) => {
        const [found, all] = [added(given, nats, wanted), addedPlainly(given)];
        expect(all).toEqual(expect.arrayContaining(found));
        const isDue = ([at, common, freed]: Sum): boolean => enough(nats)(common, freed) || wanted.includes(at);
        expect(found).toEqual(expect.arrayContaining(all.filter(isDue)));
        expect(new Set(found.map(([at]) => at)).size).toBe(found.length);
      }),
      { numRuns: 300 },
    );
  });

  it('counts a common word where a rarer one is, and makes nothing of it alone', () => {
    expect(added([roundOf(worth([0, 1, 2, 3], 2)), roundOf(worth([2, 4], 9))], 5)).toEqual([
      [2, 11, 0],
      [4, 9, 0],
    ]);
  });

  it('looks for a common word where it is enough together with what it frees', () => {
    const rounds = (freed: number): Round[] => [roundOf(worth([0, 1, 2], 2, freed)), roundOf(worth([2, 4], 9))];
    expect(added(rounds(7), 5).map(([at]) => at)).toEqual([0, 1, 2, 4]);
    expect(added(rounds(5), 5).map(([at]) => at)).toEqual([2, 4]);
  });
});
