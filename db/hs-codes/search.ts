import type { Database, Queryable } from '../database';
import { assembleIndex } from '../../domain/hs-codes/search/assemble';
import type { Postings } from '../../domain/hs-codes/search/index-types';
import type { Searcher } from '../../domain/hs-codes/search/search-words';
import { buildSpeller } from '../../domain/hs-codes/search/spelling';
import { runInPortions } from '../../lib/portions';
import { readPages } from '../read-pages';
import { cachedSnapshot } from '../tariffs/reference-data';
import { unpackPostings } from './pack';

async function readPostings(client: Queryable): Promise<Map<string, Postings>> {
  const postings = new Map<string, Postings>();
  const pages = readPages<{ term: string; postings: Buffer }>(client, {
    cursor: 'terms',
    text: 'select term, postings from search_terms',
  });
  for await (const rows of pages) for (const row of rows) postings.set(row.term, unpackPostings(row.postings));
  return postings;
}

async function readLexicon(client: Queryable): Promise<Map<string, number>> {
  const lexicon = new Map<string, number>();
  const pages = readPages<{ word: string; frequency: number }>(client, {
    cursor: 'words',
    text: 'select word, frequency from search_lexicon',
  });
  for await (const rows of pages) for (const { word, frequency } of rows) lexicon.set(word, frequency);
  return lexicon;
}

async function readNames(client: Queryable): Promise<{ code: string; name: string }[]> {
  const names: { code: string; name: string }[] = [];
  const pages = readPages<{ code: string; name: string }>(client, {
    cursor: 'names',
    text: 'select code, name from hs_names',
  });
  for await (const rows of pages) names.push(...rows);
  return names;
}

async function readIndex(client: Queryable): Promise<Searcher> {
  // One snapshot for all statements: documents and terms of two indexes would not fit each other.
  await client.query('set transaction isolation level repeatable read, read only');
  const documents = await client.query<{ code: string }>('select code from search_documents order by id');
  const rules = await client.query<{ terms: string[]; alternatives: string[] }>(
    'select terms, alternatives from search_rules order by edition_id, position',
  );
  const lexicon = await readLexicon(client);
  const parts = {
    codes: documents.map(({ code }) => code),
    postings: await readPostings(client),
    lexicon,
    names: await readNames(client),
    rules: rules.map((rule) => ({ terms: rule.terms.join(' '), alternatives: rule.alternatives })),
  };
  return { index: await runInPortions(assembleIndex(parts)), speller: await runInPortions(buildSpeller(lexicon)) };
}

/** @returns the search index as this process keeps it until something is imported */
export function loadSearcher(database: Database): Promise<Searcher> {
  return cachedSnapshot(database, 'search', () => database.transaction(readIndex));
}
