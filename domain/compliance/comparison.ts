import type { NameToken } from './names';
import { COMMON_INFORMATION, JOINED_SIMILARITY, strengthOf, type Comparison, type Matching } from './score';
import type { WordIndex } from './word-index';

/** Stands where there is no word. */
export const NO_WORD = -1;

/** A word of the asked name with the listed words that it is like. */
export interface AskedWord {
  text: string;
  /** What it tells, in nats. */
  weight: number;
  /** How much it is like listed words, by their ids, 0..1. */
  similar: ReadonlyMap<number, number>;
  /** The same of it and the next one written as one. */
  joined: ReadonlyMap<number, number>;
}

/** A listed name as ids of its words; of each with the particles before it, or after it; of each and the next one as one. */
export interface ListedWords {
  words: readonly number[];
  glued: readonly number[];
  ended: readonly number[];
  joined: readonly number[];
}

interface Pair {
  asked: readonly number[];
  listed: readonly number[];
  strength: number;
}

/** @returns whether a word is an initial: one letter */
export function isInitial(text: string): boolean {
  return text.length === 1;
}

/** A word joined with the next one, or the last with the first; null if there is no other, or one is an initial. */
export function joinedWithNext(tokens: readonly NameToken[], at: number): string | null {
  const [one, next] = [tokens[at]?.text, tokens[(at + 1) % tokens.length]?.text];
  if (one === undefined || next === undefined || tokens.length < 2 || isInitial(one) || isInitial(next)) return null;
  return one + next;
}

/** @returns the sum of the values; 0 of none */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Every pair of an asked and a listed word that are similar, or of which one is the initial of the other. */
function similarPairs(asked: readonly AskedWord[], listed: ListedWords, index: WordIndex, matching: Matching): Pair[] {
  const pairs: Pair[] = [];
  const { words, glued, ended, joined } = listed;
  asked.forEach(({ text, similar, joined: joinedAsked }, at) => {
    words.forEach((id, place) => {
      const asParticles = similar.get(glued[place] ?? NO_WORD) ?? 0;
      const asArticle = similar.get(ended[place] ?? NO_WORD) ?? 0;
      const similarity = Math.max(similar.get(id) ?? 0, asParticles, asArticle);
      const isShort = isInitial(text) || isInitial(index.textOf(id));
      const initial = isShort && text.charAt(0) === index.textOf(id).charAt(0) ? matching.initial : 0;
      const strength = Math.max(initial, strengthOf(similarity, matching));
      if (strength > 0) pairs.push({ asked: [at], listed: [place], strength });
      const together = joinedAsked.get(id) ?? 0;
      if (together >= JOINED_SIMILARITY) {
        const both = [at, (at + 1) % asked.length];
        pairs.push({ asked: both, listed: [place], strength: strengthOf(together, matching) });
      }
      const apart = similar.get(joined[place] ?? NO_WORD) ?? 0;
      if (apart >= JOINED_SIMILARITY) {
        const both = [place, (place + 1) % words.length];
        pairs.push({ asked: [at], listed: both, strength: strengthOf(apart, matching) });
      }
    });
  });
  const worthOf = ({ asked: left, listed: right, strength }: Pair): number => strength * (left.length + right.length);
  return pairs.sort((left, right) => worthOf(right) - worthOf(left));
}

/**
 * Compares two names word by word. Each word is paired once, the most similar pairs first.
 * @returns how much information they have in common, and how much each has alone
 */
export function compareNames(
  asked: readonly AskedWord[],
  listed: ListedWords,
  index: WordIndex,
  matching: Matching,
): Comparison {
  const askedWeights = asked.map(({ weight }) => weight);
  const listedWeights = listed.words.map((id) => index.weightOf(id));
  const comparison = { common: 0, askedAlone: sumOf(askedWeights), listedAlone: sumOf(listedWeights) };
  const [usedAsked, usedListed] = [new Set<number>(), new Set<number>()];
  for (const pair of similarPairs(asked, listed, index, matching)) {
    if (pair.asked.some((at) => usedAsked.has(at)) || pair.listed.some((at) => usedListed.has(at))) continue;
    const ofAsked = sumOf(pair.asked.map((at) => askedWeights[at] ?? 0));
    const ofListed = sumOf(pair.listed.map((at) => listedWeights[at] ?? 0));
    // What a slip makes of a common word is rare, and yet tells no more than the common word.
    const least = Math.min(ofAsked, ofListed);
    comparison.common += pair.strength * least;
    comparison.askedAlone -= ofAsked - (1 - pair.strength) * least;
    comparison.listedAlone -= ofListed - (1 - pair.strength) * least;
    pair.asked.forEach((at) => usedAsked.add(at));
    pair.listed.forEach((at) => usedListed.add(at));
  }
  return comparison;
}

/** What one word has to be like another one, and how long, for both to be looked at by a person: no other word helps. */
const LIKE_ALONE = 0.82;
const LEAST_LETTERS_ALONE = 6;
/** Above what is reviewed, far below what is blocked. */
const SCORE_ALONE = 0.74;

/** @returns a score for two names of one word each, as of companies and groups; 0 for others, and for common words */
export function scoreOfOneWord(asked: readonly AskedWord[], { words }: ListedWords, index: WordIndex): number {
  const [word] = asked;
  const [id] = words;
  if (word === undefined || id === undefined || asked.length + words.length > 2) return 0;
  const isCommon = Math.min(word.weight, index.weightOf(id)) <= COMMON_INFORMATION;
  if (isCommon || word.text.length < LEAST_LETTERS_ALONE) return 0;
  return (word.similar.get(id) ?? 0) >= LIKE_ALONE ? SCORE_ALONE : 0;
}

/**
 * Compares an asked name with the words of all names of an entry. Each asked word takes the best of them, which others
 * may take, too. Nothing is in common if fewer than two asked words took one. Words that only the entry has do not
 * count: `listedAlone` is 0.
 */
export function compareWithSeveral(
  asked: readonly AskedWord[],
  names: readonly ListedWords[],
  index: WordIndex,
  matching: Matching,
): Comparison {
  const ids = new Set(names.flatMap(({ words }) => words));
  const comparison = { common: 0, askedAlone: 0, listedAlone: 0 };
  let wordsInCommon = 0;
  for (const { text, weight, similar } of asked) {
    let [common, alone] = [0, weight];
    for (const id of text.length < matching.ofSeveral.leastLetters ? [] : ids) {
      const similarity = similar.get(id);
      if (similarity === undefined) continue;
      const strength = strengthOf(similarity, matching);
      const least = Math.min(weight, index.weightOf(id));
      if (strength * least > common) [common, alone] = [strength * least, (1 - strength) * least];
    }
    comparison.common += common;
    comparison.askedAlone += alone;
    if (common > 0) wordsInCommon += 1;
  }
  return wordsInCommon < 2 ? { ...comparison, common: 0 } : comparison;
}
