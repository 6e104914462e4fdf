import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { FILL, fill } from '../../lab/benches/growth/fill';
import { openOperatorDatabase } from '../../db/database';
import { migrate } from '../../db/migrate';
import { databaseUrl, serverUrl, TEMPLATE } from '../support/database';

async function on<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function exists(name: string): Promise<boolean> {
  const found = await on(serverUrl(), (client) => client.query('select from pg_database where datname = $1', [name]));
  return found.rows.length > 0;
}

/** Indexes that are newer than the rows are made here, by the migrations themselves. */
async function bringUpToDate(url: string): Promise<void> {
  const database = openOperatorDatabase(url);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  await on(url, (client) => client.query('vacuum analyze'));
}

/**
 * A database as it is after so many payments. It stays on its server: one that outlives the run (CORRIDOR_TEST_DATABASE_URL)
 * need not fill it again.
 * @returns its address
 */
export async function filledDatabase(payments: number): Promise<string> {
  const version = createHash('sha256').update(FILL).digest('hex').slice(0, 8);
  const name = `filled_${payments}_${version}`;
  const url = databaseUrl(name);
  if (!(await exists(name))) {
    const unfinished = `${name}_unfinished`;
    await on(serverUrl(), async (client) => {
      await client.query(`drop database if exists ${unfinished}`);
      await client.query(`create database ${unfinished} template ${TEMPLATE}`);
    });
    await fill(databaseUrl(unfinished), payments);
    await on(serverUrl(), (client) => client.query(`alter database ${unfinished} rename to ${name}`));
  }
  await bringUpToDate(url);
  return url;
}
