import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordDataKeys } from '../../db/data-keys';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { readDatabaseMark } from '../../db/restoration/database-mark';
import { openVault } from '../../lib/vault';
import { newInstruction } from '../interleavings/operation';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPartner } from '../support/rows';
import { describeWith } from '../support/tools';

function hasClient(): boolean {
  try {
    execFileSync('pg_dump', ['--version']);
    return true;
  } catch {
    return false;
  }
}

const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
const [KEY_ID = ''] = openVault(DATA_KEY).keyIds.DATA_KEY;

/** Source: docs/OPERATIONS.md, "Backups and restore" */
describeWith('pg_dump', hasClient())('a backup', () => {
  let database: TestDatabase;
  let cli: CommandLine;
  let file: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    await recordDataKeys(database, openVault(DATA_KEY));
    await insertPartner(database, 'ptn_1');
    await insertInstruction(database, newInstruction('instr_1'), null);
    cli = new CommandLine({ DATABASE_URL: database.url, DATA_KEY, CORRIDOR_POSTGRES_BIN: '' });
    file = path.join(cli.folder, 'made', 'one.dump');
  });

  it('is a complete file for its owner alone, which names the data key and does not hold it', async () => {
    const { code, said, fault } = await cli.run('backup', '--to', file, '--json');
    expect({ code, fault }).toEqual({ code: 0, fault: '' });
    const { databaseId } = await readDatabaseMark(database);
    expect(said).toMatchObject({
      file,
      bytes: statSync(file).size,
      databaseId,
      dataKeys: expect.stringContaining(KEY_ID),
    });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(existsSync(`${file}.part`)).toBe(false);
    expect(readFileSync(file).includes(DATA_KEY)).toBe(false);
  });

  it('is not written over another file', async () => {
    const { code, fault } = await cli.run('backup', '--to', file);
    expect(code).toBe(1);
    expect(fault).toContain('name another file');
  });

  it('is restored into a database of its own, which says as of when, and is dropped', async () => {
    const { code, said } = await cli.run('backup', '--check', file, '--json');
    expect(code).toBe(0);
    expect(said).toMatchObject({ file, restores: true, payments: 1, openPayments: 1 });
    expect(Number.isNaN(Date.parse(String(said['asOf'])))).toBe(false);
    const left = await database.query(`select from pg_database where datname like 'corridor\\_drill\\_%'`);
    expect(left).toEqual([]);
  });

  it('goes into a folder, is checked, and replaces the oldest there', async () => {
    const folder = path.join(cli.folder, 'kept');
    const ran = async (): Promise<Record<string, unknown>> => {
      const { code, said } = await cli.run('backup', '--to', `${folder}/`, '--check', '--keep', '1', '--json');
      expect(code).toBe(0);
      return said;
    };
    const results = [await ran(), await ran()];
    expect(results.map(({ restores, deleted }) => ({ restores, deleted }))).toEqual([
      { restores: true, deleted: 0 },
      { restores: true, deleted: 1 },
    ]);
    const left = readdirSync(folder).map((name) => path.join(folder, name));
    expect(left).toEqual(results.slice(-1).map(({ file: made }) => made));
  });

  it('that would not restore is set aside, the newest of its kind alone, and replaces nothing', async () => {
    const [programs, folder] = [path.join(cli.folder, 'programs'), path.join(cli.folder, 'set-aside')];
    mkdirSync(programs);
    writeFileSync(path.join(programs, 'pg_restore'), '#!/bin/sh\necho damaged >&2\nexit 1\n', { mode: 0o755 });
    const settings = { DATABASE_URL: database.url, DATA_KEY };
    const failing = new CommandLine({ ...settings, CORRIDOR_POSTGRES_BIN: programs });
    expect((await cli.run('backup', '--to', `${folder}/`, '--json')).code).toBe(0);
    const [good = ''] = readdirSync(folder);
    for (const keep of ['1', '2']) {
      const { code, fault } = await failing.run('backup', '--to', folder, '--check', '--keep', keep);
      expect([code, fault]).toEqual([1, expect.stringContaining('pg_restore failed: damaged')]);
    }
    const left = readdirSync(folder).sort();
    expect(left).toEqual([good, expect.stringMatching(/\.dump\.failed$/)]);
  });

  it('replaces nothing unless it was checked', async () => {
    const { code, fault } = await cli.run('backup', '--to', cli.folder, '--keep', '1');
    expect(code).toBe(1);
    expect(fault).toContain('--keep needs --check');
    expect(existsSync(file)).toBe(true);
  });

  it('that is damaged does not pass', async () => {
    const damaged = path.join(cli.folder, 'damaged.dump');
    writeFileSync(damaged, readFileSync(file).subarray(0, 20_000));
    const { code, fault } = await cli.run('backup', '--check', damaged);
    expect(code).toBe(1);
    expect(fault).toContain('pg_restore failed');
  });

  it('of another data key does not pass', async () => {
    const other = new CommandLine({ DATABASE_URL: database.url, CORRIDOR_POSTGRES_BIN: '' });
    const { code, fault } = await other.run('backup', '--check', file);
    expect(code).toBe(1);
    expect(fault).toContain(KEY_ID);
  });
});
