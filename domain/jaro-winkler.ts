/** Share of the distance that a common beginning takes off, for each of its first letters. Source: Winkler, 1990 */
const PREFIX_SHARE = 0.1;
const PREFIX_LENGTH = 4;

/** The letters that two words have in common at about the same place, in the order of each word. */
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
