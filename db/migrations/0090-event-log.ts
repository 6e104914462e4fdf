import type { Knex } from 'knex';

/**
 * The order in which the log of events is read: by the transaction that wrote them, so that a reader can stop before
 * whatever is still being written. Events from before were all written long ago; Postgres never gives out transaction 0.
 * Samples, which a test of a subscription sends, are no events that happened and stand in no log.
 * Source: docs/decisions/0013-order-of-the-event-log.md
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table events
      add column transaction_id xid8 not null default '0',
      add column sample boolean not null default false;
    alter table events alter column transaction_id set default pg_current_xact_id();
    update events e set sample = true from deliveries d where d.event_id = e.id and d.test;

    drop index events_account_id_environment_id_idx;
    create index events_log
      on events (account_id, environment, transaction_id, created_at, (coalesce(sequence, 0)), id) where not sample;
  `);
}
