import { refuseUnreleasedSchema, UnreleasedSchema } from '../../db/applied-migrations';
import { migrate } from '../../db/migrate';
import { MIGRATIONS, type Migration } from '../../db/migrations';
import { createIndexConcurrently } from '../../db/operator-work/concurrent-index';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, openForOperator, type TestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

describe('a database of no release', () => {
  let older: TestDatabase;
  beforeAll(async () => {
    older = await createTestDatabase();
    await older.query(`update knex_migrations set name = '0001-schema'`);
  });

  it('is refused by what migrates it, and changed in nothing', async () => {
    const refused = migrate(openForOperator(older));
    await expect(refused).rejects.toThrow(UnreleasedSchema);
    await expect(refused).rejects.toThrow('"npm start -- --reset"');
    expect(await older.query('select name from knex_migrations')).toEqual([{ name: '0001-schema' }]);
  });

  it.each([
    ['corridor migrate', ['migrate']],
    ['the API', ['serve', 'api']],
    ['the worker', ['serve', 'worker']],
    ['a command', ['keys', 'rotate-data']],
  ])('ends %s with one sentence', async (_name, words) => {
    const { code, text, fault } = await new CommandLine({ DATABASE_URL: older.url, PORT: '0' }).runProcess(...words);
    expect({ code, text, fault: fault.trim() }).toEqual({
      ...{ code: 1, text: '' },
      fault: expect.stringMatching(/^The database was made before release 1\.0\.0 .*"npm start -- --reset".*\.$/),
    });
  });

  it('is none that is empty, or that has migrations of a newer release', async () => {
    const newer = await createTestDatabase();
    await newer.query(`insert into knex_migrations (name, batch, migration_time) values ('9999-later', 99, now())`);
    await refuseUnreleasedSchema(newer);
    await newer.query('drop table knex_migrations');
    await refuseUnreleasedSchema(newer);
  });
});

it('are applied once', async () => {
  expect(await migrate(openForOperator(database))).toEqual([]);
  expect(await database.query('select name from knex_migrations order by id')).toEqual(
    MIGRATIONS.map(({ name }) => ({ name })),
  );
});

it('of a later release follow the baseline in their order, an index outside of a transaction', async () => {
  const later: Migration[] = [
    { name: '9001-column', up: (builder) => builder.raw('alter table screenings add column note text') },
    {
      name: '9002-index',
      up: (builder, say) =>
        createIndexConcurrently(builder, { name: 'screenings_note', table: 'screenings', on: 'note' }, say),
      transaction: false,
    },
  ];
  const upgraded = await createTestDatabase();
  const list = [...MIGRATIONS, ...later];
  expect(await migrate(openForOperator(upgraded), list)).toEqual(['9001-column', '9002-index']);
  expect(await migrate(openForOperator(upgraded), list)).toEqual([]);
  await upgraded.query('select note from archive.screenings');
  expect(
    await upgraded.query(`select indisvalid as valid from pg_index where indexrelid = 'screenings_note'::regclass`),
  ).toEqual([{ valid: true }]);
});

describe('sides', () => {
  it('are kept apart: no instruction goes to a partner of the other one', async () => {
    await insertPartner(database, 'ptn_live', { environment: 'live' });
    await insertInstructions(database, { prefix: 'right_', count: 1, partner: 'ptn_live', environment: 'live' });
    const move = database.query(`update payment_instructions set environment = 'test' where id = 'right_1'`);
    await expect(move).rejects.toThrow('_environment_fkey');
    const crossing = { prefix: 'wrong_', count: 1, partner: 'ptn_live', environment: 'test' } as const;
    await expect(insertInstructions(database, crossing)).rejects.toThrow('_environment_fkey');
  });
});

describe('custom endpoint limits', () => {
  it('are an object, and none of a key that names none', async () => {
    await database.query(`insert into api_keys (id, kind, hash, hint) values ('key_1', 'operator', 'x', '')`);
    const read = () => database.query('select custom_endpoint_limits from api_keys');
    expect(await read()).toEqual([{ custom_endpoint_limits: {} }]);
    for (const wrong of ['[]', '5', 'null', '"track=5"']) {
      await expect(database.query('update api_keys set custom_endpoint_limits = $1', [wrong])).rejects.toThrow();
    }
    await database.query('update api_keys set custom_endpoint_limits = $1', ['{"track": 5}']);
    expect(await read()).toEqual([{ custom_endpoint_limits: { track: 5 } }]);
  });
});
