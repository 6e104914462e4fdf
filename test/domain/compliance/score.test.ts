import fc from 'fast-check';
import {
  greatestScoreOf,
  isTelling,
  LEAST_LETTERS_OF_SEVERAL,
  leastInCommon,
  leastOfSeveral,
  MATCHINGS,
  matchingOf,
  scoreOf,
  scoreOfSeveral,
  strengthOf,
} from '../../../domain/compliance/score';

const PERSON = matchingOf('person');
const COMPANY = matchingOf('organisation');

/** Source: docs/GAPS.md#P13 */
describe('a name that is enough by itself', () => {
  it.each([
    [[9, 3], true],
    [[4.5, 7.6], true],
    [[4.5, 7.4], false],
    [[4.5, 4.5, 4.5, 4.5], false],
    [[9.2], false],
    [[], false],
  ])('of words that tell %j nats: %s', (weights, expected) => expect(isTelling(weights)).toBe(expected));
});

it('vessels and aircraft are compared as organisations are', () => {
  expect([matchingOf('vessel'), matchingOf('aircraft')]).toEqual([COMPANY, COMPANY]);
  expect(PERSON).not.toEqual(COMPANY);
});

describe('how much of a word another one stands for', () => {
  it.each(MATCHINGS)('is nothing below the least similarity, and all of it for the same word', (matching) => {
    expect(strengthOf(matching.leastSimilarity - 0.001, matching)).toBe(0);
    expect(strengthOf(matching.leastSimilarity, matching)).toBeGreaterThan(0);
    expect(strengthOf(1, matching)).toBeCloseTo(1, 12);
  });

  it('grows with the similarity', () => {
    expect(strengthOf(0.9, PERSON)).toBeGreaterThan(strengthOf(0.8, PERSON));
  });
});

describe('the score of two names', () => {
  it('is none where they have nothing in common', () => {
    expect(scoreOf({ common: 0, askedAlone: 5, listedAlone: 5 }, PERSON)).toBe(0);
    expect(scoreOfSeveral({ common: 0, askedAlone: 5, listedAlone: 5 }, PERSON)).toBe(0);
  });

  it('is never quite certain', () => {
    expect(scoreOf({ common: 1_000, askedAlone: 0, listedAlone: 0 }, PERSON)).toBe(0.9999);
    expect(scoreOfSeveral({ common: 1_000, askedAlone: 0, listedAlone: 0 }, COMPANY)).toBe(0.94);
  });

  it('is that of the formula: what is in common against the rest, by how much it tells', () => {
    const rest = 0.2 * 2 + 0.26 * 3;
    const expected = (9 / (9 + rest)) * (1 - Math.exp(-9 / 3.7));
    expect(scoreOf({ common: 9, askedAlone: 2, listedAlone: 3 }, PERSON)).toBeCloseTo(expected, 12);
    const several = 0.876 * (9 / (9 + 0.13 * 2)) * (1 - Math.exp(-9 / 5.8));
    expect(scoreOfSeveral({ common: 9, askedAlone: 2, listedAlone: 3 }, PERSON)).toBeCloseTo(several, 12);
  });

  it('is not raised by a rest below nothing', () => {
    const whole = scoreOf({ common: 9, askedAlone: 0, listedAlone: 0 }, PERSON);
    expect(scoreOf({ common: 9, askedAlone: -1, listedAlone: -1 }, PERSON)).toBe(whole);
  });
});

describe('a score of names that are not compared yet', () => {
  it('is that of the comparison where all is known', () => {
    const comparison = { common: 9, askedAlone: 2, listedAlone: 3 };
    const estimate = { common: 9, freed: 0, asked: 11, listed: 12 };
    for (const matching of MATCHINGS) {
      expect(greatestScoreOf(estimate, matching)).toBeCloseTo(scoreOf(comparison, matching), 12);
    }
  });

  it('takes what is freed from what stands alone, where that counts more', () => {
    const estimate = { common: 9, freed: 2, asked: 11, listed: 12 };
    const rest = (0.2 * 2 + 0.26 * 3 - 0.26 * 2) / 0.2;
    expect(greatestScoreOf(estimate, PERSON)).toBeCloseTo(
      scoreOf({ common: 9, askedAlone: rest, listedAlone: 0 }, PERSON),
      12,
    );
    expect(greatestScoreOf({ ...estimate, freed: 100 }, PERSON)).toBe(
      scoreOf({ common: 9, askedAlone: 0, listedAlone: 0 }, PERSON),
    );
  });

  it('has no more in common than either name has', () => {
    const whole = { common: 9, askedAlone: 0, listedAlone: 0 };
    expect(greatestScoreOf({ common: 20, freed: 0, asked: 9, listed: 9 }, PERSON)).toBe(scoreOf(whole, PERSON));
    expect(greatestScoreOf({ common: 0, freed: 9, asked: 9, listed: 9 }, PERSON)).toBe(0);
    expect(greatestScoreOf({ common: 1_000, freed: 0, asked: 1_000, listed: 1_000 }, PERSON)).toBe(0.9999);
  });

  it('is never less than that of words however they are paired', () => {
    const nats = fc.double({ min: 1, max: 10, noNaN: true });
    const pair = fc.record({ asked: nats, listed: nats, strength: fc.double({ min: 0, max: 1, noNaN: true }) });
    const alone = fc.tuple(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), alone, fc.constantFrom(...MATCHINGS), (pairs, rest, matching) => {
        const comparison = { common: 0, askedAlone: rest[0], listedAlone: rest[1] };
        const estimate = { common: 0, freed: 0, asked: rest[0], listed: rest[1] };
        for (const { asked, listed, strength } of pairs) {
          const least = Math.min(asked, listed);
          comparison.common += strength * least;
          comparison.askedAlone += (1 - strength) * least;
          comparison.listedAlone += (1 - strength) * least;
          estimate.common += strength * least;
          estimate.freed += Math.abs(asked - listed);
          estimate.asked += asked;
          estimate.listed += listed;
        }
        expect(greatestScoreOf(estimate, matching)).toBeGreaterThanOrEqual(scoreOf(comparison, matching) - 1e-9);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what must be in common', () => {
  const best = (common: number, alone: number) =>
    Math.max(...MATCHINGS.map((matching) => scoreOf({ common, askedAlone: alone, listedAlone: 0 }, matching)));

  it.each([0.4, 0.5, 0.725, 0.85])('for a score of %d is enough for it, and less is not', (score) => {
    const least = leastInCommon(score, { total: 20, freed: 0 });
    expect(best(least, 20 - least)).toBeCloseTo(score, 5);
    expect(best(least * 0.99, 20 - least * 0.99)).toBeLessThan(score);
    expect(leastInCommon(score, { total: 40, freed: 0 })).toBeGreaterThan(least);
  });

  it('is the less the more of the asked name is freed', () => {
    const least = leastInCommon(0.725, { total: 20, freed: 6 });
    expect(best(least, 14 - least)).toBeCloseTo(0.725, 5);
    expect(best(leastInCommon(0.725, { total: 20, freed: 20 }), 0)).toBeCloseTo(0.725, 5);
  });

  it('is more than there is where no name can be alike', () => {
    expect(leastInCommon(0.9, { total: 1, freed: 1 })).toBe(Infinity);
    expect(leastInCommon(0.1, { total: 1, freed: 0 })).toBeLessThan(1);
  });

  it('has words of three letters count across names, for companies', () => expect(LEAST_LETTERS_OF_SEVERAL).toBe(3));

  it('with several names of one entry is less for companies, which may have all of it', () => {
    const least = leastOfSeveral(0.725);
    const whole = { common: least, askedAlone: 0, listedAlone: 0 };
    expect(Math.max(...MATCHINGS.map((matching) => scoreOfSeveral(whole, matching)))).toBeCloseTo(0.725, 9);
    expect(leastOfSeveral(0.9)).toBeCloseTo(-7.2 * Math.log(0.1), 9);
    expect(leastOfSeveral(1)).toBe(Infinity);
  });
});
