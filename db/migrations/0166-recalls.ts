import type { Knex } from 'knex';

/**
 * What a client asked back after settlement, and how much of a payment came back.
 * Source: docs/GAPS.md#recalls, docs/GAPS.md#returns
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions
      add column recall jsonb check (recall->>'status' in ('requested', 'refused', 'returned')),
      add column returned jsonb;
    alter table partner_reports
      add column returned_amount numeric check (returned_amount > 0),
      add column returned_currency text,
      add constraint partner_reports_returned check ((returned_amount is null) = (returned_currency is null));
  `);
}
