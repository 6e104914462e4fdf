import type { Knex } from 'knex';

/** What a partner was to settle, and settled, on a day is found by these. Source: docs/GAPS.md#settlements */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create index payment_instructions_expected on payment_instructions (partner_id, expected_date);
    create index payment_instructions_settled on payment_instructions (partner_id, settled_at)
      where settled_at is not null;
  `);
}
