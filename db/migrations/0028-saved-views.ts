import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Filters of lists that people keep. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '35-saved-views.sql', 'saved_views');
}
