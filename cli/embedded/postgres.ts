import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { refuseTakenPort } from './ports';
import {
  forgetServer,
  launch,
  recordServer,
  stopOrphan,
  waitUntilReady,
  type Log,
  type ServerProcess,
  type StopStep,
} from './processes';
import { canReach, changeOwner, postgresAccount, privateFolder, publicCopy, type Account } from './run-as';

const USER = 'corridor';
const DATABASE = 'corridor';
/** Making a cluster writes 40 MB; slow disks and busy machines need a while. */
const INITDB_LIMIT_MS = 300_000;
/** Recovery after a crash replays at most max_wal_size; a server that cannot start ends by itself. */
const READY_LIMIT_MS = 300_000;
const CONNECT_LIMIT_MS = 2_000;
const ASK_LIMIT_MS = 10_000;
/** A server that was killed leaves its children for a moment, and refuses to start beside them. */
const START_TRIES = 5;

/** Fast shut-down, then immediate shut-down (the next start recovers), then no more asking. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/** Sized for a small machine that also runs Temporal and the service. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Connections come over TCP alone: a socket file would need a short path that everybody may enter.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_wal_size: '1GB',
  // Statements keep their plans until a table is analysed: one that was made while it was empty reads all of it.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

/** For tests: a crash of the machine may lose everything, and every commit is quick. */
const NOT_DURABLE: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

export interface PostgresOptions {
  /** Folder of the programs initdb and postgres, version 15 or later. */
  readonly binDir: string;
  /** Made on first use. */
  readonly dataDir: string;
  readonly port: number;
  readonly log: Log;
  /** Whether a commit survives a crash of the machine; default true. */
  readonly durable?: boolean;
  /** Whether stop() also removes the data; default false. */
  readonly removeOnStop?: boolean;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningPostgres {
  /** Address of the database "corridor", with the superuser's name and password. */
  readonly databaseUrl: string;
  readonly pid: number;
  /** Resolves when the server has ended, wanted or not, with how: "code 0" or "signal SIGKILL". */
  readonly ended: Promise<string>;
  /** Where the data are: dataDir, or its substitute when the user of Postgres cannot get there. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

interface Place {
  readonly binDir: string;
  /** Holds all of the below. */
  readonly home: string;
  /** What Postgres calls its data directory. */
  readonly cluster: string;
  readonly passwordFile: string;
  /** Says which process runs on these data. */
  readonly record: string;
  readonly account: Account | null;
}

/**
 * Starts a Postgres server on 127.0.0.1, after creating its data on first use or recovering them after a crash.
 * @throws Error in one sentence when the port is taken, the data are in use or of another version, or it does not
 * start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const place = await findPlace(options);
  await stopOrphan(place.record, 'Postgres', STOP_STEPS);
  refuseTakenPort(options.port, 'Postgres');
  const password = await ensureCluster(place);
  const server = await startServer(place, options, password);
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await server.stop(STOP_STEPS);
    forgetServer(place.record);
    if (options.removeOnStop === true) rmSync(place.home, { recursive: true, force: true });
  };
  return {
    databaseUrl: urlOf(options.port, password, DATABASE),
    pid: server.pid,
    ended: server.ended,
    dataDir: place.home,
    stop: () => (stopping ??= stop()),
  };
}

/**
 * The folders and the account of a Postgres server; when started by root, other folders if that account cannot reach
 * the given ones.
 */
async function findPlace({ binDir, dataDir, log }: PostgresOptions): Promise<Place> {
  const account = postgresAccount();
  const home = account === null ? ensureOwnFolder(dataDir) : privateFolder(path.resolve(dataDir), account);
  if (home !== path.resolve(dataDir)) {
    log(`Postgres runs as user ${account?.name ?? ''}, who cannot get to ${dataDir}: its data are in ${home}.`);
  }
  return {
    binDir: account === null || canReach(binDir, account) ? binDir : await copyPrograms(binDir, account, log),
    home,
    cluster: path.join(home, 'cluster'),
    passwordFile: path.join(home, 'password'),
    record: path.join(home, 'server.json'),
    account,
  };
}

function ensureOwnFolder(dataDir: string): string {
  const home = path.resolve(dataDir);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return home;
}

async function copyPrograms(binDir: string, account: Account, log: Log): Promise<string> {
  const version = await versionOf(binDir);
  const copy = publicCopy(path.dirname(path.resolve(binDir)), version);
  log(`Postgres runs as user ${account.name}, who cannot get to ${binDir}: a copy of its programs is in ${copy}.`);
  return path.join(copy, path.basename(binDir));
}

/** @returns such as "postgres (PostgreSQL) 18.4" */
async function versionOf(binDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path.join(binDir, 'postgres'), ['--version'], { timeout: ASK_LIMIT_MS });
  return stdout.trim();
}

/** A fixed language: messages of a failed start are read by people who get them from another machine. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates the data of the server if there are none, and checks their version.
 * @returns the superuser's password
 */
async function ensureCluster(place: Place): Promise<string> {
  if (!existsSync(place.cluster)) {
    await makeCluster(place);
    return readFileSync(place.passwordFile, 'utf8').trim();
  }
  const written = readFileSync(path.join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  const version = await versionOf(place.binDir);
  if (/(\d+)/.exec(version)?.[1] !== written) {
    throw new Error(
      `The data in ${place.home} were written by Postgres ${written}, and ${place.binDir} holds ${version}. ` +
        `Set CORRIDOR_POSTGRES_BIN to the programs of version ${written}, or begin again with --reset.`,
    );
  }
  return readFileSync(place.passwordFile, 'utf8').trim();
}

/** Creates the data under another name first, so that a crash leaves nothing that looks complete. */
async function makeCluster(place: Place): Promise<void> {
  const unfinished = `${place.cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(place.passwordFile, { force: true });
  writeFileSync(place.passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (place.account !== null) changeOwner(place.passwordFile, place.account);
  const collations =
    process.platform === 'linux'
      ? ['--lc-collate=C', '--lc-ctype=C.UTF-8']
      : ['--locale=en_US.UTF-8', '--lc-collate=C'];
  try {
    await runInitdb(place, unfinished, collations);
  } catch {
    // Small systems lack that locale. The plain one only changes how letters beyond ASCII are put in lower case.
    rmSync(unfinished, { recursive: true, force: true });
    await runInitdb(place, unfinished, ['--locale=C']);
  }
  renameSync(unfinished, place.cluster);
}

/**
 * Runs initdb.
 * @throws Error with its last lines
 */
async function runInitdb(place: Place, cluster: string, collations: readonly string[]): Promise<void> {
  const { account, home, passwordFile } = place;
  const lines: string[] = [];
  const initdb = await launch({
    program: path.join(place.binDir, 'initdb'),
    args: [
      `--pgdata=${cluster}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-instructions',
      // The renaming comes after; a machine that crashes here starts again.
      '--no-sync',
      ...collations,
    ],
    cwd: home,
    env: environment(),
    account,
    log: (line) => lines.push(line),
    exitSignal: 'SIGTERM',
  });
  const limit = setTimeout(() => void initdb.stop([{ signal: 'SIGKILL', waitMs: 0 }]), INITDB_LIMIT_MS);
  const ending = await initdb.ended;
  clearTimeout(limit);
  if (ending !== 'code 0') throw new Error(`Postgres cannot create its data (${ending}):\n${initdb.lastLines()}`);
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Starts the server and waits until it answers, several times if processes of an earlier one still hold its memory. */
async function startServer(place: Place, options: PostgresOptions, password: string): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    adoptStalePidFile(place.cluster);
    const server = await launchServer(place, options);
    try {
      await waitUntilReady({
        server,
        name: 'Postgres',
        limitMs: READY_LIMIT_MS,
        probe: () => ensureDatabase(options.port, password),
      });
      return server;
    } catch (error) {
      const waitsForChildren = server.lastLines().includes('shared memory block');
      await server.stop(STOP_STEPS);
      forgetServer(place.record);
      if (attempt === START_TRIES || !waitsForChildren) throw error;
    }
  }
}

/** Launches the server process with its settings, and records it. */
async function launchServer(place: Place, options: PostgresOptions): Promise<ServerProcess> {
  const { port, log, durable = true, settings: further } = options;
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), ...further, port: String(port) };
  const server = await launch({
    program: path.join(place.binDir, 'postgres'),
    args: ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: place.home,
    env: environment(),
    account: place.account,
    log,
    exitSignal: 'SIGINT',
  });
  recordServer(place.record, server.pid);
  return server;
}

/**
 * After a crash the pid file names a process that is gone; when another program has got its number since, Postgres
 * would refuse to start. No server runs on these data (stopOrphan made sure), so the file is given our own number,
 * which Postgres knows as its parent's. Removing it instead would skip its check for children that still work.
 */
function adoptStalePidFile(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

/** Resolves once the server takes connections; creates our database at the first one. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new Client({
    connectionString: urlOf(port, password, 'postgres'),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: INITDB_LIMIT_MS,
  });
  // A connection that breaks while idle is an event of its own; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
