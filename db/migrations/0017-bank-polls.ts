import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** When described banks are asked next. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '27-bank-polls.sql', 'bank_polls');
}
