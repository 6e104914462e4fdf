import type { Knex } from 'knex';

/**
 * People look a payment up by whatever reference they have in hand, and list those of one status, however rare it is
 * among an account's payments.
 * Source: docs/ARCHITECTURE.md, "Console"
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create index payment_instructions_by_status on payment_instructions (account_id, environment, status, id);
    create index payment_instructions_partner_reference on payment_instructions (partner_reference)
      where partner_reference is not null;
    create index payment_instructions_bank_reference on payment_instructions (bank_reference)
      where bank_reference is not null;
  `);
}
