/** A word of the lexicon that may be meant, and how sure that is, 0..1. */
export interface Guess {
  word: string;
  weight: number;
}

/** Shorter words have too many neighbours for a guess to mean anything. */
const MIN_TYPO_LETTERS = 4;
const MIN_TWO_TYPOS_LETTERS = 7;
const MIN_PREFIX_LETTERS = 3;
const MIN_PART_LETTERS = 3;
const COMPLETIONS = 4;
const GUESSES = 4;
/** The commonest word at one edit is nearly sure, the others are less. */
const COMMONEST_WEIGHT = 0.95;
const ONE_TYPO_WEIGHT = 0.7;
const TWO_TYPOS_WEIGHT = 0.6;
const COMPLETION_WEIGHT = 0.6;
const ABBREVIATION_WEIGHT = 0.5;
/** The last resort: words that share many groups of three letters. */
const LIKENESS_WEIGHT = 0.6;
const MIN_LIKENESS = 0.35;
const MIN_LIKENESS_LETTERS = 6;
/** Words of so many letters are near to many: one edit, and only where the word begins alike or has the same letters. */
const MAX_SHORT_LETTERS = 5;
const SHORT_BEGINNING = 2;

/** Edits between two words where swapped neighbours count one; stops counting above `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column += 1) {
      const equal = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (equal ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? limit + 1;
}

/** Labels drop vowels and double letters: `stylng` for `styling`. */
export function skeleton(word: string): string {
  return (
    word.slice(0, 1) +
    word
      .slice(1)
      .replace(/[aeiou]/g, '')
      .replace(/(.)\1/g, '$1')
  );
}

function sortedLetters(word: string): string {
  return [...word].sort().join('');
}

function deletions(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function trigrams(word: string): string[] {
  const padded = ` ${word} `;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}

function push(index: Map<string, string[]>, key: string, word: string): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [word]);
  else list.push(word);
}

/** Finds words of a lexicon that are near to what was written. */
export class Speller {
  private readonly neighbours = new Map<string, string[]>();
  private readonly skeletons = new Map<string, string[]>();
  private readonly buckets = new Map<string, string[]>();
  private readonly grams = new Map<string, string[]>();

  /**
   * @param lexicon word -> frequency
   * @param sorted its words of letters alone, in order; each is to be added
   */
  constructor(
    private readonly lexicon: ReadonlyMap<string, number>,
    private readonly sorted: readonly string[],
  ) {}

  /** Makes a word of the lexicon known. */
  add(word: string): void {
    if (word.length < MIN_PART_LETTERS) return;
    push(this.neighbours, word, word);
    for (const shorter of deletions(word)) push(this.neighbours, shorter, word);
    push(this.skeletons, skeleton(word), word);
    push(this.buckets, `${word.slice(0, 1)}${word.length}`, word);
    for (const gram of new Set(trigrams(word))) push(this.grams, gram, word);
  }

  private frequency(word: string): number {
    return this.lexicon.get(word) ?? 0;
  }

  private commonest(words: Iterable<string>, count: number): string[] {
    return [...new Set(words)].sort((a, b) => this.frequency(b) - this.frequency(a)).slice(0, count);
  }

  private oneTypo(word: string): string[] {
    const candidates = [word, ...deletions(word)].flatMap((key) => this.neighbours.get(key) ?? []);
    const beginning = word.length <= MAX_SHORT_LETTERS ? word.slice(0, SHORT_BEGINNING) : '';
    const letters = sortedLetters(word);
    const near = candidates.filter(
      (candidate) => candidate.startsWith(beginning) || sortedLetters(candidate) === letters,
    );
    return this.commonest(near, 50).filter((candidate) => editDistance(word, candidate, 1) === 1);
  }

  private twoTypos(word: string): string[] {
    const lengths = [-2, -1, 0, 1, 2].map((delta) => word.length + delta);
    const candidates = lengths.flatMap((length) => this.buckets.get(`${word.slice(0, 1)}${length}`) ?? []);
    return candidates.filter((candidate) => editDistance(word, candidate, 2) === 2);
  }

  /** @returns the commonest words that begin with what was written */
  completions(prefix: string): string[] {
    if (prefix.length < MIN_PREFIX_LETTERS) return [];
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let at = low; this.sorted[at]?.startsWith(prefix) === true; at += 1) found.push(this.sorted[at] ?? '');
    return this.commonest(found, COMPLETIONS);
  }

  /** @returns two words of the lexicon that the word consists of; null where none are, or one edit makes it a word */
  split(word: string): [string, string] | null {
    if (word.length >= MIN_TYPO_LETTERS && this.oneTypo(word).length > 0) return null;
    let best: [string, string] | null = null;
    let bestFrequency = 0;
    for (let at = MIN_PART_LETTERS; at <= word.length - MIN_PART_LETTERS; at += 1) {
      const parts: [string, string] = [word.slice(0, at), word.slice(at)];
      const frequency = Math.min(...parts.map((part) => this.frequency(part)));
      if (frequency > bestFrequency) [best, bestFrequency] = [parts, frequency];
    }
    return best;
  }

  /** Words that are alike as a whole, with the share of groups of three letters that both have. */
  private alike(word: string): Guess[] {
    const own = new Set(trigrams(word));
    const shared = new Map<string, number>();
    for (const gram of own)
      for (const other of this.grams.get(gram) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared]
      .map(([other, count]) => ({ word: other, weight: (2 * count) / (own.size + other.length) }))
      .filter(({ weight }) => weight >= MIN_LIKENESS)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, GUESSES);
  }

  /** @returns what an unknown word may stand for, the surest first */
  guesses(word: string): Guess[] {
    const found = new Map<string, number>();
    const note = (words: readonly string[], weight: number): void => {
      for (const guess of words) found.set(guess, Math.max(found.get(guess) ?? 0, weight));
    };
    if (word.length >= MIN_TYPO_LETTERS) {
      const near = this.oneTypo(word).slice(0, GUESSES);
      note(near.slice(0, 1), COMMONEST_WEIGHT);
      note(near, ONE_TYPO_WEIGHT);
    }
    if (found.size === 0 && word.length >= MIN_TWO_TYPOS_LETTERS) {
      note(this.commonest(this.twoTypos(word), GUESSES), TWO_TYPOS_WEIGHT);
    }
    note(this.completions(word), COMPLETION_WEIGHT);
    if (found.size === 0) note(this.commonest(this.skeletons.get(skeleton(word)) ?? [], GUESSES), ABBREVIATION_WEIGHT);
    if (found.size === 0 && word.length >= MIN_LIKENESS_LETTERS) {
      for (const { word: guess, weight } of this.alike(word)) found.set(guess, weight * LIKENESS_WEIGHT);
    }
    return [...found].map(([guess, weight]) => ({ word: guess, weight })).sort((a, b) => b.weight - a.weight);
  }
}

/** Words that are added in a fraction of a millisecond. */
const WORDS_A_STEP = 20;

/** @param lexicon word -> frequency; yields wherever others may go on */
export function* buildSpeller(lexicon: ReadonlyMap<string, number>): Generator<undefined, Speller, undefined> {
  const words = [...lexicon.keys()].filter((word) => /^\p{L}+$/u.test(word));
  const speller = new Speller(lexicon, [...words].sort());
  for (const [at, word] of words.entries()) {
    if (at % WORDS_A_STEP === 0) yield;
    speller.add(word);
  }
  return speller;
}
