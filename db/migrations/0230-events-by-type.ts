import type { Knex } from 'knex';

/**
 * The log of events and the list of deliveries by type, however rare it is among an account's.
 * Source: docs/GAPS.md#W7
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create index events_log_by_type on events
      (account_id, environment, type, transaction_id, created_at, (coalesce(sequence, 0)), id) where not sample;
    create index deliveries_by_type on deliveries (account_id, environment, event_type, id);
  `);
}
