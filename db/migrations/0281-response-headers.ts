import type { Knex } from 'knex';

/**
 * What a receiver said beside the body of its answer. Attempts of before have none.
 * Source: docs/GAPS.md#W4
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table delivery_attempts add column response_headers json');
}
