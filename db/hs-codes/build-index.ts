import type { Database, Queryable } from '../database';
import { buildLexicon, buildPostings } from '../../domain/hs-codes/search/build';
import { documentsOf, type SearchSources } from '../../domain/hs-codes/search/documents';
import { stem } from '../../domain/hs-codes/search/stem';
import { insertRows } from '../imports/insert-rows';
import { CHANNELS } from '../listener';
import { forgetReferenceData } from '../tariffs/reference-data';
import { packPostings } from './pack';

async function readSources(client: Queryable): Promise<SearchSources> {
  const nodes = await client.query<SearchSources['nodes'][number]>(
    'select code, description from hs_nodes order by code',
  );
  const names = await client.query<SearchSources['names'][number]>(
    'select code, name as text from hs_names order by code, name',
  );
  const national = await client.query<SearchSources['national'][number]>(
    `select l.code, case when l.schedule = 'US' then l.path else l.description end as text
     from tariff_lines l join reference_editions e on e.id = l.edition_id and e.superseded_at is null
     where l.code < '98' and l.description <> '' order by l.schedule, e.valid_from, l.position`,
  );
  return { nodes, names, national };
}

/**
 * Writes the search index anew from what is stored: nomenclature, everyday names, lines of the schedules.
 * Readers keep the former index until the transaction commits.
 */
export async function rebuildSearchIndex(client: Queryable): Promise<void> {
  const documents = documentsOf(await readSources(client));
  const postings = buildPostings(documents);
  const lexicon = buildLexicon(documents);
  for (const table of ['search_documents', 'search_terms', 'search_lexicon'])
    await client.query(`delete from ${table}`);
  await insertRows(
    client,
    'search_documents',
    { id: 'integer', code: 'text' },
    documents.map(({ code }, id) => [String(id), code]),
  );
  await insertRows(
    client,
    'search_terms',
    { term: 'text', document_frequency: 'integer', postings: 'bytea' },
    [...postings].map(([term, list]) => [term, String(list.documents.length), packPostings(list)]),
  );
  await insertRows(
    client,
    'search_lexicon',
    { word: 'text', stem: 'text', frequency: 'integer' },
    [...lexicon].map(([word, frequency]) => [word, stem(word), String(frequency)]),
  );
  await client.query(
    `insert into search_state (built_at) values (clock_timestamp())
     on conflict (singleton) do update set built_at = excluded.built_at`,
  );
}

/** Whether something was imported after the index was built, such as a starter pack that left the rebuild to us. */
export async function searchIndexIsOlder(database: Database): Promise<boolean> {
  const [row] = await database.query<{ older: boolean }>(
    `select coalesce((select max(imported_at) from reference_editions) >
       (select built_at from search_state), true) as older`,
  );
  return row?.older ?? true;
}

/** Rebuilds the search index from what is stored and tells every process. */
export async function refreshSearch(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    await rebuildSearchIndex(client);
    await client.query('select pg_notify($1, $2)', [CHANNELS.referenceData, 'search']);
  });
  forgetReferenceData(database);
}
