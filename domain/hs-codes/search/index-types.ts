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
  /** Sum of how rare its terms are. */
  rarity: number;
}

/** What search needs in memory. Documents are subheadings and headings. */
export interface SearchIndex {
  codes: readonly string[];
  /** Number of the heading's document for each document. */
  headings: Uint16Array;
  /** 1 for headings of which subheadings are known: these are found in their place. */
  hasChildren: Uint8Array;
  postings: ReadonlyMap<string, Postings>;
  /** Logarithm of how many everyday names a code has. */
  popularity: Float32Array;
  /** Word -> how many texts hold it; for spelling and completion. */
  lexicon: ReadonlyMap<string, number>;
  /** Everyday names: term -> numbers of phrases. */
  phrases: readonly NamePhrase[];
  phrasesOfTerm: ReadonlyMap<string, Uint32Array>;
  /** Rules by the stem of their first term. */
  rulesByFirst: ReadonlyMap<string, readonly SearchRule[]>;
}

/** A query that holds the stems `terms` in a row is also searched with `alternatives`. */
export interface SearchRule {
  terms: readonly string[];
  alternatives: readonly string[];
}
