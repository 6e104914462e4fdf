import type { Knex } from 'knex';

/**
 * Until when the run that has begun an attempt may still be making it, by Postgres' clock; until then no other run makes
 * the same one. Source: docs/GAPS.md#W4
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table delivery_attempts add column leased_until timestamptz');
}
