import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

const SCHEMA = path.join(__dirname, '..', 'schema');

/** The schema of release 1.0.0: the files of `db/schema`, in the order of their names. */
export async function up(builder: Knex): Promise<void> {
  for (const file of readdirSync(SCHEMA).sort()) {
    // For knex a question mark is a parameter.
    await builder.raw(readFileSync(path.join(SCHEMA, file), 'utf8').replaceAll('?', '\\?'));
  }
}
