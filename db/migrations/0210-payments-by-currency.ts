import type { Knex } from 'knex';

/**
 * Lists of one currency, however rare it is among an account's payments. The index by time of submission goes: an id
 * begins with that time, and the index by id serves both.
 * Source: docs/GAPS.md#P8
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create index payment_instructions_by_currency on payment_instructions (account_id, environment, currency, id);
    drop index payment_instructions_account_id_submitted_at_idx;
  `);
}
