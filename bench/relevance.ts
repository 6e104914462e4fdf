import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { openDatabase, type Database } from '../db/database';
import { searchWords } from '../db/hs-codes/search';

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
  const rows: unknown = parse(readFileSync(file, 'utf8'), { columns: true, bom: true });
  return rows as Pair[];
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

async function scorePairs(
  database: Database,
  pairs: readonly Pair[],
  showMisses: boolean,
): Promise<Map<string, Score>> {
  const scores = new Map<string, Score>();
  for (const { query, code6, source } of pairs) {
    const { hits } = await searchWords(database, query, FIRST);
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
    if (showMisses && !subheading)
      console.log(`${heading ? 'near' : 'MISS'} ${code6} "${query}" -> ${codes.join(' ')}`);
  }
  return scores;
}

/**
 * Prints how often the declared heading and subheading are among the first ten codes found.
 * @returns whether the promised shares are reached
 */
export async function relevance(databaseUrl: string, dataDirectory: string, showMisses = false): Promise<boolean> {
  const database = openDatabase(databaseUrl);
  try {
    const pairs = readPairs(path.join(dataDirectory, 'dev-relevance/pairs.csv'));
    const scores = await scorePairs(database, pairs, showMisses);
    for (const [source, score] of scores) {
      const shares = [score.heading, score.subheading, score.nothing].map((part) => percent(part, score.pairs));
      console.log(
        `${source}: ${score.pairs} pairs, heading@10 ${shares[0]}, subheading@10 ${shares[1]}, nothing ${shares[2]}`,
      );
    }
    const all = scores.get('all');
    return all !== undefined && all.heading >= 0.7 * all.pairs && all.subheading >= 0.6 * all.pairs;
  } finally {
    await database.close();
  }
}
