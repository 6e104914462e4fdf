import { Client } from 'pg';

/** Ends every connection to a database, and lets none begin while `work` is done on its server. */
async function closed(databaseUrl: string, work: (server: Client, name: string) => Promise<unknown>): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.toString() });
  await server.connect();
  try {
    await server.query(`alter database ${name} with allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await work(server, name);
    await server.query(`alter database ${name} with allow_connections true`);
  } finally {
    await server.end();
  }
}

/** A copy of a database as it is now, for `restoreDatabase`. Whoever is connected to the original is cut off once. */
export async function copyDatabase(databaseUrl: string): Promise<string> {
  let copy = '';
  await closed(databaseUrl, (server, name) => {
    copy = `${name}_copy`;
    return server.query(`create database ${copy} template ${name}`);
  });
  return copy;
}

/** Puts a copy in the place of its original, which is lost with everything that has happened since. */
export async function restoreDatabase(databaseUrl: string, copy: string): Promise<void> {
  await closed(databaseUrl, async (server, name) => {
    await server.query(`alter database ${name} rename to ${name}_lost`);
    await server.query(`alter database ${copy} rename to ${name}`);
    await server.query(`drop database ${name}_lost with (force)`);
  });
}
