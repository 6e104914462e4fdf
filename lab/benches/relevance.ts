import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { openDatabase, type Database } from '../../db/database';
import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { candidatesOf, RESULTS_JUDGED } from '../../domain/hs-codes/classify';
import { findCodes } from '../../domain/hs-codes/find';
import type { Question } from '../../domain/hs-codes/search/query/ask';
import { searchWords } from '../../domain/hs-codes/search/query/search-words';
import {
  atLeast,
  atMost,
  plainRow,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
} from './harness';
import { dataDirectory, loadReferenceData, STARTER_NOTE } from './reference-data';

interface Pair {
  query: string;
  /** Six digits each; any of them is right. */
  codes: string[];
  source: string;
}

interface Score {
  pairs: number;
  heading: number;
  subheading: number;
  /** Six digits in the first ten, or a question of which an answer leads to a code of the right heading. */
  answered: number;
  first: number;
  nothing: number;
}

const FIRST = 10;
/** Stands for all declared descriptions together. */
const ALL = 'all';
/** Questions of our own with their codes; the first 208 stood before any was asked, the harder rest when those had been. */
const QUESTIONS = path.join(__dirname, 'relevance-questions.csv');
/** Every other question may be looked at when search is improved; the others judge and are never looked at. */
const HALVES = ['questions to tune by', 'questions that judge'] as const;

function readRows<Row>(file: string): Row[] {
  return parse<Row>(readFileSync(file, 'utf8'), { columns: true, bom: true });
}

function readPairs(directory: string): Pair[] {
  const rows = readRows<{ query: string; code6: string; source: string }>(
    path.join(directory, 'dev-relevance/pairs.csv'),
  );
  return rows.map(({ query, code6, source }) => ({ query, codes: [code6], source }));
}

function readQuestions(): Pair[] {
  return readRows<{ query: string; codes: string }>(QUESTIONS).map(({ query, codes }, at) => {
    return { query, codes: codes.split(' '), source: HALVES[at % 2 === 0 ? 0 : 1] };
  });
}

/** Of pairs and questions alike, the first, third and so on are for tuning. */
function isJudge(_: Pair, at: number): boolean {
  return at % 2 === 1;
}

/** Whether an answer to what is asked leads to a heading: where the query does not say which code, asking is right. */
function asksWithin(ask: readonly Question[], headings: ReadonlySet<string>): boolean {
  return ask.some(({ options }) => options.some(({ codes }) => codes.some((code) => headings.has(code.slice(0, 4)))));
}

async function scorePairs(database: Database, pairs: readonly Pair[]): Promise<Map<string, Score>> {
  const scores = new Map<string, Score>();
  for (const { query, codes, source } of pairs) {
    const searcher = await loadSearcher(database);
    const { results: hits, ask } = findCodes(await referenceData(database), searcher, query, FIRST);
    const headings = new Set(codes.map((code) => code.slice(0, 4)));
    const isRight = ({ code }: { code: string }): boolean => codes.includes(code);
    for (const key of [ALL, source]) {
      const score = scores.get(key) ?? { pairs: 0, heading: 0, subheading: 0, answered: 0, first: 0, nothing: 0 };
      score.pairs += 1;
      score.heading += Number(hits.some(({ code }) => headings.has(code.slice(0, 4))));
      score.subheading += Number(hits.some(isRight));
      score.answered += Number(hits.some(isRight) || asksWithin(ask, headings));
      score.first += Number(hits.slice(0, 1).some(isRight));
      score.nothing += Number(hits.length === 0);
      scores.set(key, score);
    }
  }
  return scores;
}

/** What is promised, in per cent, of declared descriptions and of questions. */
const PROMISES: Readonly<Record<string, { heading: number; subheading: number }>> = {
  [ALL]: { heading: 85, subheading: 80 },
  [HALVES[1]]: { heading: 95, subheading: 95 },
};

function rowsOf(source: string, score: Score): BenchRow[] {
  const share = (part: number): number => Number(((100 * part) / score.pairs).toFixed(1));
  const promised = PROMISES[source];
  const label = { unit: '%', aim: null };
  return [
    plainRow({
      ...label,
      operation: `${source}: heading in the first ten`,
      ours: share(score.heading),
      must: promised === undefined ? null : atLeast(promised.heading),
    }),
    plainRow({
      ...label,
      operation: `${source}: six digits in the first ten`,
      ours: share(score.subheading),
      must: promised === undefined ? null : atLeast(promised.subheading),
    }),
    plainRow({
      ...label,
      operation: `${source}: six digits in the first ten, or asked`,
      ours: share(score.answered),
      must: null,
    }),
    plainRow({ ...label, operation: `${source}: six digits first`, ours: share(score.first), must: null }),
    plainRow({
      ...label,
      operation: `${source}: nothing found`,
      ours: share(score.nothing),
      must: promised === undefined ? null : atMost(1),
    }),
  ];
}

const BANDS = 5;

/** How often the surest candidate was right, by how sure it was: a reliability diagram in lines. */
async function reliability(database: Database, pairs: readonly Pair[]): Promise<string[]> {
  const bands = Array.from({ length: BANDS }, () => ({ pairs: 0, said: 0, right: 0 }));
  for (const { query, codes } of pairs) {
    const { hits } = searchWords(await loadSearcher(database), query, RESULTS_JUDGED);
    const [best] = candidatesOf(hits.map((hit) => ({ ...hit, description: '' })));
    const band = bands[Math.min(BANDS - 1, Math.floor((best?.confidence ?? 0) * BANDS))];
    if (best === undefined || band === undefined) continue;
    band.pairs += 1;
    band.said += best.confidence;
    band.right += Number(codes.includes(best.code));
  }
  return bands.flatMap((band, at) => {
    if (band.pairs === 0) return [];
    const share = (part: number): string => `${Math.round((100 * part) / band.pairs)} %`;
    const range = `${(at / BANDS).toFixed(1)} to ${((at + 1) / BANDS).toFixed(1)}`;
    return [`Confidence ${range}: ${band.pairs} pairs, said ${share(band.said)}, right ${share(band.right)}.`];
  });
}

async function run({ stage, say }: BenchContext): Promise<BenchTable> {
  const title = 'Relevance of search (descriptions and the codes they were declared under, questions and their codes)';
  const directory = dataDirectory();
  const { databaseUrl } = await stage.postgres();
  const database = openDatabase(databaseUrl, 2);
  try {
    await loadReferenceData(database);
    say('Relevance …');
    const pairs = directory === null ? [] : readPairs(directory);
    const questions = readQuestions();
    const scores = await scorePairs(database, pairs);
    const asked = await scorePairs(database, questions);
    asked.delete(ALL);
    const aboutPairs = [
      `${pairs.length} pairs. Words of parcel labels were written with these pairs in view: judge by others.`,
      ...(await reliability(database, pairs.filter(isJudge))),
      'These are every other pair; the confidence is fitted to the rest.',
    ];
    const notes = [
      ...(directory === null ? [STARTER_NOTE] : aboutPairs),
      `${questions.length} questions of our own, common goods most of them; half of them judge.`,
    ];
    return { title, rows: [...scores, ...asked].flatMap(([source, score]) => rowsOf(source, score)), notes };
  } finally {
    await database.close();
  }
}

export const relevance: BenchModule = {
  name: 'relevance',
  needs: ['postgres'],
  describe: 'How often the right code is among the first ten found (declared descriptions with CORRIDOR_DATA_DIR)',
  run,
};
