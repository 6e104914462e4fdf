import { nameTokens, skeletonOf } from './names';
import { INITIAL_SIMILARITY, wordSimilarity, type Word } from './similarity';
import type { WatchListEntry } from './watch-list';

/** A listed name that is like the one that was asked for. */
export interface NameMatch {
  editionId: string;
  entryId: string;
  name: string;
  isWeak: boolean;
  /** 0..1; 1 for the same words in any order. */
  score: number;
}

interface IndexedName extends Omit<NameMatch, 'score'> {
  tokens: readonly string[];
}

/** Listed names that are compared as a whole; those with most in common come first. */
const MAX_COMPARED = 60;
/** A listed name is compared where words of at least this share of its weight, or of the asked one's, are alike. */
const LEAST_SHARE = 0.4;
/** An initial tells little. */
const INITIAL_WEIGHT = 0.3;
/** Two words are one where they are joined letter for letter, or nearly so: `abdul rahman` beside `abdulrahman`. */
const JOINED_SIMILARITY = 0.95;
/** A name that is so much in common stands in the other one whole. */
const WHOLE = 0.97;
/** Consonants from which on one of them may be missing. */
const LONG_SKELETON = 4;

/** How much the asked name's words, and two of them taken together, are like listed words. */
type Likeness = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Pair {
  asked: readonly number[];
  listed: readonly number[];
  similarity: number;
}

/** A key and the key without each of its letters: two words that differ in one letter share one of them. */
function keysOf(skeleton: string): string[] {
  const keys = new Set([skeleton]);
  for (let at = 0; skeleton.length >= LONG_SKELETON && at < skeleton.length; at += 1) {
    keys.add(skeleton.slice(0, at) + skeleton.slice(at + 1));
  }
  return [...keys];
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function isInitial(token: string | undefined): boolean {
  return token?.length === 1;
}

/** Neighbours written as one word. */
function joinedTokens(tokens: readonly string[]): string[] {
  return tokens
    .slice(1)
    .flatMap((token, before) =>
      isInitial(token) || isInitial(tokens[before]) ? [] : [(tokens[before] ?? '') + token],
    );
}

function pairsOf(asked: readonly string[], listed: readonly string[], likeness: Likeness): Pair[] {
  const pairs: Pair[] = [];
  const likenessOf = (left: string, right: string): number => likeness.get(left)?.get(right) ?? 0;
  asked.forEach((left, at) => {
    listed.forEach((right, place) => {
      const isShort = isInitial(left) || isInitial(right);
      const initials = isShort && left.charAt(0) === right.charAt(0) ? INITIAL_SIMILARITY : 0;
      const similarity = left === right ? 1 : Math.max(initials, likenessOf(left, right));
      if (similarity > 0) pairs.push({ asked: [at], listed: [place], similarity });
      if (isShort) return;
      const twoAsked = likenessOf(left + (asked[at + 1] ?? ''), right);
      if (at + 1 < asked.length && twoAsked >= JOINED_SIMILARITY) {
        pairs.push({ asked: [at, at + 1], listed: [place], similarity: twoAsked });
      }
      const twoListed = likenessOf(left, right + (listed[place + 1] ?? ''));
      if (place + 1 < listed.length && twoListed >= JOINED_SIMILARITY) {
        pairs.push({ asked: [at], listed: [place, place + 1], similarity: twoListed });
      }
    });
  });
  return pairs.sort((left, right) => right.similarity - left.similarity);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * Both names have to be in common. Where one of them stands in the other whole, as a name without its middle part does,
 * what the other one has beside it counts less.
 * @param shares of the weight of the asked and of the listed name that is in common, 0..1 each
 */
function scoreOf([asked, listed]: readonly [number, number], wordsInCommon: number): number {
  if (asked + listed === 0) return 0;
  const isWhole = Math.max(asked, listed) >= WHOLE && wordsInCommon > 1;
  return isWhole ? (asked + listed) / 2 : (2 * asked * listed) / (asked + listed);
}

/**
 * The names of watch lists, found by words that are spelled or sound alike. It is filled once and then only asked.
 * Source: docs/GAPS.md#P13
 */
export class NameIndex {
  private readonly names: IndexedName[] = [];
  private readonly postings = new Map<string, number[]>();
  private readonly wordsByKey = new Map<string, Word[]>();
  private readonly weights = new Map<string, number>();
  private totals: number[] = [];

  /** Number of names. */
  get size(): number {
    return this.names.length;
  }

  add(editionId: string, { entryId, names }: Pick<WatchListEntry, 'entryId' | 'names'>): void {
    this.totals = [];
    this.weights.clear();
    for (const { name, isWeak } of names) {
      const tokens = nameTokens(name);
      if (tokens.length === 0) continue;
      const at = this.names.push({ editionId, entryId, name, isWeak, tokens }) - 1;
      for (const text of new Set([...tokens, ...joinedTokens(tokens)])) {
        if (!this.postings.has(text)) this.addWord(text);
        append(this.postings, text, at);
      }
    }
  }

  private addWord(text: string): void {
    const word = { text, skeleton: skeletonOf(text) };
    for (const key of keysOf(word.skeleton)) append(this.wordsByKey, key, word);
  }

  /** How much a word tells: rare ones tell most. */
  private weightOf(word: string): number {
    const known = this.weights.get(word);
    if (known !== undefined) return known;
    const frequency = this.postings.get(word)?.length ?? 0;
    const weight = Math.log(2 + this.names.length / (1 + frequency)) * (isInitial(word) ? INITIAL_WEIGHT : 1);
    // Only listed words: what is asked for is without end.
    if (frequency > 0) this.weights.set(word, weight);
    return weight;
  }

  private weigh(tokens: readonly string[]): number[] {
    return tokens.map((token) => this.weightOf(token));
  }

  private totalOf(at: number): number {
    const known = this.totals[at];
    if (known !== undefined) return known;
    const total = sumOf(this.weigh(this.names[at]?.tokens ?? []));
    this.totals[at] = total;
    return total;
  }

  private similarWords(text: string): Map<string, number> {
    const found = new Map<string, number>();
    const asked = { text, skeleton: skeletonOf(text) };
    for (const key of keysOf(asked.skeleton)) {
      for (const word of this.wordsByKey.get(key) ?? []) {
        if (found.has(word.text)) continue;
        found.set(word.text, wordSimilarity(asked, word));
      }
    }
    for (const [word, similarity] of found) if (similarity === 0) found.delete(word);
    if (this.postings.has(text)) found.set(text, 1);
    return found;
  }

  /** Names that share words with the asked one, those with most weight in common first. */
  private candidates(asked: readonly string[], likeness: Likeness): IndexedName[] {
    const shared = new Map<number, number>();
    for (const words of likeness.values()) {
      const ofToken = new Map<number, number>();
      for (const [word, similarity] of words) {
        const worth = similarity * this.weightOf(word);
        for (const at of this.postings.get(word) ?? []) {
          if (worth > (ofToken.get(at) ?? 0)) ofToken.set(at, worth);
        }
      }
      for (const [at, worth] of ofToken) shared.set(at, (shared.get(at) ?? 0) + worth);
    }
    const total = sumOf(this.weigh(asked));
    return [...shared]
      .filter(([at, worth]) => worth >= LEAST_SHARE * Math.max(total, this.totalOf(at)))
      .map(([at, worth]) => ({ at, worth: worth / (total + this.totalOf(at)) }))
      .sort((left, right) => right.worth - left.worth)
      .slice(0, MAX_COMPARED)
      .flatMap(({ at }) => this.names[at] ?? []);
  }

  /** Share of the weight of both names that is in common, each word counted once. */
  private compare(asked: readonly string[], listed: readonly string[], likeness: Likeness): number {
    if (asked.join('') === listed.join('')) return 1;
    const [askedWeights, listedWeights] = [this.weigh(asked), this.weigh(listed)];
    const [usedAsked, usedListed] = [new Set<number>(), new Set<number>()];
    let [askedSum, listedSum] = [0, 0];
    for (const pair of pairsOf(asked, listed, likeness)) {
      if (pair.asked.some((at) => usedAsked.has(at)) || pair.listed.some((at) => usedListed.has(at))) continue;
      askedSum += pair.similarity * sumOf(pair.asked.map((at) => askedWeights[at] ?? 0));
      listedSum += pair.similarity * sumOf(pair.listed.map((at) => listedWeights[at] ?? 0));
      pair.asked.forEach((at) => usedAsked.add(at));
      pair.listed.forEach((at) => usedListed.add(at));
    }
    const shares = [askedSum / sumOf(askedWeights), listedSum / sumOf(listedWeights)] as const;
    return scoreOf(shares, Math.min(usedAsked.size, usedListed.size));
  }

  /** @returns listed names that are at least so much alike, the most alike first */
  find(name: string, leastScore: number): NameMatch[] {
    const asked = nameTokens(name);
    const words = new Set([
      ...asked.filter((token) => !isInitial(token) || asked.length === 1),
      ...joinedTokens(asked),
    ]);
    const likeness = new Map([...words].map((word) => [word, this.similarWords(word)]));
    return this.candidates(asked, likeness)
      .map(({ tokens, ...listed }) => ({ ...listed, score: this.compare(asked, tokens, likeness) }))
      .filter(({ score }) => score >= leastScore)
      .sort((left, right) => right.score - left.score);
  }
}
