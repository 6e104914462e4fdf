import type { Knex } from 'knex';

/**
 * Whether payments of an account are refused that lack what their corridor asks for.
 * Source: docs/GAPS.md#corridors
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table accounts add column strict_payments boolean not null default false');
}
