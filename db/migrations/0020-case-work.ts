import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Notes of operators about payments, and who works on which. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '30-case-work.sql', 'payment_notes');
}
