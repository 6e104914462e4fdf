import type { Database } from '../database';
import { assembleIndex } from '../../domain/hs-codes/search/assemble';
import type { Searcher } from '../../domain/hs-codes/search/search-words';
import { Speller } from '../../domain/hs-codes/search/spelling';
import { cached } from '../tariffs/reference-data';
import { unpackPostings } from './pack';

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

/** @returns the search index as this process keeps it until something is imported */
export function loadSearcher(database: Database): Promise<Searcher> {
  return cached(database, 'search', () => readIndex(database));
}
