import type { Knex } from 'knex';

/**
 * The burst in which the first attempt of a delivery is made; null while and as soon as it goes by itself.
 * Source: docs/GAPS.md#W10
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table deliveries add column burst text;
    create index deliveries_burst on deliveries (burst) where burst is not null;
  `);
}
