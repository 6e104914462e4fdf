import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { checkDataKey } from '../../db/data-keys';
import type { Queryable } from '../../db/database';
import { readDatabaseMark } from '../../db/restoration/database-mark';
import { readBackupFacts } from '../../db/restoration/backup-facts';
import { DAY_MS } from '../../domain/calendar-dates';
import type { Vault } from '../../lib/vault';
import { optional } from '../../process/environment';
import { wholeNumber } from './values';
import { contextOf, printResult, UsageError, vaultOf, withDatabase, withVault, type CommandContext } from '../context';

const run = promisify(execFile);
/** What a program says on standard error of a large database. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** @returns the program of Postgres, beside the server of this machine or on the path */
function programOf(name: string): string {
  const folder = optional(process.env, 'CORRIDOR_POSTGRES_BIN');
  const beside = folder === null ? null : path.join(folder, name);
  return beside !== null && existsSync(beside) ? beside : name;
}

/**
 * Runs a program of Postgres; the password is in its environment, since every user of the machine can read arguments.
 */
async function runProgram(name: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...process.env, ...(PGPASSWORD === '' ? {} : { PGPASSWORD }) };
  try {
    await run(programOf(name), [...args, '--dbname', url.toString()], { env, maxBuffer: MAX_OUTPUT_BYTES });
  } catch (fault) {
    const { code, stderr = '' } = fault as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') {
      throw new UsageError(`${name} was not found: install the client of Postgres, or set CORRIDOR_POSTGRES_BIN.`);
    }
    throw new UsageError(`${name} failed: ${stderr.trim()}`);
  }
}

function keyNamesOf({ keyIds }: Vault): string {
  return Object.entries(keyIds)
    .filter(([, ids]) => ids.length > 0)
    .map(([setting, ids]) => `${setting} ${ids.join(',')}`)
    .join('; ');
}

/** What the output says of the database beside the file. */
interface Marked {
  databaseId: string;
  position: number;
  dataKeys: string;
}

function readMark(context: CommandContext): Promise<Marked> {
  return withVault(context, async (database, vault) => {
    const { databaseId, position } = await readDatabaseMark(database);
    return { databaseId, position, dataKeys: keyNamesOf(vault) };
  });
}

/** Writes a consistent copy of the database; a file with the final name is complete. */
async function writeBackup(context: CommandContext, file: string): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} exists: name another file.`);
  const part = `${file}.part`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const umask = process.umask(0o077);
  try {
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--file', part];
    await runProgram('pg_dump', args, context.databaseDirectUrl);
    chmodSync(part, 0o600);
    renameSync(part, file);
  } finally {
    process.umask(umask);
    rmSync(part, { force: true });
  }
}

const DRILL = 'corridor_drill_';
/** No drill takes as long: a database of one that began earlier was left by a process that was killed. */
const LONGEST_DRILL_MS = DAY_MS;

/** Drops the databases of drills that were killed: each is a whole copy. */
async function dropLeftDrills(database: Queryable, now: number): Promise<void> {
  const left = await database.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ $1 and pg_has_role(datdba, 'usage')`,
    [`^${DRILL}\\d+_[0-9a-f]+$`],
  );
  for (const { name } of left) {
    const beganAt = Number(name.slice(DRILL.length).split('_')[0]);
    if (now - beganAt > LONGEST_DRILL_MS) await database.query(`drop database if exists ${name} with (force)`);
  }
}

/** Restores a backup into a new database on the same server, reads its facts, and drops it. */
async function drillBackup(context: CommandContext, file: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const vault = vaultOf(context);
  const now = Date.now();
  const name = `${DRILL}${now}_${randomBytes(6).toString('hex')}`;
  const url = new URL(context.databaseDirectUrl);
  url.pathname = `/${name}`;
  const scratch = { databaseDirectUrl: url.toString() };
  return withDatabase(context, async (database) => {
    await dropLeftDrills(database, now);
    await database.query(`create database ${name} template template0`);
    try {
      const args = ['--no-owner', '--no-privileges', '--exit-on-error', file];
      await runProgram('pg_restore', args, scratch.databaseDirectUrl);
      const facts = await withDatabase(scratch, (restored) => checkRestored(restored, vault));
      return { file, restores: true, ...facts };
    } finally {
      await database.query(`drop database if exists ${name} with (force)`);
    }
  });
}

async function checkRestored(restored: Queryable, vault: Vault): Promise<Record<string, unknown>> {
  await checkDataKey(restored, vault);
  const { databaseId, position } = await readDatabaseMark(restored);
  return { ...(await readBackupFacts(restored)), databaseId, position, dataKeys: keyNamesOf(vault) };
}

/** The folder may have the backups of other databases, too. */
const prefixOf = ({ databaseId }: Marked): string => `corridor-${databaseId}-`;

/** @returns the file to write: the named one, or a new one in the named folder, whose order is that of the times */
function fileFor(context: CommandContext, to: string | undefined, marked: Marked): string {
  const isFolder = to?.endsWith('/') === true || (to !== undefined && isDirectory(to));
  if (to !== undefined && !isFolder) return path.resolve(to);
  const folder = to === undefined ? context.dataDir.file('backups') : path.resolve(to);
  return path.join(folder, `${prefixOf(marked)}${new Date().toISOString().replace(/[:.]/g, '-')}.dump`);
}

function isDirectory(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Other files of the same database in the folder of a backup, the oldest first. */
function otherFiles(file: string, marked: Marked, ending: string): string[] {
  const folder = path.dirname(file);
  const names = readdirSync(folder).filter((name) => name.startsWith(prefixOf(marked)) && name.endsWith(ending));
  return names
    .sort()
    .map((name) => path.join(folder, name))
    .filter((other) => other !== file);
}

/** Deletes the oldest backups beside a new one. */
function deleteOldest(file: string, marked: Marked, keep: number): number {
  const others = otherFiles(file, marked, '.dump');
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const other of old) rmSync(other);
  return old.length;
}

/** A backup that did not pass is left under a name of its own, the newest alone: tries must not fill the disk. */
function setAside(file: string, marked: Marked): void {
  for (const former of otherFiles(file, marked, '.dump.failed')) rmSync(former);
  renameSync(file, `${file}.failed`);
}

interface BackupOptions {
  to?: string;
  check?: string | true;
  keep?: number;
}

/** Runs `corridor backup`: writes a backup, drills it or a named one, and deletes older ones, as the options demand. */
async function runBackup({ to, check, keep }: BackupOptions, command: Command): Promise<void> {
  const context = contextOf(command);
  if (typeof check === 'string') {
    if (to !== undefined || keep !== undefined) {
      throw new UsageError('--check with a file looks at that file alone: give it without --to and --keep.');
    }
    printResult(command, await drillBackup(context, path.resolve(check)));
    return;
  }
  if (keep !== undefined && check === undefined) {
    throw new UsageError('--keep needs --check: only a backup that restores may replace older ones.');
  }
  const marked = await readMark(context);
  const file = fileFor(context, to, marked);
  await writeBackup(context, file);
  const written = { file, bytes: statSync(file).size, ...marked };
  if (check === undefined) return printResult(command, written);
  const facts = await drillBackup(context, file).catch((fault: unknown) => {
    setAside(file, marked);
    throw fault;
  });
  const deleted = keep === undefined ? {} : { deleted: deleteOldest(file, marked, keep) };
  printResult(command, { ...written, ...facts, ...deleted });
}

/** Adds `corridor backup`: a copy of the database, and the proof that it restores. Source: docs/OPERATIONS.md */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .option(
      '--to <path>',
      'file to write, or a folder for a new one (default: the folder backups of the data directory)',
    )
    .option('--check [file]', 'restore FILE, or the new backup, into a temporary database, then drop that database')
    .option('--keep <number>', 'with --check: delete older backups of that folder but for the newest ones', wholeNumber)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  corridor backup --to /backups/ --check --keep 14\n  corridor backup --check /backups/monday.dump',
    )
    .action(runBackup);
}
