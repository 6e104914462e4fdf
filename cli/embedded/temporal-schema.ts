import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Log } from './processes';

/** Name of the server's driver for Postgres. */
export const PLUGIN = 'postgres12_pgx';
const SCHEMA_LIMIT_MS = 120_000;
const CONNECT_LIMIT_MS = 5_000;

export interface SchemaOptions {
  /** Path of `temporal-sql-tool`. */
  sqlTool: string;
  databaseUrl: string;
  log: Log;
}

/** The environment of this process without TEMPORAL_* and SQL_*, which would configure the embedded server and its tools. */
export function environmentWithoutTemporal(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(TEMPORAL|SQL)_/.test(name)));
}

/** Creates a database and updates its tables to the newest version, if needed. */
export async function setUpSchema(
  { sqlTool, databaseUrl, log }: SchemaOptions,
  database: string,
  schema: string,
): Promise<void> {
  const url = new URL(databaseUrl);
  await ensureDatabase(url, database);
  url.pathname = `/${database}`;
  const run = async (...args: string[]): Promise<void> => {
    const env = { ...environmentWithoutTemporal(), ...sqlToolVariables(url) };
    try {
      await promisify(execFile)(sqlTool, args, { env, timeout: SCHEMA_LIMIT_MS });
    } catch (cause) {
      throw new Error(`The tables of Temporal cannot be set up in database ${database} (${args[0] ?? ''}).`, { cause });
    }
  };
  if (!(await hasSchema(url))) {
    log(`Setting up the tables of Temporal in database ${database}.`);
    await run('setup-schema', '--version', '0.0');
  }
  await run('update-schema', '--schema-name', schema);
}

/**
 * Connection settings of the SQL tool as variables, because every user of the machine can read a program's arguments.
 */
function sqlToolVariables(url: URL): NodeJS.ProcessEnv {
  return {
    SQL_PLUGIN: PLUGIN,
    SQL_HOST: url.hostname,
    SQL_PORT: portOf(url),
    SQL_USER: decodeURIComponent(url.username),
    SQL_PASSWORD: decodeURIComponent(url.password),
    SQL_DATABASE: url.pathname.slice(1),
  };
}

export function portOf(url: URL): string {
  return url.port === '' ? '5432' : url.port;
}

/** Runs work with a connection, which is closed afterwards. */
async function withClient<Result>(url: URL, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url.toString(),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: SCHEMA_LIMIT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureDatabase(url: URL, database: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
}

function hasSchema(url: URL): Promise<boolean> {
  return withClient(url, async (client) => {
    const found = await client.query(
      "select from pg_tables where schemaname = 'public' and tablename = 'schema_version'",
    );
    return found.rowCount !== 0;
  });
}
