import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** What is kept of restores to an earlier moment. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '19-restorations.sql', 'database_mark');
}
