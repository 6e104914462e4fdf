import type { Knex } from 'knex';

/**
 * Token buckets. A row is a key with its plan's three levels, or one key at one endpoint, or one address.
 *
 * The table is logged: an unlogged one is emptied when Postgres crashes, which would hand every key a new burst.
 * Half of each page stays free, so that a taken token rewrites the row in place and no index is touched.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table rate_buckets (
      subject text collate "C" primary key,
      minute_level bigint,
      hour_level bigint,
      day_level bigint,
      filled_at_ms bigint not null,
      locked_until_ms bigint
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

    create table rate_refusals (
      subject text collate "C" not null,
      minute timestamptz not null,
      refusals integer not null,
      primary key (subject, minute)
    );
    create index on rate_refusals (minute);
  `);
}
