import { partitionPoint } from '../../../partition-point';
import { FIELD_BITS, type SearchIndex } from '../index/index-types';
import type { Slot } from './interpret';

/**
 * What counts for a code beside its score, as shares of an exponent: a conditional logit of the right code among the
 * first sixty, fitted to every other question of the development set, of our own questions and to half of the search
 * references of the UK Online Trade Tariff, as shipped and with all publications.
 */
const WEIGHTS = {
  /** Share of the query that is not in the code's own words, names among them. */
  notOwn: -0.185,
  /** Share of the query that is not in its description. */
  notDescribed: -0.317,
  /** Likeness of the query and the nearest everyday name. */
  name: 0.399,
  /** The query is an everyday name of the code, word by word. */
  exact: 0.154,
  /** Logarithm of how many everyday names it has. */
  popularity: 0.145,
  /** A code for the rest of its heading or of its siblings. */
  residual: -0.117,
} as const;

/** From this likeness on a name is the query itself. */
const EXACT = 0.95;
const OWN_WORDS = FIELD_BITS.name | FIELD_BITS.description;
/** Codes that end so take the rest: what other codes of the heading, or of the same five digits, do not name. */
const RESIDUAL = /(?:9|90)$/;

/** The fields in which a document has the word of a slot, as bits; 0 if none. */
export function fieldBitsOf({ postings }: SearchIndex, { alternatives }: Slot, document: number): number {
  let bits = 0;
  for (const { term } of alternatives) {
    const { from, to } = postings.rangeOf(term);
    const at = from + partitionPoint(to - from, (before) => (postings.documents[from + before] ?? 0) < document);
    if (at < to && postings.documents[at] === document) bits |= postings.fields[at] ?? 0;
  }
  return bits;
}

/** What is known of a candidate when its score is. */
interface Evidence {
  document: number;
  /** Likeness of the query and the nearest everyday name of the code, 0..1. */
  name: number;
  /** How rare all that the query asks for is together. */
  wanted: number;
}

/** A factor of a code's score: how much more or less likely it is than its score says. */
export function scoreFactor(index: SearchIndex, slots: readonly Slot[], { document, name, wanted }: Evidence): number {
  let [notOwn, notDescribed] = [0, 0];
  for (const slot of slots) {
    const bits = fieldBitsOf(index, slot, document);
    if ((bits & OWN_WORDS) === 0) notOwn += slot.rarity;
    if ((bits & FIELD_BITS.description) === 0) notDescribed += slot.rarity;
  }
  const exponent =
    (WEIGHTS.notOwn * notOwn + WEIGHTS.notDescribed * notDescribed) / wanted +
    WEIGHTS.name * name +
    (name > EXACT ? WEIGHTS.exact : 0) +
    WEIGHTS.popularity * (index.popularity[document] ?? 0) +
    (RESIDUAL.test(index.codes[document] ?? '') ? WEIGHTS.residual : 0);
  return Math.exp(exponent);
}
