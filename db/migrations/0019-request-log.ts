import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** The requests of the last days, one by one, and how many of them are missing there. */
export async function up(builder: Knex): Promise<void> {
  await addSchemaFile(builder, '29-request-log.sql', 'request_log');
  await builder.raw('alter table request_counts add column if not exists unlisted bigint not null default 0');
}
