/** Puts a value into a binary heap, of which the first is the least, in place of the first. */
function replaceLeast(heap: Float64Array, value: number): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child += 1;
    if ((heap[child] ?? 0) >= value) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
}

/**
 * Among thousands, quicker than sorting them.
 * @param count at least 1
 * @returns the least of the `count` greatest values; of all where there are no more
 */
export function leastOfGreatest(values: Float64Array, count: number): number {
  const heap = values.slice(0, count).sort();
  for (let at = heap.length; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value > (heap[0] ?? 0)) replaceLeast(heap, value);
  }
  return heap[0] ?? 0;
}
