import { migrateEverything } from '../../cli/migrate';
import { openDatabase, openOperatorDatabase, type Database, type OperatorDatabase } from '../../db/database';
import { withBuilder } from '../../db/operator-work/builder';
import { createIndexConcurrently } from '../../db/operator-work/concurrent-index';
import { readTemporalTarget } from '../../process/temporal-settings';
import {
  atMost,
  plainRow,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchTable,
  type Pace,
  type Round,
} from './harness';
import { allAnswered, openLoop } from './load';
import { Stage } from './stage';
import { median } from './statistics';

const EVENTS: Record<Pace, number> = { quick: 300_000, default: 3_000_000, long: 3_000_000 };
const MIGRATIONS = 5;
const ROUNDS: Record<Pace, number> = { quick: 1, default: 3, long: 5 };
const SECONDS: Record<Pace, number> = { quick: 5, default: 20, long: 20 };
const WRITES_PER_SECOND = 50;
const WRITERS = 4;
const ACCOUNT = 'acc_bench';
const INDEX = { name: 'events_bench', table: 'events', on: 'account_id, subject, type' };

const EVENTS_SQL = `insert into events (id, account_id, environment, type, subject, payload, created_at)
  select 'evt_' || lpad(n::text, 26, '0'), '${ACCOUNT}', 'live', 'payment.settled', 'instr_' || n, '{}', now()
  from generate_series($1::integer, $2::integer) n`;

/** Writes one event in each transaction, so many a second. @returns the p99 of a write, in milliseconds */
async function writeEvents(database: Database, seconds: number, first: number): Promise<number> {
  const count = WRITES_PER_SECOND * seconds;
  const written = await openLoop({ perSecond: WRITES_PER_SECOND, count }, (index) =>
    database.query(EVENTS_SQL, [first + index, first + index]),
  );
  return allAnswered(written, 'writes').p99Ms;
}

/** Builds the index again and again. @returns how often */
async function buildUntil(isOver: () => boolean, operator: OperatorDatabase): Promise<number> {
  let builds = 0;
  for (; !isOver(); builds += 1) {
    await withBuilder(operator.directUrl, (builder) => createIndexConcurrently(builder, INDEX));
    await operator.query(`drop index concurrently ${INDEX.name}`);
  }
  return builds;
}

/** @returns milliseconds of each `corridor migrate` that has nothing to do, without the start of its process */
async function migrations(stage: Stage): Promise<number[]> {
  const { databaseUrl, temporalAddress } = await stage.backends();
  const temporal = readTemporalTarget({ ...process.env, TEMPORAL_ADDRESS: temporalAddress });
  const times: number[] = [];
  for (let turn = 0; turn < MIGRATIONS; turn += 1) {
    const startedAt = performance.now();
    await migrateEverything({ dataDir: stage.dataDir, databaseDirectUrl: databaseUrl, temporal });
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function run({ pace, say, stage: { profileDirectory } }: BenchContext): Promise<BenchTable> {
  const stage = new Stage(say, profileDirectory, 'npm start');
  const { databaseUrl } = await stage.backends();
  const database = openDatabase(databaseUrl, WRITERS);
  const operator = openOperatorDatabase(databaseUrl);
  try {
    const empty = await migrations(stage);
    const events = EVENTS[pace];
    say(`Writing ${events} events …`);
    await operator.query(`insert into accounts (id, name) values ('${ACCOUNT}', 'bench')`);
    await operator.query(EVENTS_SQL, [1, events]);
    await operator.query('analyze events');
    say('Migrations with nothing to do …');
    const filled = await migrations(stage);
    say('Writes beside the build of an index …');
    const rounds: Round[] = [];
    let first = events + 1;
    let builds = 0;
    const write = (): Promise<number> => {
      const writing = writeEvents(database, SECONDS[pace], first);
      first += WRITES_PER_SECOND * SECONDS[pace];
      return writing;
    };
    await write();
    for (let round = 0; round < ROUNDS[pace]; round += 1) {
      const floor = await write();
      let isOver = false;
      const beside = write().finally(() => (isOver = true));
      const [ours, built] = await Promise.all([beside, buildUntil(() => isOver, operator)]);
      builds += built;
      rounds.push({ floor, ours });
    }
    const nothingToDo = { unit: 'ms', aim: null };
    const writer = { operation: 'p99 of a write while an index is built', unit: 'ms', floorName: 'without' };
    return {
      title: `Work of operators in a database with ${events} events`,
      rows: [
        plainRow({ ...nothingToDo, operation: 'migrate, no events', must: null, ours: median(empty) }),
        plainRow({ ...nothingToDo, operation: 'migrate, nothing to do', must: atMost(1_000), ours: median(filled) }),
        rowOf({ ...writer, must: atMost(5), aim: atMost(2) }, rounds),
      ],
      notes: [
        `${WRITES_PER_SECOND} transactions a second that write one event each, for ${SECONDS[pace]} s a round; ${builds} builds in all, the next one begun when one ended; a write that failed would end the run.`,
        'No lock is waited for: with WAL and tables on one disk, a commit waits until the pages of the index are flushed.',
      ],
    };
  } finally {
    await Promise.all([database.close(), operator.close()]);
    await stage.close();
  }
}

export const operatorWork: BenchModule = {
  name: 'operator-work',
  needs: ['postgres', 'temporal'],
  describe: 'corridor migrate with nothing to do at three million events, and writes beside the build of an index',
  run,
};
