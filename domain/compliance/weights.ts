import { isInitial, NO_WORD, sumOf, type ListedWords } from './comparison';
import type { WordIndex } from './word-index';

/** What listed names and their words tell, in nats. */
export interface Weights {
  /** By the numbers of names. */
  totals: Float64Array;
  /** How many words they have, and how many of those are initials. */
  lengths: Uint8Array;
  initials: Uint8Array;
  /**
   * By the ids of words, of those that names have where several of their words are written as one: what those tell which
   * stand there, in the names where it is least and most. 0 of others.
   */
  lightest: Float64Array;
  heaviest: Float64Array;
}

/** Weights of the listed names and their words. All names must be in the index before. */
export function weighNames(names: readonly ListedWords[], index: WordIndex): Weights {
  const totals = new Float64Array(names.length);
  const lengths = new Uint8Array(names.length);
  const initials = new Uint8Array(names.length);
  const lightest = new Float64Array(index.size);
  const heaviest = new Float64Array(index.size);
  const widenRange = (id: number, weight: number): void => {
    if (id === NO_WORD) return;
    const least = lightest[id] ?? 0;
    if (least === 0 || weight < least) lightest[id] = weight;
    if (weight > (heaviest[id] ?? 0)) heaviest[id] = weight;
  };
  names.forEach(({ words, glued, ended, joined }, number) => {
    const weights = words.map((id) => index.weightOf(id));
    totals[number] = sumOf(weights);
    lengths[number] = words.length;
    initials[number] = words.filter((id) => isInitial(index.textOf(id))).length;
    weights.forEach((weight, at) => {
      widenRange(glued[at] ?? NO_WORD, weight);
      widenRange(ended[at] ?? NO_WORD, weight);
      widenRange(joined[at] ?? NO_WORD, weight + (weights[(at + 1) % weights.length] ?? 0));
    });
  });
  return { totals, lengths, initials, lightest, heaviest };
}
