import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { atMost, plainRow, rowOf, type BenchContext, type BenchModule, type BenchTable, type Round } from './harness';
import { allAnswered, openLoop } from './load';
import { openOperatorDatabase, type Database } from '../../db/database';
import { migrate } from '../../db/migrate';
import { setUpReferenceData } from '../../cli/data';
import type { Backends } from './platform';
import { dataDirectory, loadReferenceData } from './reference-data';
import type { Service } from './service';
import { median } from './statistics';

const ROUNDS = { quick: 1, default: 3, long: 5 };
/** Longer than an import takes: what comes after it, the renewal of what the API has read, is in the figure too. */
const SECONDS = 15;
const PER_SECOND = 40;
const PUBLICATION = 'us-hts-2025/hts_2025_basic_edition.csv';

const run = promisify(execFile);

async function questions(service: Service): Promise<number> {
  const { target } = service.customer;
  const consignment = { hsCode: '610910', origin: 'CN', destination: 'US', currency: 'USD' };
  const result = await openLoop({ perSecond: PER_SECOND, count: PER_SECOND * SECONDS }, (index) =>
    index % 2 === 0
      ? target.expect([200], 'POST', '/api/v1/tariffs/calculate', { ...consignment, value: 100 + index })
      : target.expect([200], 'POST', '/api/v1/hs-codes/search', { query: 'cotton t-shirt' }),
  );
  return allAnswered(result, 'questions').p99Ms;
}

/** Imports the publication as an operator does, for a day that no other round names. @returns seconds */
async function importSchedule(
  { databaseUrl, temporalAddress }: Backends,
  file: string,
  round: number,
): Promise<number> {
  const command = [path.join(__dirname, '../../cli/main.js'), 'import', 'usitc-csv', file];
  const validFrom = `2025-02-${String(round + 1).padStart(2, '0')}`;
  const env = { ...process.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress };
  const startedAt = performance.now();
  await run(process.execPath, [...command, '--edition', `round ${round}`, '--valid-from', validFrom], { env });
  return (performance.now() - startedAt) / 1000;
}

const inSeconds = (most: number) => ({ unit: 's', must: atMost(most), aim: null });

const FIRST_START = 'bench_first_start';

/** @returns seconds that a first start takes for what ships, in a database of its own */
async function firstStart(service: Database): Promise<number> {
  const client = await service.pool.connect();
  try {
    await client.query(`drop database if exists ${FIRST_START}`);
    await client.query(`create database ${FIRST_START}`);
  } finally {
    client.release();
  }
  const url = new URL(service.url);
  url.pathname = `/${FIRST_START}`;
  const database = openOperatorDatabase(url.href);
  try {
    await migrate(database);
    const startedAt = performance.now();
    await setUpReferenceData(database, null);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await database.close();
  }
}

async function runBench({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const title = 'Import of the United States schedule beside questions';
  const directory = dataDirectory();
  if (directory === null)
    return { title, rows: [], notes: ['CORRIDOR_DATA_DIR is not set: there is nothing to import.'] };
  const backends = await stage.backends();
  const service = await stage.service();
  const first = await firstStart(service.database);
  await loadReferenceData(service.database);
  say('Imports …');
  await questions(service);
  const rounds: Round[] = [];
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS[pace]; round += 1) {
    const floor = await questions(service);
    const [ours, took] = await Promise.all([
      questions(service),
      importSchedule(backends, path.join(directory, PUBLICATION), round),
    ]);
    rounds.push({ floor, ours });
    seconds.push(took);
  }
  const slowest = { operation: 'p99 of questions beside it', unit: 'ms', floorName: 'alone' };
  return {
    title,
    rows: [
      ...(Number.isNaN(first)
        ? []
        : [plainRow({ operation: 'what ships, first start', ...inSeconds(5), ours: first })]),
      plainRow({ operation: 'corridor import', ...inSeconds(10), ours: median(seconds) }),
      rowOf({ ...slowest, must: atMost(2), aim: null }, rounds),
    ],
    notes: [`${PER_SECOND} calculations and searches a second for ${SECONDS} s, without and with an import.`],
  };
}

export const scheduleImport: BenchModule = {
  name: 'schedule-import',
  describe: 'Import of the United States schedule, and what it costs those who ask (needs CORRIDOR_DATA_DIR)',
  run: runBench,
};
