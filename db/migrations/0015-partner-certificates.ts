import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Reports of the laboratory about partners. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '25-partner-certificates.sql', 'partner_certificates');
}
