import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Drills of receivers. */
export function up(builder: Knex): Promise<void> {
  return addSchemaFile(builder, '28-webhook-drills.sql', 'webhook_drills');
}
