import type { Knex } from 'knex';

/**
 * What partners were to be asked lately, for whoever looks each minute whether they were.
 * Source: docs/GAPS.md#P3, docs/GAPS.md#recalls
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create index payment_instructions_recalled on payment_instructions (id)
      where recall ->> 'status' = 'requested' and status = 'settled';
    create index reconciliation_cases_to_stop on reconciliation_cases (last_seen_at)
      where state = 'open' and kind in ('partner_continues', 'given_up', 'earlier_partner');
  `);
}
