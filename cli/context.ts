import type { Command } from 'commander';
import { optional, webAddress } from '../process/environment';
import { readTemporalTarget } from '../process/temporal-settings';
import { checkDatabase } from '../db/check-database';
import type { Database, OperatorDatabase } from '../db/database';
import { openVault, type Vault } from '../lib/vault';
import type { TemporalTarget } from '../workflows/client/connection';
import { DataDir, DEFAULT_DATA_DIR } from './place';

/** Where a command finds the service: the environment first, else the data directory of a local one. */
export interface CommandContext {
  dataDir: DataDir;
  databaseUrl: string;
  /** Address past a pooler; the same as `databaseUrl` where there is none. */
  databaseDirectUrl: string;
  temporal: TemporalTarget;
}

/** A command cannot go on; the message is for its user. */
export class UsageError extends Error {}

/** The data directory that a command names. */
export function dataDirOf(command: Command): DataDir {
  const options: Record<string, unknown> = command.optsWithGlobals();
  return new DataDir(typeof options['dataDir'] === 'string' ? options['dataDir'] : DEFAULT_DATA_DIR);
}

/**
 * Addresses of the service that a command works on, from the environment or the data directory.
 * @throws UsageError where none is known
 */
export function contextOf(command: Command): CommandContext {
  const dataDir = dataDirOf(command);
  const run = dataDir.readRun();
  const databaseUrl = optional(process.env, 'DATABASE_URL') ?? run?.databaseUrl;
  const temporalAddress = optional(process.env, 'TEMPORAL_ADDRESS') ?? run?.temporalAddress;
  if (databaseUrl === undefined || temporalAddress === undefined) {
    throw new UsageError(
      `No running Corridor was found in ${dataDir.path}. Start one with "npm start", name its folder with --data-dir, ` +
        'or set DATABASE_URL and TEMPORAL_ADDRESS.',
    );
  }
  return {
    dataDir,
    databaseUrl,
    databaseDirectUrl: optional(process.env, 'DATABASE_DIRECT_URL') ?? databaseUrl,
    temporal: readTemporalTarget({ ...process.env, TEMPORAL_ADDRESS: temporalAddress }),
  };
}

/**
 * Runs work with a database, which is closed afterwards. Commands are few and may take long, so they use no pooler.
 * The driver is loaded here, because help does not need it.
 */
export async function withDatabase<Result>(
  context: Pick<CommandContext, 'databaseDirectUrl'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { openDatabase } = await import('../db/database.js');
  const database = openDatabase(context.databaseDirectUrl, 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Prints the progress of work on standard error, because standard output may be read by a program. */
export function printProgress(line: string): void {
  console.error(line);
}

/** Runs work with a database for operators: for what may take hours, such as migrations, imports, or a new data key. */
export async function withOperatorDatabase<Result>(
  context: Pick<CommandContext, 'databaseDirectUrl'>,
  work: (database: OperatorDatabase) => Promise<Result>,
): Promise<Result> {
  const { openOperatorDatabase } = await import('../db/database.js');
  const database = openOperatorDatabase(context.databaseDirectUrl, printProgress);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * The vault of the service. Commands never create a data key, since the service could not open values sealed with it.
 * @throws UsageError without a data key
 */
export function vaultOf({ dataDir }: Pick<CommandContext, 'dataDir'>): Vault {
  const dataKey = dataDir.dataKey();
  if (dataKey === null) {
    throw new UsageError(
      `There is no data key in ${dataDir.path}. Set DATA_KEY to the key of the service, or name its folder with --data-dir.`,
    );
  }
  return openVault(dataKey, optional(process.env, 'DOCUMENTS_DATA_KEY'));
}

/**
 * Runs work with a database and the vault of the service.
 * @throws UsageError; WrongDataKey with the key of another database
 */
export function withVault<Result>(
  context: Pick<CommandContext, 'dataDir' | 'databaseDirectUrl'>,
  work: (database: Database, vault: Vault) => Promise<Result>,
): Promise<Result> {
  const vault = vaultOf(context);
  return withDatabase(context, async (database) => {
    await checkDatabase(database, vault);
    return work(database, vault);
  });
}

/**
 * Runs work with a database for operators and the vault of the service.
 * @throws as `withVault`
 */
export function withOperatorVault<Result>(
  context: Pick<CommandContext, 'dataDir' | 'databaseDirectUrl'>,
  work: (database: OperatorDatabase, vault: Vault) => Promise<Result>,
): Promise<Result> {
  const vault = vaultOf(context);
  return withOperatorDatabase(context, async (database) => {
    await checkDatabase(database, vault);
    return work(database, vault);
  });
}

/** @returns the address under which clients reach the service, without a trailing slash; null where nothing says it */
export function knownPublicUrl({ dataDir }: Pick<CommandContext, 'dataDir'>): string | null {
  const url = webAddress(process.env, 'PUBLIC_URL') ?? dataDir.readRun()?.baseUrl;
  return url?.replace(/\/+$/, '') ?? null;
}

/** As `knownPublicUrl`. @throws UsageError where nothing says it */
export function publicUrlOf(context: Pick<CommandContext, 'dataDir'>): string {
  const url = knownPublicUrl(context);
  if (url === null) throw new UsageError('Set PUBLIC_URL to the address under which clients reach the service.');
  return url;
}

/** Whether the command was asked to print one JSON object. */
export function isJson(command: Command): boolean {
  const options: Record<string, unknown> = command.optsWithGlobals();
  return options['json'] === true;
}

/** @returns what prints a line of progress: beside the JSON object on standard output there is none */
export function progressOf(command: Command): (line: string) => void {
  return (line) => (isJson(command) ? console.error(line) : console.log(line));
}

/** A value on a line for people: a moment in UTC, a text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Prints a result: with `--json` one JSON object as the last line, else a line for each member. */
export function printResult(command: Command, result: Record<string, unknown>): void {
  if (isJson(command)) {
    console.log(JSON.stringify(result));
    return;
  }
  for (const [name, value] of Object.entries(result)) console.log(`${name}: ${textOf(value)}`);
}

/** A command that prints without end ends when its reader, such as `head`, has gone. */
export function endWithReader(): void {
  process.stdout.once('error', () => process.exit());
}
