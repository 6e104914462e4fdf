import type { Knex } from 'knex';

/**
 * Ids of the data keys that values are sealed with, so that a process with another one is refused before it seals
 * anything. The keys of a service that runs already are read from what its partners' secrets begin with.
 * Source: docs/GAPS.md#data-at-rest
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table data_keys (
      id text primary key check (id ~ '^[0-9a-f]{8}$'),
      recorded_at timestamptz not null default now()
    );
    insert into data_keys (id)
    select distinct encode(substring(secret_sealed from 2 for 4), 'hex') from partner_secrets
    where secret_sealed is not null;
  `);
}
