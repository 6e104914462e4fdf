import type { Database, Queryable } from '../database';
import { buildLexicon, buildPostings } from '../../domain/hs-codes/search/index/build';
import { documentsOf, type SearchSources } from '../../domain/hs-codes/search/index/documents';
import { stem } from '../../domain/hs-codes/search/words/stem';
import { runInPortions } from '../../lib/portions';
import { insertRows } from '../imports/insert-rows';
import { CHANNELS } from '../listener';
import { readPages } from '../read-pages';
import { forgetReferenceData } from '../tariffs/reference-data';
import { packPostings } from './pack';

/** Held until the transaction ends: two rebuilds at once would write each document twice. */
const REBUILD_LOCK = 724_009;
/**
 * A rebuild blocks no request and takes seconds, or many times that on a busy machine: the limits
 * of its transaction are not those of a request.
 */
const STATEMENT_LIMIT = '2min';
const IDLE_LIMIT = '10min';
/** A connection that is silent for 20 s is taken for lost: lib/deadline-socket.ts. */
const ASK_EVERY_MS = 5_000;
/** Rows that are made and written in one go. */
const BATCH_ROWS = 1_000;

async function readAll<Row extends object>(client: Queryable, cursor: string, text: string): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of readPages<Row>(client, { cursor, text })) all.push(...rows);
  return all;
}

/**
 * Reads the texts of the search index page by page, because Postgres counts the time in which this process parses rows
 * as time of the statement.
 */
async function readSources(client: Queryable): Promise<SearchSources> {
  return {
    nodes: await readAll(client, 'nodes', 'select code, description from hs_nodes order by code'),
    names: await readAll(client, 'names', 'select code, name as text from hs_names order by code, name'),
    national: await readAll(
      client,
      'lines',
      `select l.code, case when l.schedule = 'US' then l.path else l.description end as text
       from tariff_lines l join reference_editions e on e.id = l.edition_id and e.superseded_at is null
       where l.code < '98' and l.description <> '' order by l.schedule, e.valid_from, l.position`,
    ),
  };
}

/** The limits hold for the rest of the transaction; a lock that another rebuild has is waited for as long as a statement. */
async function beginRebuild(client: Queryable): Promise<void> {
  await client.query(`set local statement_timeout = '${STATEMENT_LIMIT}'`);
  await client.query(`set local lock_timeout = '${STATEMENT_LIMIT}'`);
  await client.query(`set local idle_in_transaction_session_timeout = '${IDLE_LIMIT}'`);
  await client.query('select pg_advisory_xact_lock($1)', [REBUILD_LOCK]);
}

function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += BATCH_ROWS) yield items.slice(start, start + BATCH_ROWS);
}

/** Runs long work of this process, with a statement now and then so that the connection is not closed as silent. */
async function withKeepAliveQueries<Result>(client: Queryable, work: () => Promise<Result>): Promise<Result> {
  // A fault shows at the next statement, too.
  const timer = setInterval(() => void client.query('select 1').catch(() => undefined), ASK_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Rebuilds the search index from the stored nomenclature, everyday names and lines of the schedules. Readers use the
 * former index until the transaction commits; the process answers other requests meanwhile.
 */
export async function rebuildSearchIndex(client: Queryable): Promise<void> {
  await beginRebuild(client);
  const documents = documentsOf(await readSources(client));
  const { postings, lexicon } = await withKeepAliveQueries(client, async () => ({
    postings: await runInPortions(buildPostings(documents)),
    lexicon: await runInPortions(buildLexicon(documents)),
  }));
  for (const table of ['search_documents', 'search_terms', 'search_lexicon'])
    await client.query(`delete from ${table}`);
  await insertRows(
    client,
    'search_documents',
    { id: 'integer', code: 'text' },
    documents.map(({ code }, id) => [String(id), code]),
  );
  const terms = { term: 'text', document_frequency: 'integer', postings: 'bytea' };
  for (const batch of batchesOf([...postings])) {
    const rows = batch.map(([term, list]) => [term, String(list.documents.length), packPostings(list)]);
    await insertRows(client, 'search_terms', terms, rows);
  }
  const words = { word: 'text', stem: 'text', frequency: 'integer' };
  for (const batch of batchesOf([...lexicon])) {
    const rows = batch.map(([word, frequency]) => [word, stem(word), String(frequency)]);
    await insertRows(client, 'search_lexicon', words, rows);
  }
  await client.query(
    `insert into search_state (built_at) values (clock_timestamp())
     on conflict (singleton) do update set built_at = excluded.built_at`,
  );
}

/** Whether something was imported after the index was built, such as a starter pack, which leaves the rebuild to us. */
export async function isSearchIndexOutdated(database: Database): Promise<boolean> {
  const [row] = await database.query<{ older: boolean }>(
    `select coalesce((select max(imported_at) from reference_editions) >
       (select built_at from search_state), true) as older`,
  );
  return row?.older ?? true;
}

/** Rebuilds the search index from the stored data and notifies every process. */
export async function refreshSearch(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    await rebuildSearchIndex(client);
    await client.query('select pg_notify($1, $2)', [CHANNELS.referenceData, 'search']);
  });
  forgetReferenceData(database);
}
