import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import type { OperatorDatabase } from '../../../db/database';
import { migrate } from '../../../db/migrate';
import { MIGRATIONS, type Migration } from '../../../db/migrations';
import { withBuilder } from '../../../db/operator-work/builder';
import { createIndexConcurrently } from '../../../db/operator-work/concurrent-index';
import { backfill } from '../../../db/operator-work/pages';
import { eventually } from '../../support/builders';
import { createTestDatabase, openForOperator, type TestDatabase } from '../../support/database';

const EVENTS = 200_000;

let database: TestDatabase;
let operator: OperatorDatabase;
let said: string[] = [];
/** Of this file, in order: Corridor refuses a database with migrations that it does not know. */
const own: Migration[] = [];

const writeEvents = (from: number, count: number) =>
  database.query(
    `insert into events (id, account_id, environment, type, subject, payload, created_at)
     select 'evt_' || lpad(n::text, 26, '0'), 'acc_1', 'test', 'instruction.submitted', 'instr_' || n, '{}', now()
     from generate_series($1::integer, $2::integer) n`,
    [from, from + count - 1],
  );

beforeAll(async () => {
  database = await createTestDatabase();
  operator = openForOperator(database, (line) => said.push(line));
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  await writeEvents(1, EVENTS);
});
beforeEach(() => (said = []));

function applyNext(migration: Migration): Promise<string[]> {
  own.push(migration);
  return migrate(operator, [...MIGRATIONS, ...own]);
}

const index = (name: string) => ({ name, table: 'events', on: 'subject, type', where: 'not sample' });

const stateOf = (name: string) =>
  database.query<{ valid: boolean }>('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ]);

/** A client's transaction that has written to `events` and goes on. */
async function withOpenWriter(work: (end: () => Promise<void>) => Promise<void>): Promise<void> {
  const client: PoolClient = await database.pool.connect();
  let isOpen = true;
  const end = async (): Promise<void> => {
    if (isOpen) await client.query('rollback');
    isOpen = false;
  };
  try {
    await client.query('begin');
    await client.query(`update events set subject = subject where id = 'evt_' || lpad('1', 26, '0')`);
    await work(end);
  } finally {
    await end();
    client.release();
  }
}

/** Process of Postgres that builds an index and waits for a transaction which is older. */
async function untilBuildWaits(): Promise<number> {
  const waiting = () =>
    database.query<{ pid: number }>(
      `select pid from pg_stat_progress_create_index where datname = current_database() and current_locker_pid <> 0`,
    );
  const [build] = await eventually(waiting, (rows) => rows.length === 1, 'the wait of the build');
  return build?.pid ?? 0;
}

let written = EVENTS;

/** A write that gives up after 5 s, where those of the service wait for 10 s. */
async function write(): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(`set local lock_timeout = '5s'`);
    written += 1;
    await client.query(
      `insert into events (id, account_id, environment, type, subject, payload, created_at)
       values ('evt_' || lpad($1::text, 26, '0'), 'acc_1', 'test', 'instruction.submitted', 'x', '{}', now())`,
      [written],
    );
  });
}

describe('an index of a large table', () => {
  it('is built while others write, also while it waits for an older transaction', async () => {
    await withOpenWriter(async (end) => {
      const applied = applyNext({
        name: '9001-index',
        up: (builder, say) => createIndexConcurrently(builder, index('events_first'), say),
        transaction: false,
      });
      await untilBuildWaits();
      await write();
      await end();
      expect(await applied).toEqual(['9001-index']);
    });
    expect(await stateOf('events_first')).toEqual([{ valid: true }]);
  });

  it('that a killed build has left invalid is built again by the next migrate', async () => {
    const build: Migration = {
      name: '9002-index',
      up: (builder, say) => createIndexConcurrently(builder, index('events_second'), say),
      transaction: false,
    };
    await withOpenWriter(async () => {
      const applied = applyNext(build).catch((fault: unknown) => fault);
      await database.query('select pg_terminate_backend($1)', [await untilBuildWaits()]);
      expect(await applied).toBeInstanceOf(Error);
    });
    expect(await stateOf('events_second')).toEqual([{ valid: false }]);
    expect(await migrate(operator, [...MIGRATIONS, ...own])).toEqual(['9002-index']);
    expect(await stateOf('events_second')).toEqual([{ valid: true }]);
  });

  it('that is there is left alone', async () => {
    const oid = () => database.query(`select to_regclass('events_second')::oid as oid`);
    const before = await oid();
    await withBuilder(operator.directUrl, (builder) => createIndexConcurrently(builder, index('events_second')));
    expect(await oid()).toEqual(before);
  });

  it('is refused in a transaction, where it could not be built concurrently', async () => {
    const within = withBuilder(operator.directUrl, (builder) =>
      builder.transaction((trx) => createIndexConcurrently(trx, index('events_third'))),
    );
    await expect(within).rejects.toThrow('events_third');
    expect(await stateOf('events_third')).toEqual([]);
  });
});

describe('a change of a filled table', () => {
  it('of a column, its values and an index has no write fail that goes on beside it', async () => {
    const before = written;
    const column: Migration = {
      name: '9010-copy',
      up: (builder) => builder.raw('alter table events add column copy text'),
    };
    const values: Migration = {
      name: '9011-copies',
      up: (_builder, _say, connection) =>
        backfill(connection, {
          name: 'Copies',
          table: 'events',
          key: 'id',
          set: 'copy = subject',
          where: 'copy is null',
        }),
      transaction: false,
    };
    const copies: Migration = {
      name: '9012-copies',
      up: (builder, say) => createIndexConcurrently(builder, { name: 'events_copy', table: 'events', on: 'copy' }, say),
      transaction: false,
    };
    own.push(column, values, copies);
    let isOver = false;
    const applied = migrate(operator, [...MIGRATIONS, ...own]).finally(() => (isOver = true));
    // One that fails is thrown.
    while (!isOver) await write();
    expect(await applied).toEqual(['9010-copy', '9011-copies', '9012-copies']);
    expect(written).toBeGreaterThan(before + 10);
    expect(await stateOf('events_copy')).toEqual([{ valid: true }]);
    const lacking = `select id from events where copy is distinct from subject and id <= 'evt_' || lpad($1::text, 26, '0')`;
    expect(await database.query(lacking, [before])).toEqual([]);
  });
});

describe('a migration', () => {
  it('that changes a table gives way to writers, and tries again until it has its lock', async () => {
    await withOpenWriter(async (end) => {
      const applied = applyNext({
        name: '9003-column',
        up: (builder) => builder.raw('alter table events add column note text'),
      });
      await eventually(
        () => Promise.resolve(said),
        (lines) => lines.some((line) => /9003-column.*holds a lock/.test(line)),
        'the line about the lock',
      );
      await write();
      await end();
      expect(await applied).toEqual(['9003-column']);
    });
  });

  it('runs after one that was killed and has left the lock of the list', async () => {
    await database.query('update knex_migrations_lock set is_locked = 1');
    expect(await applyNext({ name: '9004-nothing', up: (builder) => builder.raw('select 1') })).toEqual([
      '9004-nothing',
    ]);
  });

  it('runs once, however many processes begin at a time', async () => {
    let runs = 0;
    const migration = { name: '9005-once', up: () => Promise.resolve((runs += 1)) };
    own.push(migration);
    const all = await Promise.all([1, 2, 3].map(() => migrate(openForOperator(database), [...MIGRATIONS, ...own])));
    expect(all.flat()).toEqual(['9005-once']);
    expect(runs).toBe(1);
  });
});

describe('a connection for the work of operators', () => {
  it('has no limit of a statement and waits little for a lock', async () => {
    const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    const expected = [{ statement: '0', lock: '1200ms' }];
    expect(await operator.query(limits)).toEqual(expected);
    const built = await withBuilder(operator.directUrl, (builder) => builder.raw<{ rows: object[] }>(limits));
    expect(built.rows).toEqual(expected);
  });

  it('is not cut when it is silent, as those of requests are', async () => {
    for (const [opened, silenceMs] of [
      [operator, 0],
      [database, 20_000],
    ] as const) {
      const client = await opened.pool.connect();
      // Not in the types of the driver.
      const { connection } = client as unknown as { connection: { stream: Socket } };
      expect(connection.stream.timeout ?? 0).toBe(silenceMs);
      client.release();
    }
  });
});
