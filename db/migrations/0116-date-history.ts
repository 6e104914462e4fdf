import type { Knex } from 'knex';

/**
 * Dates that were promised before the one that stands, the oldest first, each with when and why it was replaced.
 * Source: docs/GAPS.md#P12
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`alter table payment_instructions add column date_history jsonb not null default '[]'`);
}
