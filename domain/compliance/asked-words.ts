import { isInitial, joinedWithNext, type AskedWord } from './comparison';
import type { NameToken } from './names';
import { INITIAL_INFORMATION } from './score';
import type { WordIndex } from './word-index';

const NONE: ReadonlyMap<number, number> = new Map();

/** @returns what either map has, and the greater value of what both have */
function mergeByMaximum(
  left: ReadonlyMap<number, number>,
  right: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  if (right.size === 0) return left;
  const both = new Map(left);
  for (const [id, value] of right) both.set(id, Math.max(value, both.get(id) ?? 0));
  return both;
}

/** The words of a screened name, each with the similar words of the watch lists. */
export function askedWordsOf(tokens: readonly NameToken[], words: WordIndex): AskedWord[] {
  const nearlyOne = (text: string | null): ReadonlyMap<number, number> =>
    text === null ? NONE : words.nearlyOneWith(text);
  return tokens.map(({ text, glued, ended }, at) => {
    // Every name has an initial in common with a great many.
    const isPassed = isInitial(text) && tokens.length > 1;
    const alone = isPassed ? NONE : words.similarTo(text);
    const similar = [nearlyOne(glued), nearlyOne(ended)].reduce(mergeByMaximum, alone);
    const weight = isInitial(text) ? INITIAL_INFORMATION : words.informationOf(text);
    return { text, weight, similar, joined: nearlyOne(joinedWithNext(tokens, at)) };
  });
}
