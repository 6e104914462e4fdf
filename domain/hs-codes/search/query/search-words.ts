import type { SearchIndex } from '../index/index-types';
import { interpret, type Slot } from './interpret';
import { rank, type Ranked } from './rank';
import type { Speller } from '../words/spelling';

/** The index with what corrects spelling after it. */
export interface Searcher {
  index: SearchIndex;
  speller: Speller;
}

/** Codes for words, and what the words were taken for. */
export interface FoundWords extends Ranked {
  slots: Slot[];
  /** Whether the words fit so many headings alike that the order says little. */
  tooGeneral: boolean;
}

/** Headings that all fit alike from which on a query is called too general. */
const GENERAL_HEADINGS = 8;
/** Scores within this share of the best fit alike. */
const ALIKE = 0.85;

/**
 * Ranks codes for words, and tells whether the query is too general for one heading.
 * @param query 1..200 characters
 * @param limit 1..100
 * Source: docs/GAPS.md#H2
 */
export function searchWords({ index, speller }: Searcher, query: string, limit: number): FoundWords {
  const slots = interpret(index, speller, query);
  const ranked = rank(index, slots, limit);
  const best = ranked.hits[0]?.score ?? 0;
  const alike = ranked.hits.filter(({ score }) => score >= best * ALIKE).map(({ code }) => code.slice(0, 4));
  return { ...ranked, slots, tooGeneral: new Set(alike).size >= GENERAL_HEADINGS };
}
