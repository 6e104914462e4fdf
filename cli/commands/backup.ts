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

/** Runs a program of Postgres; the password is in its environment, since every user of the machine sees its arguments. */
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

/** Writes a consistent copy of the database; a file with its name is complete. */
async function backUp(context: CommandContext, file: string): Promise<Record<string, unknown>> {
  if (existsSync(file)) throw new UsageError(`${file} exists: name another file.`);
  const part = `${file}.part`;
  const found = await withVault(context, async (database, vault) => {
    const { databaseId, position } = await readDatabaseMark(database);
    return { databaseId, position, dataKeys: keyNamesOf(vault) };
  });
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
  return { file, bytes: statSync(file).size, ...found };
}

/** Restores a backup into a database of its own on the same server, looks at it, and drops it. */
async function drill(context: CommandContext, file: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const vault = vaultOf(context);
  const name = `corridor_drill_${randomBytes(6).toString('hex')}`;
  const url = new URL(context.databaseDirectUrl);
  url.pathname = `/${name}`;
  const scratch = { databaseDirectUrl: url.toString() };
  return withDatabase(context, async (database) => {
    await database.query(`create database ${name} template template0`);
    try {
      const args = ['--no-owner', '--no-privileges', '--exit-on-error', file];
      await runProgram('pg_restore', args, scratch.databaseDirectUrl);
      const facts = await withDatabase(scratch, (restored) => judge(restored, vault));
      return { file, restores: true, ...facts };
    } finally {
      await database.query(`drop database if exists ${name} with (force)`);
    }
  });
}

async function judge(restored: Queryable, vault: Vault): Promise<Record<string, unknown>> {
  await checkDataKey(restored, vault);
  const { databaseId, position } = await readDatabaseMark(restored);
  return { ...(await readBackupFacts(restored)), databaseId, position, dataKeys: keyNamesOf(vault) };
}

/** Names of the files that this command makes in a folder: their order is that of their times. */
const MADE = /^corridor-[0-9TZ-]+\.dump$/;

function newNameIn(folder: string): string {
  return path.join(folder, `corridor-${new Date().toISOString().replace(/[:.]/g, '-')}.dump`);
}

/** @returns the file to write: the named one, or a new one in the named folder */
function fileFor(context: CommandContext, to: string | undefined): string {
  if (to === undefined) return newNameIn(context.dataDir.file('backups'));
  const isFolder = to.endsWith('/') || statSync(to, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? newNameIn(path.resolve(to)) : path.resolve(to);
}

/** Deletes the oldest of what this command has made in a folder. */
function deleteOldest(folder: string, kept: number): number {
  const made = readdirSync(folder).filter((name) => MADE.test(name));
  const old = made.sort().slice(0, -kept);
  for (const name of old) rmSync(path.join(folder, name));
  return old.length;
}

interface BackupOptions {
  to?: string;
  check?: string | true;
  keep?: number;
}

async function backup({ to, check, keep }: BackupOptions, command: Command): Promise<void> {
  const context = contextOf(command);
  if (typeof check === 'string') {
    if (to !== undefined || keep !== undefined) {
      throw new UsageError('--check with a file looks at that file alone: give it without --to and --keep.');
    }
    printResult(command, await drill(context, path.resolve(check)));
    return;
  }
  if (keep !== undefined && check === undefined) {
    throw new UsageError('--keep needs --check: only a backup that restores may replace older ones.');
  }
  const file = fileFor(context, to);
  const written = await backUp(context, file);
  const facts = check === true ? await drill(context, file) : {};
  const deleted = keep === undefined ? {} : { deleted: deleteOldest(path.dirname(file), keep) };
  printResult(command, { ...written, ...facts, ...deleted });
}

/** `corridor backup`: a copy of the database, and the proof that it restores. Source: docs/OPERATIONS.md */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .option(
      '--to <path>',
      'file to write, or a folder for a new one (default: the folder backups of the data directory)',
    )
    .option('--check [file]', 'restore that backup, or the one just written, into a database of its own, and drop that')
    .option('--keep <number>', 'with --check: delete older backups of that folder but for the newest ones', wholeNumber)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  corridor backup --to /backups/ --check --keep 14\n  corridor backup --check /backups/monday.dump',
    )
    .action(backup);
}
