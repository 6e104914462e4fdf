import type { Knex } from 'knex';
import { operatorConnectionOptions } from '../connections';

/** One holds a lock, one works, one looks how far the work is. */
const POOL_SIZE = 3;

/** Silences knex on the console: a fault reaches the caller, which logs it. */
const SILENT = { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined };

/**
 * Runs work with knex, on connections of its own that end with the work. Knex is loaded here: only migrations need it.
 * @param url address of Postgres itself, past a pooler
 */
export async function withBuilder<Result>(url: string, work: (builder: Knex) => Promise<Result>): Promise<Result> {
  const { default: knex } = await import('knex');
  const connection = operatorConnectionOptions(url);
  const builder = knex({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: POOL_SIZE },
    acquireConnectionTimeout: connection.connectionTimeoutMillis,
    log: SILENT,
    // A fault may be logged: it tells the statement, never its values.
    compileSqlOnError: false,
  });
  try {
    return await work(builder);
  } finally {
    await builder.destroy();
  }
}
