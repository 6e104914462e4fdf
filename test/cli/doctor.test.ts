import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkDataKey, checkDisk, checkNode } from '../../cli/doctor/machine';
import { checkDatabase } from '../../cli/doctor/service';
import { DataDir } from '../../cli/place';
import { closeAtEnd } from '../support/closing';
import { startStack, type Stack } from '../support/stack';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
jest.setTimeout(180_000);

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ workers: false });
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-doctor-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
});

interface Said {
  code: number;
  text: string;
}

function doctor(settings: Record<string, string>, ...args: string[]): Promise<Said> {
  const { temporal } = stack.settings;
  const right = {
    DATABASE_URL: stack.database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    DATA_KEY: randomBytes(32).toString('base64'),
  };
  const env = { ...process.env, ...right, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, '--data-dir', folder, 'doctor', ...args], { env }, (error, text) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text });
    });
  });
}

interface Report {
  healthy: boolean;
  findings: { name: string; status: string; found: string; todo: string | null }[];
}

async function report(settings: Record<string, string>) {
  const { code, text } = await doctor(settings, '--json');
  const { healthy, findings } = JSON.parse(text.trim().split('\n').at(-1) ?? '') as Report;
  expect(code).toBe(healthy ? 0 : 1);
  return Object.fromEntries(findings.map(({ name, ...finding }) => [name, finding]));
}

it('finds a service that works', async () => {
  const found = await report({});
  for (const name of ['node', 'postgres', 'schema', 'clock', 'temporal', 'fonts', 'data key']) {
    expect([name, found[name]]).toMatchObject([name, { status: 'ok', todo: null }]);
  }
  expect(found['approvals']).toEqual({
    status: 'warning',
    found: 'one person decides alone: live-network, release-approvals',
    todo: 'npx corridor approvals set live-network two; npx corridor approvals set release-approvals two',
  });
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['chromium', 'port', 'disk']));
});

it('says what is wrong and what to type, without a password', async () => {
  const found = await report({
    DATABASE_URL: 'postgres://corridor:quiet-word@127.0.0.1:1/none',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PUPPETEER_EXECUTABLE_PATH: '/nowhere/chromium',
    DATA_KEY: 'short',
  });
  expect(found['postgres']).toMatchObject({ status: 'fault', todo: 'Start Postgres, or correct DATABASE_URL.' });
  expect(found['temporal']).toMatchObject({ status: 'fault', todo: 'Start Temporal, or correct TEMPORAL_ADDRESS.' });
  expect(found['chromium']).toMatchObject({ status: 'fault' });
  expect(found['chromium']?.todo).toContain('apt-get install chromium');
  expect(found['data key']?.todo).toContain('openssl rand -base64 32');
  const { code, text } = await doctor({ DATABASE_URL: 'postgres://corridor:quiet-word@127.0.0.1:1/none' });
  expect([code, text]).toEqual([1, expect.stringMatching(/^fault +postgres .*\n +-> Start Postgres/m) as string]);
  expect(await checkDatabase(undefined)).toMatchObject([{ todo: expect.stringContaining('--data-dir') as string }]);
  expect(text + JSON.stringify(found)).not.toContain('quiet-word');
});

it('finds a schema that is behind, or ahead, and a namespace that is missing', async () => {
  const rename = (from: string, to: string) =>
    stack.database.query('update knex_migrations set name = $2 where name = $1', [from, to]);
  await rename('0001-accounts-and-keys', 'gone');
  const found = await report({ TEMPORAL_NAMESPACE: 'nowhere' });
  expect(found['schema']).toMatchObject({ status: 'fault', todo: 'npx corridor migrate' });
  expect(found['temporal']?.found).toContain('has no namespace nowhere');
  await rename('gone', '0001-accounts-and-keys');
  await stack.database.query(
    `insert into knex_migrations (name, batch, migration_time) values ('9999-later', 99, now())`,
  );
  expect((await report({}))['schema']).toMatchObject({ status: 'warning' });
});

it('judges versions of Node, the disk and the file of the key', () => {
  expect(['18.1.0', '20.0.0', '23.1.0', '24.1.0'].map((version) => checkNode(version).status)).toEqual([
    'fault',
    'ok',
    'warning',
    'ok',
  ]);
  expect(checkDisk(path.join(folder, 'not', 'there')).found).toContain(`free in ${folder}`);
  const dataDir = new DataDir(folder);
  expect(checkDataKey(dataDir, undefined).todo).toContain('npm start');
  writeFileSync(dataDir.file('data-key'), randomBytes(32).toString('base64'));
  chmodSync(dataDir.file('data-key'), 0o644);
  expect(checkDataKey(dataDir, undefined)).toMatchObject({
    status: 'warning',
    todo: `chmod 600 ${dataDir.file('data-key')}`,
  });
  chmodSync(dataDir.file('data-key'), 0o600);
  expect(checkDataKey(dataDir, undefined).status).toBe('ok');
});
