import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { openOperatorDatabase } from '../../db/database';
import { migrate } from '../../db/migrate';
import { ALGORITHM_VERSION } from '../../domain/compliance/screen';
import { databaseUrl, serverUrl, TEMPLATE } from '../support/database';

const FILL_SQL = readFileSync(path.join(__dirname, 'fill.sql'), 'utf8');

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

async function fill(url: string, payments: number): Promise<void> {
  await on(url, async (client) => {
    await client.query(`select set_config('fill.payments', $1, false), set_config('fill.algorithm', $2, false)`, [
      String(payments),
      ALGORITHM_VERSION,
    ]);
    await client.query(FILL_SQL);
  });
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
  const version = createHash('sha256').update(FILL_SQL).update(ALGORITHM_VERSION).digest('hex').slice(0, 8);
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
