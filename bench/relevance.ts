import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { openDatabase, type Database } from '../db/database';
import { loadSearcher } from '../db/hs-codes/search';
import { candidatesOf, RESULTS_JUDGED } from '../domain/hs-codes/classify';
import { searchWords } from '../domain/hs-codes/search/search-words';
import {
  atLeast,
  atMost,
  plainRow,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
} from './harness';
import { dataDirectory, loadReferenceData } from './reference-data';

interface Pair {
  query: string;
  code6: string;
  source: string;
}

interface Score {
  pairs: number;
  heading: number;
  subheading: number;
  nothing: number;
}

const FIRST = 10;

function readPairs(file: string): Pair[] {
  return parse<Pair>(readFileSync(file, 'utf8'), { columns: true, bom: true });
}

async function scorePairs(database: Database, pairs: readonly Pair[]): Promise<Map<string, Score>> {
  const scores = new Map<string, Score>();
  for (const { query, code6, source } of pairs) {
    const { hits } = searchWords(await loadSearcher(database), query, FIRST);
    const codes = hits.map(({ code }) => code);
    const heading = codes.some((code) => code.startsWith(code6.slice(0, 4)));
    const subheading = codes.includes(code6);
    for (const key of ['all', source]) {
      const score = scores.get(key) ?? { pairs: 0, heading: 0, subheading: 0, nothing: 0 };
      score.pairs += 1;
      score.heading += Number(heading);
      score.subheading += Number(subheading);
      score.nothing += Number(codes.length === 0);
      scores.set(key, score);
    }
  }
  return scores;
}

function rowsOf(source: string, score: Score): BenchRow[] {
  const share = (part: number): number => Number(((100 * part) / score.pairs).toFixed(1));
  const promised = source === 'all';
  const label = { unit: '%', aim: null };
  return [
    plainRow({
      ...label,
      operation: `${source}: heading in the first ten`,
      ours: share(score.heading),
      must: promised ? atLeast(70) : null,
    }),
    plainRow({
      ...label,
      operation: `${source}: six digits in the first ten`,
      ours: share(score.subheading),
      must: promised ? atLeast(60) : null,
    }),
    plainRow({
      ...label,
      operation: `${source}: nothing found`,
      ours: share(score.nothing),
      must: promised ? atMost(1) : null,
    }),
  ];
}

const BANDS = 5;

/** How often the surest candidate was right, by how sure it was: a reliability diagram in lines. */
async function reliability(database: Database, pairs: readonly Pair[]): Promise<string[]> {
  const bands = Array.from({ length: BANDS }, () => ({ pairs: 0, said: 0, right: 0 }));
  for (const { query, code6 } of pairs) {
    const { hits } = searchWords(await loadSearcher(database), query, RESULTS_JUDGED);
    const [best] = candidatesOf(hits.map((hit) => ({ ...hit, description: '' })));
    const band = bands[Math.min(BANDS - 1, Math.floor((best?.confidence ?? 0) * BANDS))];
    if (best === undefined || band === undefined) continue;
    band.pairs += 1;
    band.said += best.confidence;
    band.right += Number(best.code === code6);
  }
  return bands.flatMap((band, at) => {
    if (band.pairs === 0) return [];
    const share = (part: number): string => `${Math.round((100 * part) / band.pairs)} %`;
    const range = `${(at / BANDS).toFixed(1)} to ${((at + 1) / BANDS).toFixed(1)}`;
    return [`Confidence ${range}: ${band.pairs} pairs, said ${share(band.said)}, right ${share(band.right)}.`];
  });
}

async function run({ stage, say }: BenchContext): Promise<BenchTable> {
  const title = 'Relevance of search (descriptions and the codes they were declared under)';
  const directory = dataDirectory();
  if (directory === null)
    return { title, rows: [], notes: ['CORRIDOR_DATA_DIR is not set: there is nothing to judge by.'] };
  const { databaseUrl } = await stage.backends();
  const database = openDatabase(databaseUrl, 2);
  try {
    await loadReferenceData(database);
    say('Relevance …');
    const pairs = readPairs(path.join(directory, 'dev-relevance/pairs.csv'));
    const scores = await scorePairs(database, pairs);
    const notes = [
      `${pairs.length} pairs. Words of parcel labels were written with these pairs in view: judge by others.`,
      ...(await reliability(database, pairs)),
      'Half of the pairs were among those that the confidence is fitted to.',
    ];
    return { title, rows: [...scores].flatMap(([source, score]) => rowsOf(source, score)), notes };
  } finally {
    await database.close();
  }
}

export const relevance: BenchModule = {
  name: 'relevance',
  describe: 'How often the declared code is among the first ten found (needs CORRIDOR_DATA_DIR)',
  run,
};
