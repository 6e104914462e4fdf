import type { Knex } from 'knex';

/**
 * The rate under which a delivery was given its turn: a turn under another rate is none any more.
 * Source: docs/GAPS.md#W13
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table deliveries add column slot_rate integer');
}
