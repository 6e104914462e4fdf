import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import { schemaFile } from './schema-file';

const SCHEMA = path.join(__dirname, '..', 'schema');

/** The schema of release 1.0.0: the files of `db/schema`, in the order of their names. */
export async function up(builder: Knex): Promise<void> {
  for (const file of readdirSync(SCHEMA).sort()) await builder.raw(schemaFile(file));
}
