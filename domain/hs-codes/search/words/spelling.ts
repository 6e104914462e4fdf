import { partitionPoint } from '../../../partition-point';
import { editDistance } from './edit-distance';
import { gramsOf, hashOf, makeLexicon, reverse, skeleton, type Lexicon } from './lexicon';

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

function sortedLetters(word: string): string {
  return [...word].sort().join('');
}

/** The word with its two middle letters swapped. */
function swapMiddle(word: string, middle: number): string {
  return word.slice(0, middle - 1) + word.charAt(middle) + word.charAt(middle - 1) + word.slice(middle + 1);
}

/** Finds words of a lexicon that are near to what was written. Words are numbers until they are given back. */
export class Speller {
  constructor(private readonly lexicon: Lexicon) {}

  private word(at: number): string {
    return this.lexicon.words[at] ?? '';
  }

  private frequencyOf(word: string): number {
    const { words, frequencies } = this.lexicon;
    const at = partitionPoint(words.length, (other) => this.word(other) < word);
    return words[at] === word ? (frequencies[at] ?? 0) : 0;
  }

  /** @returns whether a text has the word as it is spelt here, by itself and not between hyphens */
  knows(word: string): boolean {
    return this.frequencyOf(word) > 0;
  }

  private mostFrequent(numbers: Iterable<number>, count: number): number[] {
    const { frequencies } = this.lexicon;
    const byFrequency = (a: number, b: number): number => (frequencies[b] ?? 0) - (frequencies[a] ?? 0) || a - b;
    return [...numbers].sort(byFrequency).slice(0, count);
  }

  /** Words to guess at that begin with a text. */
  private *beginningWith(prefix: string): Generator<number> {
    const { words, guessable } = this.lexicon;
    const first = partitionPoint(words.length, (at) => this.word(at) < prefix);
    for (let at = first; at < words.length && this.word(at).startsWith(prefix); at += 1)
      if (guessable[at] === 1) yield at;
  }

  /** Words to guess at that end with a text. */
  private *endingWith(ending: string): Generator<number> {
    const { byEnding } = this.lexicon;
    const backwards = reverse(ending);
    const first = partitionPoint(byEnding.length, (at) => reverse(this.word(byEnding[at] ?? 0)) < backwards);
    for (let at = first; at < byEnding.length; at += 1) {
      const number = byEnding[at] ?? 0;
      if (!this.word(number).endsWith(ending)) return;
      yield number;
    }
  }

  /**
   * Words at one edit. An edit leaves the first or the second half of a word as it is, so one of the two is looked up;
   * only letters that are swapped across the middle change both.
   */
  private oneTypo(word: string): number[] {
    const middle = word.length >> 1;
    const candidates = [
      ...this.beginningWith(word.slice(0, middle)),
      ...this.endingWith(word.slice(middle)),
      ...this.beginningWith(swapMiddle(word, middle)),
    ];
    const beginning = word.length <= MAX_SHORT_LETTERS ? word.slice(0, SHORT_BEGINNING) : '';
    const letters = sortedLetters(word);
    const near = candidates.filter((at) => {
      const other = this.word(at);
      return editDistance(word, other, 1) === 1 && (other.startsWith(beginning) || sortedLetters(other) === letters);
    });
    return this.mostFrequent(new Set(near), GUESSES);
  }

  private wordsWithTwoTypos(word: string): number[] {
    const near = [...this.beginningWith(word.slice(0, 1))].filter((at) => editDistance(word, this.word(at), 2) === 2);
    return this.mostFrequent(near, GUESSES);
  }

  /** Words that differ in vowels and double letters alone. */
  private withOtherVowels(word: string): number[] {
    const wanted = skeleton(word);
    const hash = hashOf(wanted);
    const same = (at: number): boolean => this.lexicon.skeletons[at] === hash && skeleton(this.word(at)) === wanted;
    return this.mostFrequent([...this.beginningWith(word.slice(0, 1))].filter(same), GUESSES);
  }

  private completed(prefix: string, leastLetters: number): number[] {
    return prefix.length < leastLetters ? [] : this.mostFrequent(this.beginningWith(prefix), COMPLETIONS);
  }

  /** @returns the commonest words that begin with what was written; none for fewer letters than `leastLetters` */
  completions(prefix: string, leastLetters = MIN_PREFIX_LETTERS): string[] {
    return this.completed(prefix, leastLetters).map((at) => this.word(at));
  }

  /** @returns two words of the lexicon that the word consists of; null where none are, or one edit makes it a word */
  split(word: string): [string, string] | null {
    if (word.length >= MIN_TYPO_LETTERS && this.oneTypo(word).length > 0) return null;
    let best: [string, string] | null = null;
    let bestFrequency = 0;
    for (let at = MIN_PART_LETTERS; at <= word.length - MIN_PART_LETTERS; at += 1) {
      const parts: [string, string] = [word.slice(0, at), word.slice(at)];
      const frequency = Math.min(...parts.map((part) => this.frequencyOf(part)));
      if (frequency > bestFrequency) [best, bestFrequency] = [parts, frequency];
    }
    return best;
  }

  /** Words that are alike as a whole, with the share of groups of three letters that both have. */
  private alike(word: string): Guess[] {
    const { starts, words } = this.lexicon.grams;
    const own = gramsOf(word);
    const shared = new Map<number, number>();
    for (const gram of own) {
      for (let at = starts[gram] ?? 0; at < (starts[gram + 1] ?? 0); at += 1) {
        const other = words[at] ?? 0;
        shared.set(other, (shared.get(other) ?? 0) + 1);
      }
    }
    return [...shared]
      .map(([at, count]) => ({ word: this.word(at), weight: (2 * count) / (own.size + this.word(at).length) }))
      .filter(({ weight }) => weight >= MIN_LIKENESS)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, GUESSES);
  }

  /** @returns what an unknown word may stand for, the surest first */
  guesses(word: string): Guess[] {
    const found = new Map<string, number>();
    const note = (numbers: readonly number[], weight: number): void => {
      for (const guess of numbers.map((at) => this.word(at))) found.set(guess, Math.max(found.get(guess) ?? 0, weight));
    };
    if (word.length >= MIN_TYPO_LETTERS) {
      const near = this.oneTypo(word);
      note(near.slice(0, 1), COMMONEST_WEIGHT);
      note(near, ONE_TYPO_WEIGHT);
    }
    if (found.size === 0 && word.length >= MIN_TWO_TYPOS_LETTERS) note(this.wordsWithTwoTypos(word), TWO_TYPOS_WEIGHT);
    note(this.completed(word, MIN_PREFIX_LETTERS), COMPLETION_WEIGHT);
    if (found.size === 0) note(this.withOtherVowels(word), ABBREVIATION_WEIGHT);
    if (found.size === 0 && word.length >= MIN_LIKENESS_LETTERS) {
      for (const { word: guess, weight } of this.alike(word)) found.set(guess, weight * LIKENESS_WEIGHT);
    }
    // Each step is no surer than those before it, and within a step the surest comes first.
    return [...found].map(([guess, weight]) => ({ word: guess, weight }));
  }
}

/** @param words each with how many texts hold it; yields wherever others may go on */
export function* buildSpeller(words: Iterable<readonly [string, number]>): Generator<undefined, Speller, undefined> {
  return new Speller(yield* makeLexicon(words));
}
