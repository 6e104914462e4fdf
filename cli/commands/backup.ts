import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { checkDataKey } from '../../db/data-keys';
import type { Queryable } from '../../db/database';
import { readDatabaseMark } from '../../db/restoration/database-mark';
import { readBackupFacts } from '../../db/restoration/backup-facts';
import type { Vault } from '../../lib/vault';
import { optional } from '../../process/environment';
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

async function backup(options: { to?: string; check?: string }, command: Command): Promise<void> {
  const context = contextOf(command);
  if (options.check !== undefined) {
    printResult(command, await drill(context, path.resolve(options.check)));
    return;
  }
  const name = `corridor-${new Date().toISOString().replace(/[:.]/g, '-')}.dump`;
  printResult(command, await backUp(context, path.resolve(options.to ?? context.dataDir.file('backups', name))));
}

/** `corridor backup`: a copy of the database, and the proof that it restores. Source: docs/OPERATIONS.md */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .option('--to <file>', 'file to write (default: a new one in the folder backups of the data directory)')
    .option('--check <file>', 'restore that backup into a database of its own, look at it, and drop it')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  corridor backup --to /backups/monday.dump\n  corridor backup --check /backups/monday.dump',
    )
    .action(backup);
}
