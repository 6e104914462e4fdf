import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase, openOperatorDatabase, type Database, type OperatorDatabase } from '../../db/database';
import { grantRoles } from '../../db/grants';
import { migrate } from '../../db/migrate';
import { closeAtEnd } from './closing';

/** Address of the Postgres server that the whole run shares; set by test/support/global-setup.ts. */
export function serverUrl(): string {
  const url = process.env['CORRIDOR_TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('Run the tests with "npm test": it starts Postgres.');
  return url;
}

/** A machine that runs many things at once may take long to open a connection; no test measures that. */
const CONNECT_TIMEOUT_S = 60;

export function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  url.searchParams.set('connect_timeout', String(CONNECT_TIMEOUT_S));
  return url.toString();
}

/** Name of the migrated database that every test database is copied from. */
export const TEMPLATE = 'corridor_template';

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Roles of the processes, as `deploy/docker/postgres/create-roles.sql` makes them. */
export const PROCESS_ROLES = { api: 'corridor_api', worker: 'corridor_worker', documents: 'corridor_documents' };

/** @returns the address of a test database for a process: it may do what its role may, as in service */
export function urlFor(role: keyof typeof PROCESS_ROLES, url: string): string {
  const own = new URL(url);
  own.username = own.password = PROCESS_ROLES[role];
  return own.toString();
}

/** Makes the template, and the roles of the processes, once per run. */
export async function createTemplate(): Promise<void> {
  await onServer(async (client) => {
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
    for (const role of Object.values(PROCESS_ROLES)) {
      const [found] = (await client.query('select from pg_roles where rolname = $1', [role])).rows;
      if (found === undefined) await client.query(`create role ${role} login password '${role}'`);
    }
  });
  const database = openOperatorDatabase(databaseUrl(TEMPLATE));
  try {
    await migrate(database);
    await grantRoles(database);
  } finally {
    await database.close();
  }
}

export interface TestDatabase extends Database {
  /** Closes the pools and drops the database; done after the file's tests at the latest. */
  drop(): Promise<void>;
}

/**
 * A fresh, migrated database of its own for one test file. A connection plans each statement once for all values: its
 * tables are small, and by default Postgres plans the first five executions anew. Tests of plans have databases of their
 * own (test/plans/filled-database.ts).
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    // For a database this small the files are copied in half the time that its pages take through the log.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    await client.query(`alter database ${name} set plan_cache_mode = force_generic_plan`);
  });
  const database = openDatabase(databaseUrl(name), 6);
  const drop = closeAtEnd(async () => {
    await database.close();
    await onServer((client) => client.query(`drop database ${name} with (force)`));
  });
  return { ...database, drop };
}

/** Connections for the work of operators to a test database; closed after the file's tests. */
export function openForOperator(database: Database, say?: (line: string) => void): OperatorDatabase {
  const opened = openOperatorDatabase(database.url, say);
  closeAtEnd(() => opened.close());
  return opened;
}
