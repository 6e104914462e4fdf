/** Where a word was found; a bit each, so that a posting can carry several. */
export const FIELD_BITS = { name: 1, description: 2, heading: 4, chapter: 8, national: 16 } as const;
export type Field = keyof typeof FIELD_BITS;

/** One term's documents: parallel arrays of document number, impact (score in thousandths) and fields. */
export interface Postings {
  documents: Uint16Array;
  impacts: Uint16Array;
  fields: Uint8Array;
}

/** An everyday name as a phrase of its own, so that the whole name counts more than its words. */
export interface NamePhrase {
  document: number;
  /** Number of distinct terms of the name. */
  terms: number;
}

/** What search needs in memory. Documents are subheadings and headings. */
export interface SearchIndex {
  codes: readonly string[];
  /** Number of the heading's document for each document. */
  headings: Uint16Array;
  postings: ReadonlyMap<string, Postings>;
  /** Word -> how many texts hold it; for spelling and completion. */
  lexicon: ReadonlyMap<string, number>;
  /** Everyday names: term -> numbers of phrases. */
  phrases: readonly NamePhrase[];
  phrasesOfTerm: ReadonlyMap<string, Uint16Array>;
  rules: readonly SearchRule[];
}

/** A query that holds all words of `terms` in a row is also searched with `alternatives`. */
export interface SearchRule {
  terms: readonly string[];
  alternatives: readonly string[];
}
