/**
 * Binary search.
 * @param holds a condition that holds for all positions before some position, and for none from it on
 * @returns that position, `length` where it holds for all
 */
export function partitionPoint(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
