/** Share of the distance that a common beginning takes off, for each of its first letters. Source: Winkler, 1990 */
const PREFIX_SHARE = 0.1;
const PREFIX_LENGTH = 4;

/** Letters that both have at about the same place, in the order of each. */
function commonLetters(left: string, right: string): [string[], string[]] {
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const used = new Array<boolean>(right.length).fill(false);
  const inLeft: string[] = [];
  for (let at = 0; at < left.length; at += 1) {
    const letter = left.charAt(at);
    for (let other = Math.max(0, at - reach); other <= Math.min(right.length - 1, at + reach); other += 1) {
      if (used[other] === true || right.charAt(other) !== letter) continue;
      used[other] = true;
      inLeft.push(letter);
      break;
    }
  }
  return [inLeft, [...right].filter((_letter, at) => used[at] === true)];
}

/** @returns similarity of two words, 0..1. Source: Jaro, 1989; Winkler, 1990 */
export function jaroWinkler(left: string, right: string): number {
  if (left === right) return 1;
  const [inLeft, inRight] = commonLetters(left, right);
  const common = inLeft.length;
  if (common === 0) return 0;
  const swapped = inLeft.filter((letter, at) => inRight[at] !== letter).length / 2;
  const jaro = (common / left.length + common / right.length + (common - swapped) / common) / 3;
  let prefix = 0;
  while (prefix < PREFIX_LENGTH && prefix < left.length && left.charAt(prefix) === right.charAt(prefix)) prefix += 1;
  return jaro + prefix * PREFIX_SHARE * (1 - jaro);
}

/** @returns share of the longer word that needs no change. Source: Levenshtein, 1966 */
function editSimilarity(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= right.length; other += 1) {
      const changed = (row[other - 1] ?? 0) + (left.charAt(at - 1) === right.charAt(other - 1) ? 0 : 1);
      next.push(Math.min(changed, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[right.length] ?? 0) / Math.max(left.length, right.length);
}

/** Below this two words are different words. */
export const LEAST_SIMILARITY = 0.82;
/** An initial stands for a word, or for another one with the same letter. */
export const INITIAL_SIMILARITY = 0.85;
/** Two words with the same consonants are spellings of one where the words are alike too. */
const SAME_SKELETON = 0.93;
const TELLING_SKELETON = 3;
const LIKE_SPELLING = 0.72;
/** Words of this length have no room for a slip: `ban` and `bat` differ. */
const SHORT = 3;
/** A slip or another spelling adds no more letters. */
const MOST_ADDED = 4;

/** A word and its consonants. */
export interface Word {
  text: string;
  skeleton: string;
}

/** @returns how much two words of names are the same, 0..1; 0 below the least that counts */
export function wordSimilarity(left: Word, right: Word): number {
  if (left.text === right.text) return 1;
  const [shorter, longer] = [left.text.length, right.text.length].sort((one, other) => one - other);
  if (shorter === undefined || longer === undefined || shorter <= SHORT || longer - shorter > MOST_ADDED) return 0;
  if (/\d/.test(left.text + right.text)) return 0;
  const winkler = jaroWinkler(left.text, right.text);
  const isSpelling = left.skeleton.length >= TELLING_SKELETON && left.skeleton === right.skeleton;
  if (isSpelling && winkler >= LIKE_SPELLING) return SAME_SKELETON;
  if (winkler < LEAST_SIMILARITY) return 0;
  const similarity = (winkler + editSimilarity(left.text, right.text)) / 2;
  return similarity >= LEAST_SIMILARITY ? similarity : 0;
}
