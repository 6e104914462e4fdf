import {
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

describe('what must be in common', () => {
  const best = (common: number, total: number) =>
    Math.max(...MATCHINGS.map((matching) => scoreOf({ common, askedAlone: total - common, listedAlone: 0 }, matching)));

  it.each([0.4, 0.5, 0.725, 0.85])('for a score of %d is enough for it, and less is not', (score) => {
    const least = leastInCommon(score, 20);
    expect(best(least, 20)).toBeCloseTo(score, 5);
    expect(best(least * 0.99, 20)).toBeLessThan(score);
    expect(leastInCommon(score, 40)).toBeGreaterThan(least);
  });

  it('is more than there is where no name can be alike', () => {
    expect(leastInCommon(0.9, 1)).toBe(Infinity);
    expect(leastInCommon(0.1, 1)).toBeLessThan(1);
  });

  it('with several names of one entry is less for companies, which may have all of it', () => {
    const least = leastOfSeveral(0.725);
    const whole = { common: least, askedAlone: 0, listedAlone: 0 };
    expect(Math.max(...MATCHINGS.map((matching) => scoreOfSeveral(whole, matching)))).toBeCloseTo(0.725, 9);
    expect(leastOfSeveral(0.9)).toBeCloseTo(-7.2 * Math.log(0.1), 9);
    expect(leastOfSeveral(1)).toBe(Infinity);
  });
});
