import { candidatesOf, suggestedCode } from '../../../domain/hs-codes/classify';

describe('confidence of a classification', () => {
  const found = (score: number, coverage = 1) => ({ code: String(score), description: '', score, coverage });

  it('is high where one code leads and lower where several are alike', () => {
    const [leader] = candidatesOf([found(100), found(20)]);
    const alike = candidatesOf([found(100), found(99), found(98)]);
    expect(leader?.confidence).toBeGreaterThan(0.8);
    expect(alike[0]?.confidence).toBeLessThan(0.5);
    expect(alike.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThan(1);
  });

  it('is held back where the description is not covered', () => {
    const [covered, half] = [candidatesOf([found(100)]), candidatesOf([found(100, 0.3)])];
    expect(half[0]?.confidence).toBeLessThan(covered[0]?.confidence ?? 0);
  });

  it('never rises below the best result', () => {
    const confidences = candidatesOf(Array.from({ length: 10 }, () => found(100, 0.2))).map((one) => one.confidence);
    expect(Math.max(...confidences)).toBe(confidences[0]);
  });

  it('suggests no code where even the best is too unsure', () => {
    expect(suggestedCode(candidatesOf([found(100), found(20)]))).toBe('100');
    expect(suggestedCode(candidatesOf(Array.from({ length: 10 }, () => found(100, 0.2))))).toBeNull();
    expect(suggestedCode([])).toBeNull();
  });

  it('has no candidates without matches', () => {
    expect(candidatesOf([])).toEqual([]);
  });
});

describe('the confidence of each', () => {
  const COVERAGE = 0.2;
  const found = (score: number) => ({ code: String(score), description: '', score, coverage: COVERAGE });

  /** The regression on share and coverage that is published with the search. */
  it('is the regression for the best, and for the others what is left, by their scores', () => {
    const scores = [100, 90, 80, 70, 60];
    const weights = scores.map((score) => Math.exp(6 * (score / 100 - 1)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const best = 1 / (1 + Math.exp(-(1.35 + 3.08 * Math.log(1 / total) + 0.47 * COVERAGE)));
    const rest = (weight: number) => ((1 - best) * 0.68 * weight) / (total - 1);
    const expected = weights.map((weight, at) => (at === 0 ? best : Math.min(best, rest(weight))));
    expect(candidatesOf(scores.map(found)).map(({ confidence }) => confidence)).toEqual(
      expected.map((confidence) => Number(confidence.toFixed(3))),
    );
    expect(expected.some((confidence) => confidence > 0 && confidence < best)).toBe(true);
  });

  it('is that of the best alone where there is no other, and there is none where nothing fits', () => {
    expect(candidatesOf([found(100)])).toHaveLength(1);
    expect([candidatesOf([found(0)]), candidatesOf([found(-1)])]).toEqual([[], []]);
  });
});

it('a code is suggested from a confidence of 0.05 on', () => {
  const candidate = (confidence: number) => [{ code: '610910', description: '', confidence }];
  expect([suggestedCode(candidate(0.05)), suggestedCode(candidate(0.049))]).toEqual(['610910', null]);
});
