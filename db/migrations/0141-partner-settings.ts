import type { Knex } from 'knex';

/**
 * Settings of a partner that its adapter has beside an address, by their names. The address stays where it is, so that
 * a process of the release before reads it.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table partners add column config jsonb not null default '{}'
      check (jsonb_typeof(config) = 'object' and config -> 'url' is null and octet_length(config::text) <= 8192)
  `);
}
