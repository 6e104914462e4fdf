import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently } from '../operator-work/concurrent-index';

/** The index of what the migration before has added, and the rows that the constraint of 0027 has not been checked for. */
export async function up(builder: Knex, say: Say): Promise<void> {
  const index = {
    name: 'payment_instructions_payee_reference',
    table: 'payment_instructions',
    on: 'payee_reference_hash, amount',
    where: 'payee_reference_hash is not null',
  };
  await createIndexConcurrently(builder, index, say);
  await builder.raw('alter table webhook_subscriptions validate constraint webhook_subscriptions_credentials');
}
