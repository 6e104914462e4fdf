import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkDataKey, checkDisk, checkFacts, checkNode } from '../../cli/doctor/machine';
import { checkDatabase, checkTemporal } from '../../cli/doctor/service';
import { DataDir } from '../../cli/place';
import { setApprovals } from '../../db/administration/approvals';
import { BASELINE } from '../../db/migrations';
import { clearFlagOf, raiseFlag } from '../../db/operator-flags';
import { eventually } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { CommandLine, type Typed } from '../support/command-line';
import { holdProcessClock } from '../support/process-clock';
import { startStack, type Stack } from '../support/stack';
import { createNamespace } from '../support/temporal';

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ workers: false });
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-doctor-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
});

function doctor(settings: Record<string, string>, ...args: string[]): Promise<Typed> {
  const { address, namespace } = stack.settings.temporal;
  const right = { DATABASE_URL: stack.database.url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  return new CommandLine({ ...right, ...settings }).run('doctor', ...args);
}

interface Report {
  healthy: boolean;
  findings: { name: string; status: string; found: string; todo: string | null }[];
}

async function report(settings: Record<string, string>) {
  const { code, said } = await doctor(settings, '--json');
  const { healthy, findings } = said as unknown as Report;
  expect(code).toBe(healthy ? 0 : 1);
  return Object.fromEntries(findings.map(({ name, ...finding }) => [name, finding]));
}

it('finds a service that works', async () => {
  const found = await report({});
  for (const name of ['node', 'postgres', 'schema', 'clock', 'workers', 'temporal', 'fonts', 'data key']) {
    expect([name, found[name]]).toMatchObject([name, { status: 'ok', todo: null }]);
  }
  expect(found['approvals']).toEqual({
    status: 'warning',
    found: 'one person decides alone: live-network, release-approvals',
    todo: 'npx corridor approvals set live-network two; npx corridor approvals set release-approvals two',
  });
  expect(found['mail']).toMatchObject({ status: 'ok', found: expect.stringContaining('none is sent') as string });
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['chromium', 'port', 'disk']));
});

it('finds a mail server that takes no mail, and settings that name none, without a password', async () => {
  const from = { CORRIDOR_MAIL_FROM: 'notices@example.com' };
  const away = await report({ ...from, CORRIDOR_SMTP_URL: 'smtp://notices:secret@127.0.0.1:1' });
  expect(away['mail']).toMatchObject({ status: 'warning', found: expect.stringContaining('127.0.0.1:1: ') as string });
  expect(JSON.stringify(away)).not.toContain('secret');
  expect((await report(from))['mail']).toMatchObject({ status: 'warning', found: 'none is sent from here' });
  const { mail } = await report({ CORRIDOR_SMTP_URL: 'smtp://127.0.0.1' });
  expect(mail).toMatchObject({ status: 'fault', found: expect.stringContaining('Set CORRIDOR_MAIL_FROM') as string });
});

it('finds that two people have to decide where no two operators may', async () => {
  await setApprovals(stack.database, { setting: 'release-approvals', count: 'two', actor: 'command:test' });
  const { approvals } = await report({});
  await stack.database.query('delete from compliance_settings');
  expect(approvals).toMatchObject({
    status: 'warning',
    found: 'two people have to decide, and no two operators may confirm each other: release-approvals',
    todo: expect.stringContaining('users create --role operator') as string,
  });
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

/** Source: docs/OPERATIONS.md, "CorridorClockOff" */
it('finds a clock that is off, and workers that say so of theirs', async () => {
  const find = async () => Object.fromEntries((await checkDatabase(stack.database.url)).map((one) => [one.name, one]));
  // The clock stands still while the database is asked.
  holdProcessClock(Date.now() + 9_000);
  await raiseFlag(stack.database, 'host-1', 'worker_clock', { says: 'its clock is 6.0 s ahead of Postgres' });
  const off = await find();
  jest.useRealTimers();
  expect(off['clock']).toMatchObject({
    status: 'warning',
    found: expect.stringMatching(/^[2-9]\.\d s ahead of Postgres$/),
    todo: expect.stringContaining('chrony'),
  });
  expect(off['workers']).toMatchObject({ status: 'warning', found: 'host-1: its clock is 6.0 s ahead of Postgres' });
  await clearFlagOf(stack.database, 'host-1', 'worker_clock');
  expect(await find()).toMatchObject({ clock: { status: 'ok' }, workers: { status: 'ok' } });
});

it('finds a schema that is behind, or ahead, and a namespace that is missing', async () => {
  const rename = (from: string, to: string) =>
    stack.database.query('update knex_migrations set name = $2 where name = $1', [from, to]);
  await rename(BASELINE, 'gone');
  const found = await report({ TEMPORAL_NAMESPACE: 'nowhere' });
  expect(found['schema']).toMatchObject({ status: 'fault', found: expect.stringContaining('1.0.0') });
  expect(found['temporal']?.found).toContain('has no namespace nowhere');
  await rename('gone', BASELINE);
  await stack.database.query(
    `insert into knex_migrations (name, batch, migration_time) values ('9999-later', 99, now())`,
  );
  expect((await report({}))['schema']).toMatchObject({ status: 'warning' });
});

it('names the command that makes missing search attributes, which the namespace of documents does not need', async () => {
  const { temporal } = stack.settings;
  const bare = await createNamespace({ hasAttributes: false });
  expect(await checkTemporal({ ...temporal, documentsNamespace: bare })).toMatchObject({ status: 'ok' });
  const finding = await checkTemporal({ ...temporal, namespace: bare });
  expect([finding.status, finding.found]).toEqual([
    'fault',
    expect.stringContaining('CorridorStatus, CorridorPartner'),
  ]);
  const programs = path.dirname(process.env['CORRIDOR_TEMPORAL_CLI'] ?? '');
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}`, TEMPORAL_ADDRESS: temporal.address };
  execFileSync('sh', ['-ec', finding.todo ?? 'false'], { env, stdio: 'pipe' });
  // The server knows them for queries a moment later.
  const look = () => checkTemporal({ ...temporal, namespace: bare });
  await eventually(look, ({ status }) => status === 'ok', 'search attributes that are known');
  const nowhere = await checkTemporal({ ...temporal, documentsNamespace: 'nowhere' });
  expect(nowhere).toMatchObject({ status: 'fault', found: expect.stringContaining('no namespace nowhere') as string });
});

it('judges versions of Node, the disk and the file of the key', () => {
  expect(['18.1.0', '20.0.0', '24.1.0', '25.1.0'].map((version) => checkNode(version).status)).toEqual([
    'fault',
    'fault',
    'ok',
    'warning',
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

it('warns of facts that nobody has looked up for a year', () => {
  expect(checkFacts('2026-11-24')).toMatchObject({ status: 'ok', found: expect.stringMatching(/\bvat \d+/) });
  const old = checkFacts('2030-01-01');
  expect([old.status, old.found]).toEqual(['warning', expect.stringContaining('DE was last looked up on 2026-11-24')]);
});
