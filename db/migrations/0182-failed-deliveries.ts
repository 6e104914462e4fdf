import type { Knex } from 'knex';

/** Clients ask for the deliveries that failed, which are few among very many. Source: docs/GAPS.md#W7 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(
    `create index deliveries_failed on deliveries (account_id, environment, id desc) where status = 'failed'`,
  );
}
