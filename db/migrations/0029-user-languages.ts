import type { Knex } from 'knex';
import { schemaFile } from './schema-file';

/** The language of a person. In a database whose schema has it this changes nothing. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(schemaFile('36-user-languages.sql'));
}
