import type { Knex } from 'knex';

/**
 * Erasure on request: the sealed column of a payment may be empty once the payment is erased, which only one with its
 * outcome can be; documents and shipments say when they were erased; a person who was erased cannot log in again.
 * Source: docs/GAPS.md#erasure
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions alter column private_sealed drop not null;
    alter table payment_instructions
      add constraint payment_instructions_private_until_erased check (private_sealed is not null or erased_at is not null),
      add constraint payment_instructions_erased_with_outcome
        check (erased_at is null or status in ('settled', 'failed', 'cancelled', 'returned'));
    alter table documents add column erased_at timestamptz;
    alter table shipments add column erased_at timestamptz;
    alter table users add constraint users_erased_disabled check (erased_at is null or disabled_at is not null);
  `);
}
