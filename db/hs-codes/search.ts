import type { Database } from '../database';
import { assembleIndex } from '../../domain/hs-codes/search/assemble';
import type { SearchIndex } from '../../domain/hs-codes/search/index-types';
import { interpret, type Slot } from '../../domain/hs-codes/search/interpret';
import { rank, type Ranked } from '../../domain/hs-codes/search/rank';
import { Speller } from '../../domain/hs-codes/search/spelling';
import { cached } from '../tariffs/reference-data';
import { unpackPostings } from './pack';

interface Searcher {
  index: SearchIndex;
  speller: Speller;
}

async function readIndex(database: Database): Promise<Searcher> {
  const documents = await database.query<{ code: string }>('select code from search_documents order by id');
  const terms = await database.query<{ term: string; postings: Buffer }>('select term, postings from search_terms');
  const words = await database.query<{ word: string; frequency: number }>('select word, frequency from search_lexicon');
  const names = await database.query<{ code: string; name: string }>('select code, name from hs_names');
  const rules = await database.query<{ terms: string[]; alternatives: string[] }>(
    'select terms, alternatives from search_rules order by edition_id, position',
  );
  const index = assembleIndex({
    codes: documents.map(({ code }) => code),
    postings: new Map(terms.map(({ term, postings }) => [term, unpackPostings(postings)])),
    lexicon: new Map(words.map(({ word, frequency }) => [word, frequency])),
    names,
    rules: rules.map((rule) => ({ terms: rule.terms.join(' '), alternatives: rule.alternatives })),
  });
  return { index, speller: new Speller(index.lexicon) };
}

function searcher(database: Database): Promise<Searcher> {
  return cached(database, 'search', () => readIndex(database));
}

export interface Found extends Ranked {
  slots: Slot[];
  /** Whether the words fit so many headings alike that the order says little. */
  tooGeneral: boolean;
}

/** Headings that all fit alike from which on a query is called too general. */
const GENERAL_HEADINGS = 8;
/** Scores within this share of the best fit alike. */
const ALIKE = 0.85;

/**
 * Codes for words. Source: docs/GAPS.md#H2
 * @param query 1..200 characters
 * @param limit 1..100
 */
export async function searchWords(database: Database, query: string, limit: number): Promise<Found> {
  const { index, speller } = await searcher(database);
  const slots = interpret(index, speller, query);
  const ranked = rank(index, slots, limit);
  const best = ranked.hits[0]?.score ?? 0;
  const alike = ranked.hits.filter(({ score }) => score >= best * ALIKE).map(({ code }) => code.slice(0, 4));
  return { ...ranked, slots, tooGeneral: new Set(alike).size >= GENERAL_HEADINGS };
}
