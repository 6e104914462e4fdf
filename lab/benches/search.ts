import { openDatabase, type Database } from '../../db/database';
import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { findCodes } from '../../domain/hs-codes/find';
import { atMost, plainRow, rowOf, type BenchContext, type BenchModule, type BenchTable } from './harness';
import { dataDirectory, loadReferenceData, STARTER_NOTE } from './reference-data';
import { percentile } from './statistics';

/** Distinct queries, each asked of both in every round. */
const QUERIES = 400;
const ROUNDS = { quick: 1, default: 3, long: 5 };
const RESULTS = 10;

/** The peer: one weighted vector a code over the very same texts, with the index that full-text search takes. */
const PEER_TABLE = [
  'drop table if exists bench_full_text',
  `create unlogged table bench_full_text as
   select node.code, node.description,
     setweight(to_tsvector('english', node.description || ' ' || coalesce(names.text, '')), 'A') ||
     setweight(to_tsvector('english', coalesce(heading.description, '')), 'B') ||
     setweight(to_tsvector('english', coalesce(lines.text, '')), 'C') ||
     setweight(to_tsvector('english', coalesce(chapter.description, '')), 'D') as words
   from hs_nodes node
   left join hs_nodes heading on heading.code = left(node.code, 4)
   left join hs_nodes chapter on chapter.code = left(node.code, 2)
   left join (select left(code, 6) as code, string_agg(name, ' ') as text from hs_names group by 1) names
     on names.code = node.code
   left join (select left(code, 6) as code, string_agg(path, ' ') as text from tariff_lines group by 1) lines
     on lines.code = node.code
   where length(node.code) >= 4`,
  'create index on bench_full_text using gin (words)',
  'analyze bench_full_text',
];

const PEER_QUERY = `
  select code, description, ts_rank(words, query) as score
  from bench_full_text, to_tsquery('english', $1) query
  where words @@ query order by score desc limit ${RESULTS}`;

/** The peer's query: any of the words. */
function anyWord(query: string): string {
  return (query.toLowerCase().match(/[a-z0-9]+/g) ?? ['nothing']).join(' | ');
}

/** @returns how long each of the queries takes, asked one after the other, in milliseconds */
async function timesOf(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const startedAt = performance.now();
    await ask(query);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function queriesOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'select name from hs_names where length(name) between 4 and 60 order by md5(name) limit $1',
    [QUERIES],
  );
  return rows.map(({ name }) => name);
}

async function makePeer(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of PEER_TABLE) await client.query(statement);
  } finally {
    client.release(true);
  }
}

async function run({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const { databaseUrl } = await stage.postgres();
  const database = openDatabase(databaseUrl, 2);
  try {
    await loadReferenceData(database);
    await makePeer(database);
    say('Searches …');
    const queries = await queriesOf(database);
    const [ours, peers]: [number[], number[]] = [[], []];
    const own = async (query: string): Promise<unknown> =>
      findCodes(await referenceData(database), await loadSearcher(database), query, RESULTS);
    const peer = (query: string): Promise<unknown> => database.query(PEER_QUERY, [anyWord(query)]);
    for (let round = 0; round <= ROUNDS[pace]; round += 1) {
      const [ownTimes, peerTimes] = [await timesOf(queries, own), await timesOf(queries, peer)];
      // The first round warms both.
      if (round === 0) continue;
      ours.push(...ownTimes);
      peers.push(...peerTimes);
    }
    await database.query('drop table bench_full_text');
    const label = { floorName: 'FTS', unit: 'ms' };
    const at = (share: number) => [{ floor: percentile(peers, share), ours: percentile(ours, share) }];
    return {
      title: 'Search (FTS: weighted OR full-text query in Postgres over the same texts, one client)',
      rows: [
        rowOf({ ...label, operation: 'search, p50', must: atMost(2), aim: atMost(1.2) }, at(0.5)),
        plainRow({
          operation: 'search, p50, by itself',
          unit: 'ms',
          ours: percentile(ours, 0.5),
          must: atMost(0.4),
          aim: atMost(0.3),
        }),
        rowOf({ ...label, operation: 'search, p95', must: atMost(1), aim: atMost(0.4) }, at(0.95)),
      ],
      notes: [`${ours.length} searches by everyday names.`, ...(dataDirectory() === null ? [STARTER_NOTE] : [])],
    };
  } finally {
    await database.close();
  }
}

export const search: BenchModule = {
  name: 'search',
  needs: ['postgres'],
  describe: 'Search of HS codes by everyday names, against weighted full-text search over the same texts',
  run,
};
