import type { Knex } from 'knex';

/**
 * References of payees, hashed; `migrate` adds the column in the archive. In a database whose schema has them this changes nothing.
 */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table payment_instructions add column if not exists payee_reference_hash text');
  await builder.raw('alter table statement_entries add column if not exists payee_references text[]');
  await builder.raw(
    'alter table statement_entries add column if not exists by_payee_reference boolean not null default false',
  );
}
