import type { Knex } from 'knex';

/**
 * What an operator decided last stands with the payment, so that the same words are answered the same, and since when a
 * payment has waited for what it waits for.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions add column operator_decision jsonb;
    alter table payment_instructions add column waiting_since timestamptz;
  `);
}
