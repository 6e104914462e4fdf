import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Payments that are sent together. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '22-batches.sql', 'payment_batches');
}
