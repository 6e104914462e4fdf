import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** What Corridor presents to the banks of described partners. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '26-bank-credentials.sql', 'bank_credentials');
}
