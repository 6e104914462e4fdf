import type { Knex } from 'knex';

/**
 * Receipts name the countries that were blocked when they were made, so that one can be made again, and open payments
 * are screened again when a country is blocked. Null in those that were made before.
 * Source: docs/GAPS.md#P13
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table screenings add column blocked_countries jsonb');
}
