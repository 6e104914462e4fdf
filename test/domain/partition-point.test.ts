import { partitionPoint } from '../../domain/partition-point';

describe('binary search', () => {
  it.each([
    [[], 5, 0],
    [[1, 3, 5], 0, 0],
    [[1, 3, 5], 3, 1],
    [[1, 3, 5], 4, 2],
    [[1, 3, 5], 9, 3],
  ])('in %j for %i ends at %i', (numbers: number[], wanted, expected) => {
    expect(partitionPoint(numbers.length, (at) => (numbers[at] ?? 0) < wanted)).toBe(expected);
  });
});
