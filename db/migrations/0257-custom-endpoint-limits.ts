import type { Knex } from 'knex';

/**
 * Requests a minute that a key may make of single operations, by name of the endpoint table; the standard number applies
 * to what is not named.
 * Source: docs/GAPS.md#L1
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table api_keys add column custom_endpoint_limits jsonb not null default '{}'
      check (jsonb_typeof(custom_endpoint_limits) = 'object')
  `);
}
