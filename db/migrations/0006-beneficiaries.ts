import type { Knex } from 'knex';
import { addSchemaFile } from './schema-file';

/** Saved payees, and the columns by which a payment names one. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(`alter table payment_instructions
    add column if not exists beneficiary_id text,
    add column if not exists beneficiary_version integer`);
  await addSchemaFile(builder, '21-beneficiaries.sql', 'beneficiaries');
}
