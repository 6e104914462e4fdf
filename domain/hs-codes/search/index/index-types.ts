import type { PhraseTable } from './phrase-table';
import type { SearchLanguage } from '../words/languages';
import type { PostingTable } from './posting-table';

/** Where a word was found; a bit each, so that a posting can carry several. */
export const FIELD_BITS = { name: 1, description: 2, heading: 4, chapter: 8, national: 16 } as const;
export type Field = keyof typeof FIELD_BITS;

/** What search needs in memory. Documents are subheadings and headings. */
export interface SearchIndex {
  codes: readonly string[];
  /** Number of the heading's document for each document. */
  headings: Uint16Array;
  /** 1 for headings of which subheadings are known: these are found in their place. */
  hasChildren: Uint8Array;
  postings: PostingTable;
  /** Logarithm of how many everyday names a code has. */
  popularity: Float32Array;
  /** Everyday names. */
  phrases: PhraseTable;
  /** Rules by the stem of their first term. */
  rulesByFirst: ReadonlyMap<string, readonly SearchRule[]>;
}

/** A query that holds the stems `terms` in a row is also searched with `alternatives`. */
export interface SearchRule {
  terms: readonly string[];
  alternatives: readonly string[];
  /** Where only a query in this language means it; null in any. */
  language: SearchLanguage | null;
}
