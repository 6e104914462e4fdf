/** Letters that a row holds; words with more letters between their common ends count as above the limit. */
const MAX_LETTERS = 64;
const emptyRow = (): Uint8Array => new Uint8Array(MAX_LETTERS + 1);
const ROWS: readonly [Uint8Array, Uint8Array, Uint8Array] = [emptyRow(), emptyRow(), emptyRow()];

/** The length of the common beginning, and of the common end after it. */
function sharedEnds(left: string, right: string): { begin: number; end: number } {
  const shorter = Math.min(left.length, right.length);
  let begin = 0;
  while (begin < shorter && left.charCodeAt(begin) === right.charCodeAt(begin)) begin += 1;
  let end = 0;
  while (end < shorter - begin && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end += 1;
  return { begin, end };
}

/** The edit distance of two texts without common ends; `limit + 1` if it is greater. */
function middleDistance(left: string, right: string, limit: number): number {
  let [beforeLast, last, current] = ROWS;
  for (let column = 0; column <= right.length; column += 1) last[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    current[0] = row;
    let best = row;
    for (let column = 1; column <= right.length; column += 1) {
      const equal = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (equal ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current[column] = cost;
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[right.length] ?? 0, limit + 1);
}

/**
 * Edits between two words; a swap of neighbours counts one. The common beginning and end are left out first: of most
 * similar words, a letter or two remain.
 * @returns the number of edits; `limit + 1` when there are more, or when more than 64 letters remain
 * Source: optimal string alignment distance, a restricted Damerau-Levenshtein distance
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  const { begin, end } = sharedEnds(left, right);
  const [from, to] = [left.slice(begin, left.length - end), right.slice(begin, right.length - end)];
  if (from.length > MAX_LETTERS || to.length > MAX_LETTERS) return limit + 1;
  return middleDistance(from, to, limit);
}
