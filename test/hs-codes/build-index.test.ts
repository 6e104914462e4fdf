import { rebuildSearchIndex, refreshSearch } from '../../db/hs-codes/build-index';
import { eventually } from '../support/builders';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { importFixture } from '../support/reference-data';

const LIMITS = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle`;
const WAITING = `select 1 from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'advisory' and not granted`;

describe('rebuilding the search index', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await importFixture(database, 'hs-nomenclature', 'harmonized-system.csv', { deferIndex: true });
  });

  it('has limits of its own, and leaves those of requests as they are', async () => {
    const [before] = await database.query(LIMITS);
    const within = await database.transaction(async (client) => {
      await rebuildSearchIndex(client);
      return client.query(LIMITS);
    });
    expect(within).toEqual([{ statement: '2min', lock: '2min', idle: '10min' }]);
    expect(await database.query(LIMITS)).toEqual([before]);
    expect(before).toEqual({ statement: '15s', lock: '10s', idle: '30s' });
  });

  it('waits for another rebuild, and writes each document once', async () => {
    let second: Promise<void> = Promise.resolve();
    await database.transaction(async (client) => {
      await rebuildSearchIndex(client);
      second = refreshSearch(database);
      second.catch(() => undefined);
      await eventually(
        () => database.query(WAITING),
        (waiting) => waiting.length === 1,
        'Waiting for the other rebuild',
      );
    });
    await second;
    const [row] = await database.query(
      `select (select count(*)::int from search_documents) as documents,
         (select count(*)::int from hs_nodes where length(code) >= 4) as nodes`,
    );
    expect(row).toMatchObject({ documents: 16, nodes: 16 });
  });
});
