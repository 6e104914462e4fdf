import type { Knex } from 'knex';

/** The reference by which banks on the way know a payment; an account uses one once. Source: docs/GAPS.md#uetr */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions add column uetr text;
    create unique index payment_instructions_uetr on payment_instructions (uetr, account_id, environment)
      where uetr is not null;
  `);
}
