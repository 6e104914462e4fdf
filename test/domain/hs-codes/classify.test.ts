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

describe('the confidence of the others', () => {
  const found = (score: number) => ({ code: String(score), description: '', score, coverage: 1 });

  it('is shared out by their scores, and is none where nobody is there', () => {
    const [first, second, third] = candidatesOf([found(100), found(60), found(50)]);
    const rest = (1 - (first?.confidence ?? 0)) * 0.58;
    const [weightOfSecond, weightOfThird] = [Math.exp(6 * (0.6 - 1)), Math.exp(6 * (0.5 - 1))];
    const share = (weight: number) => (rest * weight) / (weightOfSecond + weightOfThird);
    expect(second?.confidence).toBeCloseTo(share(weightOfSecond), 2);
    expect(third?.confidence).toBeCloseTo(share(weightOfThird), 2);
    expect(candidatesOf([found(100)])).toHaveLength(1);
    expect(candidatesOf([found(0)])).toEqual([]);
  });
});
