import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findFreePort, PortTaken } from '../../../cli/embedded/ports';
import { startPostgres, type PostgresOptions, type RunningPostgres } from '../../../cli/embedded/postgres';

function binDir(): string {
  const value = process.env['CORRIDOR_POSTGRES_BIN'];
  if (value === undefined) throw new Error('Run the tests with "npm test": it finds Postgres.');
  return value;
}

async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  let parent: string;
  let running: RunningPostgres | null = null;
  const lines: string[] = [];

  const start = async (changes: Partial<PostgresOptions> = {}): Promise<RunningPostgres> => {
    const log = (line: string): void => void lines.push(line);
    const dataDir = path.join(parent, 'postgres');
    running = await startPostgres({
      binDir: binDir(),
      dataDir,
      port: await findFreePort(),
      log,
      durable: false,
      ...changes,
    });
    return running;
  };

  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'corridor-postgres-'));
    // The default mode 700 is what the test of a private folder is about.
    chmodSync(parent, 0o755);
    lines.length = 0;
  });

  afterEach(async () => {
    await running?.stop();
    if (running !== null) rmSync(running.dataDir, { recursive: true, force: true });
    running = null;
    rmSync(parent, { recursive: true, force: true });
  });

  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.databaseUrl, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();
    expect(await query(second.databaseUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('recovers committed data after kill -9', async () => {
    const first = await start({ durable: true });
    await query(first.databaseUrl, 'create table kept as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.ended).toBe('signal SIGKILL');
    const second = await start({ durable: true });
    expect(await query(second.databaseUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('starts although another program has got the number of a killed server', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    const pidFile = path.join(first.dataDir, 'cluster', 'postmaster.pid');
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [1, ...rest].join('\n'));
    const second = await start();
    expect(await query(second.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops the server that a killed process left behind', async () => {
    const first = await start();
    const note = path.join(first.dataDir, 'server.json');
    const record: unknown = JSON.parse(readFileSync(note, 'utf8'));
    // This process's number with another start time: a launcher that is gone.
    writeFileSync(note, JSON.stringify({ ...Object(record), launcher: { pid: process.pid, startedAt: 'long ago' } }));
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(() => process.kill(first.pid, 0)).toThrow('ESRCH');
  });

  it('refuses data on which a server of a living process runs', async () => {
    const first = await start();
    const again = startPostgres({
      binDir: binDir(),
      dataDir: path.join(parent, 'postgres'),
      port: await findFreePort(),
      log: () => undefined,
    });
    await expect(again).rejects.toThrow(`Postgres already runs on these data (process ${first.pid}`);
  });

  it('refuses data of another version and says so', async () => {
    const first = await start();
    await first.stop();
    writeFileSync(path.join(first.dataDir, 'cluster', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow('were written by Postgres 9');
  });

  it('refuses a taken port and names its holder', async () => {
    const first = await start();
    const port = Number(new URL(first.databaseUrl).port);
    const dataDir = path.join(parent, 'other');
    const again = startPostgres({ binDir: binDir(), dataDir, port, log: () => undefined });
    await expect(again).rejects.toThrow(
      `Postgres cannot use port ${port}: it is in use by postgres (pid ${first.pid}).`,
    );
  });

  it('tells a port that another server took while it started from other faults', async () => {
    const port = await findFreePort();
    const names = ['one', 'other'];
    const starts = names.map((name) =>
      startPostgres({ binDir: binDir(), dataDir: path.join(parent, name), port, log: () => undefined, durable: false }),
    );
    const ends = await Promise.allSettled(starts);
    for (const end of ends) if (end.status === 'fulfilled') await end.value.stop();
    const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(faults).toEqual([expect.any(PortTaken)]);
  });

  it('takes connections on 127.0.0.1 only, and only with the password', async () => {
    const { databaseUrl, dataDir } = await start();
    expect(await query(databaseUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query(databaseUrl, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
    expect(await query(databaseUrl, 'show max_connections')).toEqual([{ max_connections: '200' }]);
    expect(statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(databaseUrl);
    wrong.password = 'wrong';
    await expect(query(wrong.toString(), 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('writes every commit to disk unless told otherwise', async () => {
    const durable = await start({ durable: true });
    expect(await query(durable.databaseUrl, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(durable.databaseUrl, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    await durable.stop();
    const quick = await start();
    expect(await query(quick.databaseUrl, 'show fsync')).toEqual([{ fsync: 'off' }]);
    expect(await query(quick.databaseUrl, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
  });

  it('works below a private folder', async () => {
    chmodSync(parent, 0o700);
    const first = await start();
    await query(first.databaseUrl, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();
    expect(await query(second.databaseUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
    const isRoot = process.getuid?.() === 0;
    expect(second.dataDir.startsWith(isRoot ? path.join(tmpdir(), 'corridor-data-') : parent)).toBe(true);
    expect(lines.some((line) => line.includes(`its data are in ${second.dataDir}`))).toBe(isRoot);
  });

  it('removes its data at the stop when asked to', async () => {
    const { dataDir, stop } = await start({ removeOnStop: true });
    expect(statSync(dataDir).isDirectory()).toBe(true);
    await stop();
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });
});
