import { existsSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { recordDataKeys } from '../../db/data-keys';
import { openVault } from '../../lib/vault';
import { COMMANDS_LIMIT_MS, CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

jest.setTimeout(COMMANDS_LIMIT_MS);

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

it('is refused where it belongs to another database', async () => {
  const own = randomBytes(32).toString('base64');
  await recordDataKeys(database, openVault(own));
  const { code, fault } = await new CommandLine({ DATABASE_URL: database.url }).run(...PARTNER);
  expect(code).toBe(1);
  expect(fault).toContain(`sealed with the data key ${openVault(own).keyIds.DATA_KEY.join()}`);
  expect(await partners()).toEqual([]);
  expect((await new CommandLine({ DATABASE_URL: database.url, DATA_KEY: own }).run(...PARTNER)).code).toBe(0);
});
