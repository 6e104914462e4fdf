import type { Database, Queryable } from '../database';
import { IndexAssembler, type Name, type WrittenRule } from '../../domain/hs-codes/search/index/assemble';
import { PostingTableBuilder, type PostingTable } from '../../domain/hs-codes/search/index/posting-table';
import type { Searcher } from '../../domain/hs-codes/search/query/search-words';
import { buildSpeller } from '../../domain/hs-codes/search/words/spelling';
import { runInPortions } from '../../lib/portions';
import { readPages } from '../read-pages';
import { cachedSnapshot } from '../tariffs/reference-data';
import { unpackPostings } from './pack';

/** Reads all postings page by page into one table. */
async function readPostings(client: Queryable): Promise<PostingTable> {
  const [size] = await client.query<{ terms: number; postings: number }>(
    'select count(*)::int as terms, coalesce(sum(document_frequency), 0)::int as postings from search_terms',
  );
  const builder = new PostingTableBuilder(size ?? { terms: 0, postings: 0 });
  const pages = readPages<{ term: string; postings: Buffer }>(client, {
    cursor: 'terms',
    text: 'select term, postings from search_terms',
  });
  for await (const rows of pages) {
    for (const { term, postings } of rows) {
      builder.begin(term);
      unpackPostings(postings, builder);
    }
  }
  return builder.finish();
}

/** Reads the words of the lexicon, with the number of texts that have each. */
async function readWords(client: Queryable): Promise<[string, number][]> {
  const words: [string, number][] = [];
  const pages = readPages<{ word: string; frequency: number }>(client, {
    cursor: 'words',
    text: 'select word, frequency from search_lexicon',
  });
  for await (const rows of pages) for (const { word, frequency } of rows) words.push([word, frequency]);
  return words;
}

async function addAllNames(client: Queryable, assembler: IndexAssembler): Promise<void> {
  const pages = readPages<Name>(client, { cursor: 'names', text: 'select code, name from hs_names' });
  for await (const rows of pages) await runInPortions(assembler.addNames(rows));
}

type StoredRule = Omit<WrittenRule, 'terms'> & { terms: string[] };

interface ReadIndex {
  assembler: IndexAssembler;
  words: [string, number][];
}

/** Reads the search index in one snapshot. */
async function readIndex(client: Queryable): Promise<ReadIndex> {
  // One snapshot for all statements: documents and terms of two indexes would not fit each other.
  await client.query('set transaction isolation level repeatable read, read only');
  const documents = await client.query<{ code: string }>('select code from search_documents order by id');
  const rules = await client.query<StoredRule>(
    'select terms, alternatives, language from search_rules order by edition_id, position',
  );
  const assembler = new IndexAssembler({
    codes: documents.map(({ code }) => code),
    postings: await readPostings(client),
    rules: rules.map((rule) => ({ ...rule, terms: rule.terms.join(' ') })),
  });
  await addAllNames(client, assembler);
  return { assembler, words: await readWords(client) };
}

/** Reads the search index in a transaction and, after its end, computes the searcher in portions. */
async function buildSearcher(database: Database): Promise<Searcher> {
  const { assembler, words } = await database.transaction(readIndex);
  const speller = await runInPortions(buildSpeller(words));
  return { index: await runInPortions(assembler.finish()), speller };
}

/** @returns the search index as this process keeps it until something is imported */
export function loadSearcher(database: Database): Promise<Searcher> {
  return cachedSnapshot(database, 'search', () => buildSearcher(database));
}
