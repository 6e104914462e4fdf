import { openDatabase, type Database } from '../db/database';
import { findCodes } from '../db/hs-codes/find';
import { percentile } from './percentiles';

/** Distinct queries, each asked of both in turn. */
const QUERIES = 400;
const ROUNDS = 3;
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
   left join lateral (select string_agg(name, ' ') as text from hs_names n
     where n.code like node.code || '%' and length(node.code) = 6 or n.code = node.code) names on true
   left join lateral (select string_agg(path, ' ') as text from tariff_lines t
     where t.code >= node.code and t.code < node.code || 'x' and length(node.code) = 6) lines on true
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function queriesOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'select name from hs_names where length(name) between 4 and 60 order by md5(name) limit $1',
    [QUERIES],
  );
  return rows.map(({ name }) => name);
}

function line(name: string, samples: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(samples, share).toFixed(3));
  return `${name}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms over ${samples.length} queries`;
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

/**
 * Times search against a weighted full-text query over the same rows, both in turn, one client.
 * @returns whether the promised ratios hold: p50 at most twice the peer's, p95 at most the peer's
 */
export async function search(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl);
  try {
    await makePeer(database);
    const queries = await queriesOf(database);
    const [ours, peers]: [number[], number[]] = [[], []];
    await findCodes(database, 'warm up', RESULTS);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const query of queries) {
        const own = await timed(() => findCodes(database, query, RESULTS));
        const peer = await timed(() => database.query(PEER_QUERY, [anyWord(query)]));
        // The first round warms both.
        if (round > 0) {
          ours.push(own);
          peers.push(peer);
        }
      }
    }
    console.log(line('corridor', ours));
    console.log(line('full-text', peers));
    const ratios = [0.5, 0.95].map((share) => percentile(ours, share) / percentile(peers, share));
    console.log(`ratio: p50 ${ratios[0]?.toFixed(2)}, p95 ${ratios[1]?.toFixed(2)}`);
    await database.query('drop table bench_full_text');
    return (ratios[0] ?? 9) <= 2 && (ratios[1] ?? 9) <= 1;
  } finally {
    await database.close();
  }
}
