import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Decisions of operators about many payments. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '24-bulk-decisions.sql', 'bulk_decisions');
}
