import { existsSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { recordDataKeys } from '../../db/data-keys';
import { openVault } from '../../lib/vault';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

const PARTNER = [
  'partners',
  'create',
  '--name',
  'Nordic',
  '--adapter',
  'http',
  '--url',
  'http://127.0.0.1:9',
  '--json',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const partners = async () => database.query<{ id: string }>('select id from partners', []);

it('is made by no command: what was sealed with it, the service could not open', async () => {
  const line = new CommandLine({ DATABASE_URL: database.url, DATA_KEY: '' });
  const { code, fault } = await line.run(...PARTNER);
  expect(code).toBe(1);
  expect(fault).toContain('Set DATA_KEY to the key of the service, or name its folder with --data-dir.');
  expect(existsSync(path.join(line.folder, 'data-key'))).toBe(false);
  expect(await partners()).toEqual([]);
  // What needs no key works without one.
  expect((await line.run('keys', 'create', '--account', 'Typed', '--json')).code).toBe(0);
});

it('goes on past a value that does not open, names it, and ends with 1', async () => {
  const own = await createTestDatabase();
  const [old, fresh] = [0, 1].map(() => randomBytes(32).toString('base64')) as [string, string];
  const line = (key: string) => new CommandLine({ DATABASE_URL: own.url, DATA_KEY: key });
  for (const name of ['Nordic', 'Baltic']) expect((await line(old).run(...PARTNER, '--name', name)).code).toBe(0);
  const [spoilt] = await own.query<{ id: string }>(
    `update partner_secrets set secret_sealed = secret_sealed || '\\x00'
     where id = (select min(id) from partner_secrets) returning id`,
  );
  const { code, fault } = await line(`${fresh},${old}`).run('keys', 'rotate-data');
  expect([code, fault]).toEqual([1, expect.stringContaining(`partner_secrets.secret_sealed of ${spoilt?.id ?? ''}`)]);
  await own.query('delete from partner_secrets where id = $1', [spoilt?.id]);
  // The old key stays known until nothing is left that may want it.
  expect((await line(`${fresh},${old}`).run('keys', 'rotate-data')).code).toBe(0);
});

it('is refused where it belongs to another database', async () => {
  const own = randomBytes(32).toString('base64');
  await recordDataKeys(database, openVault(own));
  const { code, fault } = await new CommandLine({ DATABASE_URL: database.url }).run(...PARTNER);
  expect(code).toBe(1);
  expect(fault).toContain(`sealed with the data key ${openVault(own).keyIds.DATA_KEY.join()}`);
  expect(await partners()).toEqual([]);
  expect((await new CommandLine({ DATABASE_URL: database.url, DATA_KEY: own }).run(...PARTNER)).code).toBe(0);
});
