import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/**
 * A database whose schema was made before payments needed approvals gets their column, rules and trigger, and keys of
 * clients may belong to a member; in any other they are there.
 */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table payment_instructions add column if not exists approval jsonb');
  await builder.raw('alter table payment_batches add column if not exists member_id text');
  await builder.raw('alter table api_keys drop constraint if exists api_keys_check2');
  await addSchemaFile(builder, '23-approvals.sql', 'approval_rules');
}
