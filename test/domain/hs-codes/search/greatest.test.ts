import fc from 'fast-check';
import { leastOfGreatest } from '../../../../domain/hs-codes/search/greatest';

describe('the least of the greatest values', () => {
  it('is what stands at its place once all are sorted', () => {
    const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 20 }), (all, count) => {
        const sorted = [...all].sort((left, right) => right - left);
        expect(leastOfGreatest(Float64Array.from(all), count)).toBe(sorted[Math.min(count, all.length) - 1]);
      }),
      { numRuns: 500 },
    );
  });

  it('is 0 of none, and leaves the values as they are', () => {
    expect(leastOfGreatest(new Float64Array(0), 3)).toBe(0);
    const values = Float64Array.of(3, 1, 2, 5);
    expect(leastOfGreatest(values, 2)).toBe(3);
    expect([...values]).toEqual([3, 1, 2, 5]);
  });
});
