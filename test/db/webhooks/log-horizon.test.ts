import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { openDatabase } from '../../../db/database';
import { readMeasures } from '../../../db/measures';
import { listFlags } from '../../../db/operator-flags';
import { checkLogHorizon, readOldestWriter } from '../../../db/webhooks/log-horizon';
import { eventually } from '../../support/builders';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const ROLE = `reader_${randomBytes(4).toString('hex')}`;

let database: TestDatabase;
let other: TestDatabase;
let client: PoolClient;
let pid: number;

/** A session in another database of the server, which has written and was forgotten. */
beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
  client = await other.pool.connect();
  closeAtEnd(() => client.release(true));
  await client.query(`set application_name = 'forgotten'`);
  await client.query('set idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  pid = rows[0]?.pid ?? 0;
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
});

// Transactions of other test files are the oldest for a moment now and then.
const untilOldest = () =>
  eventually(
    () => readOldestWriter(database),
    (writer) => writer?.pid === pid,
    'its turn',
  );
const flagged = async () => (await listFlags(database, { kind: 'event_log_held' })).map(({ subject }) => subject);

describe('the oldest transaction that has written', () => {
  it('is found in any database of the server, with what an operator needs to end it', async () => {
    const writer = await untilOldest();
    expect(writer).toMatchObject({ application: 'forgotten', state: 'idle in transaction' });
    expect(new URL(other.url).pathname).toBe(`/${writer?.database ?? ''}`);
    expect(writer?.ageSeconds).toBeGreaterThan(0);
    expect((await readMeasures(database)).logHeldSeconds).toBeGreaterThan(0);
  });

  it('is seen by a role that sees no transaction of others', async () => {
    await database.query(`create role ${ROLE} login password 'secret'`);
    closeAtEnd(() => database.query(`drop role ${ROLE}`));
    const url = new URL(database.url);
    [url.username, url.password] = [ROLE, 'secret'];
    const own = openDatabase(url.href, 1);
    closeAtEnd(() => own.close());
    const states = await own.query('select state from pg_stat_activity where pid = $1', [pid]);
    expect(states).toEqual([{ state: null }]);
    const writer = await eventually(
      () => readOldestWriter(own),
      (found) => found?.pid === pid,
      'its turn',
    );
    expect(writer).toMatchObject({ state: 'idle in transaction', ageSeconds: expect.any(Number) as number });
  });

  it('is flagged with its process once it has been open for too long, until it ends', async () => {
    await checkLogHorizon(database);
    expect(await flagged()).toEqual([]);
    await untilOldest();
    const check = async () => {
      await checkLogHorizon(database, 0);
      return flagged();
    };
    const subject = `process ${pid} of Postgres (forgotten, database ${new URL(other.url).pathname.slice(1)})`;
    await eventually(check, (subjects) => subjects.length === 1 && subjects[0] === subject, 'the flag');
    await client.query('rollback');
    await checkLogHorizon(database);
    expect(await flagged()).toEqual([]);
  });
});
