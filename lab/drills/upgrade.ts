import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../cli/embedded/ports';
import { startPostgres } from '../../cli/embedded/postgres';
import { openDatabase, openOperatorDatabase, type Database } from '../../db/database';
import { migrate } from '../../db/migrate';
import { MIGRATIONS, type Migration } from '../../db/migrations';
import { createIndexConcurrently } from '../../db/operator-work/concurrent-index';
import { backfill } from '../../db/operator-work/pages';
import type { Drill, DrillContext, DrillOutcome } from './drill';

const EVENTS = 5_000_000;
const QUICK_EVENTS = 200_000;
const FILLED_AT_ONCE = 100_000;
/** How long a writer may be kept waiting. Source: docs/OPERATIONS.md, "Upgrades" */
const BLOCKED_MS = 1_200;
const WRITERS = 2;
const PAUSE_MS = 10;
/** How far a step is when its connections are cut. */
const CUT_AFTER_MS = 1_500;

const SESSIONS_SQL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'corridor operator' and pid <> pg_backend_pid()`;

/** The kinds of change that a release makes to a large table. */
const CHANGES: readonly Migration[] = [
  {
    name: '9001-column',
    up: (builder) =>
      builder.raw(`alter table events add column copy text; alter table events alter column copy set default 'new'`),
  },
  {
    name: '9002-values',
    up: (_builder, _say, database) =>
      backfill(database, { name: 'Copies', table: 'events', key: 'id', set: 'copy = subject', where: 'copy is null' }),
    transaction: false,
  },
  {
    name: '9003-index',
    up: (builder, say) => createIndexConcurrently(builder, { name: 'events_copy', table: 'events', on: 'copy' }, say),
    transaction: false,
  },
  {
    name: '9004-constraint',
    up: (builder) => builder.raw('alter table events add constraint events_copied check (copy is not null) not valid'),
  },
  { name: '9005-validation', up: (builder) => builder.raw('alter table events validate constraint events_copied') },
];

const INSERT_SQL = `insert into events (id, account_id, environment, type, subject, payload, created_at)
  select 'evt_' || lpad(n::text, 26, '0'), 'acc_1', 'test', 'payment.submitted', 'instr_' || n,
    '{"status": "submitted", "previousStatus": null, "clientReference": null}', now()
  from generate_series($1::integer, $2::integer) n`;

/** Writes as requests do, from the moment that it is made until it is stopped. */
class Writers {
  readonly waits: number[] = [];
  readonly faults: string[] = [];
  private isOver = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly database: Database,
    private next: number,
  ) {
    this.running = Array.from({ length: WRITERS }, () => this.write());
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  private async write(): Promise<void> {
    while (!this.isOver) {
      const id = (this.next += 1);
      const startedAt = performance.now();
      await this.database
        .query(INSERT_SQL, [id, id])
        .catch((fault: unknown) => this.faults.push(fault instanceof Error ? fault.message : 'unknown'));
      this.waits.push(performance.now() - startedAt);
      await delay(PAUSE_MS);
    }
  }
}

async function fill(database: Database, events: number, say: (line: string) => void): Promise<void> {
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  for (let from = 1; from <= events; from += FILLED_AT_ONCE) {
    await database.query(INSERT_SQL, [from, Math.min(events, from + FILLED_AT_ONCE - 1)]);
    if (from % 1_000_000 === 1) say(`${from - 1} of ${events} events are there`);
  }
  await database.query('analyze events');
}

/** Applies one change; its connections are cut once, and it goes on as `corridor migrate` does when it is run again. */
async function apply(url: string, cutter: Database, upTo: number): Promise<{ seconds: number; cuts: number }> {
  const startedAt = performance.now();
  const migrations = [...MIGRATIONS, ...CHANGES.slice(0, upTo)];
  let cuts = 0;
  for (;;) {
    const operator = openOperatorDatabase(url);
    let isCut = false;
    const cutting = new AbortController();
    const cut = delay(CUT_AFTER_MS, undefined, { signal: cutting.signal }).then(
      async () => {
        if (cuts > 0) return;
        isCut = true;
        await cutter.query(SESSIONS_SQL);
      },
      () => undefined,
    );
    const fault = await migrate(operator, migrations).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    cutting.abort();
    await cut;
    await operator.close().catch(() => undefined);
    if (fault === null) return { seconds: (performance.now() - startedAt) / 1000, cuts };
    if (!isCut) throw fault instanceof Error ? fault : new Error('the change failed', { cause: fault });
    cuts += 1;
  }
}

async function onServer(
  { tools }: DrillContext,
  work: (url: string, database: Database) => Promise<DrillOutcome>,
): Promise<DrillOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-upgrade-'));
  const dataDir = path.join(folder, 'postgres');
  const log = (): void => undefined;
  const options = { dataDir, port: await findFreePort(), log, durable: true, removeOnStop: true };
  const postgres = await startPostgres({ binDir: tools.postgresBinDir, ...options });
  const database = openDatabase(postgres.databaseUrl);
  try {
    const operator = openOperatorDatabase(postgres.databaseUrl);
    await migrate(operator);
    await operator.close();
    return await work(postgres.databaseUrl, database);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(context: DrillContext): Promise<DrillOutcome> {
  const { isQuick, say } = context;
  const events = context.events ?? (isQuick ? QUICK_EVENTS : EVENTS);
  return onServer(context, async (url, database) => {
    say(`Writing ${events} events …`);
    await fill(database, events, say);
    const rows: string[][] = [['change', 's', 'cuts', 'writes', 'longest write ms']];
    const slow: string[] = [];
    const faults: string[] = [];
    let written = events;
    for (const [index, { name }] of CHANGES.entries()) {
      say(`${name} beside ${WRITERS} writers …`);
      const writers = new Writers(database, written);
      const { seconds, cuts } = await apply(url, database, index + 1).finally(() => writers.stop());
      written += writers.waits.length;
      const longest = Math.max(...writers.waits);
      rows.push([name, seconds.toFixed(1), String(cuts), String(writers.waits.length), longest.toFixed(0)]);
      faults.push(...writers.faults.map((fault) => `${name}: ${fault}`));
      slow.push(...writers.waits.filter((wait) => wait > BLOCKED_MS).map((wait) => `${name}: ${wait.toFixed(0)} ms`));
    }
    const [left] = await database.query<{ lacking: number; invalid: number }>(
      `select (select count(*)::integer from (select from events where copy is null limit 10) found) as lacking,
         (select count(*)::integer from pg_index where not indisvalid) as invalid`,
    );
    return {
      conditions: `${events} events, ${WRITERS} writers, a write every ${PAUSE_MS} ms each; a change that takes longer than ${CUT_AFTER_MS} ms loses its connections once.`,
      rows,
      verdicts: [
        { what: 'writes that failed', findings: faults },
        { what: `writes that waited for longer than ${BLOCKED_MS} ms`, findings: slow },
        { what: 'events without the new value', findings: left?.lacking === 0 ? [] : [String(left?.lacking)] },
        { what: 'invalid indexes', findings: left?.invalid === 0 ? [] : [String(left?.invalid)] },
      ],
    };
  });
}

export const upgrade: Drill = {
  name: 'upgrade',
  describe: 'the changes of a release are made to a large table beside writers, each cut off once and begun again',
  run,
};
