import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Which relay holds which lane. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '20-relay-lanes.sql', 'relay_lanes');
}
