import { Client } from 'pg';
import { serverUrl, type TestDatabase } from './database';

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function nameOf({ url }: TestDatabase): string {
  return new URL(url).pathname.slice(1);
}

/** Ends every connection to a database, and lets none begin while `work` is done. */
async function closed(client: Client, name: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(`alter database ${name} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await work();
  await client.query(`alter database ${name} with allow_connections true`);
}

/** A copy of a database as it is now, for `restore`. Whoever is connected to the original is cut off once. */
export async function backUp(database: TestDatabase): Promise<string> {
  const name = nameOf(database);
  const copy = `${name}_copy`;
  await onServer((client) => closed(client, name, () => client.query(`create database ${copy} template ${name}`)));
  return copy;
}

/** Puts a copy in the place of its original, which is lost with everything that has happened since. */
export async function restore(database: TestDatabase, copy: string): Promise<void> {
  const name = nameOf(database);
  await onServer(async (client) => {
    await closed(client, name, async () => {
      await client.query(`alter database ${name} rename to ${name}_lost`);
      await client.query(`alter database ${copy} rename to ${name}`);
    });
    await client.query(`drop database ${name}_lost with (force)`);
  });
}
