import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently } from '../operator-work/concurrent-index';

/** The index by which the erasure of a payment finds the entries that carry its reference. */
export async function up(builder: Knex, say: Say): Promise<void> {
  const index = {
    name: 'statement_entries_payee_references',
    table: 'statement_entries',
    using: 'gin',
    on: 'payee_references',
    where: 'payee_references is not null',
  };
  await createIndexConcurrently(builder, index, say);
}
