import type { Knex } from 'knex';

/**
 * Lanes of the outbox, and what keeps one subscription's deliveries apart from the others.
 *
 * A lane follows from the topic, so that whoever adds an item cannot choose a wrong one. Items are taken in the order of
 * accounts, by one index; a lease is kept in columns that no index has, so that taking an item rewrites no index entry.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table outbox
      add column account_id text collate "C" not null default '-',
      add column lane text not null generated always as (
        case when topic like 'payment.%' then 'payments' when topic like 'document.%' then 'documents'
          else 'deliveries' end) stored,
      add column lease uuid,
      add column leased_until timestamptz;
    create index outbox_lanes on outbox (lane, account_id, available_at, id);
    drop index outbox_available_at_id_idx;

    -- Every item is inserted, leased and deleted within moments: room for the lease on the same page, and a vacuum that
    -- looks at the number of dead rows, not at their share of a table that is empty most of the time.
    alter table outbox set (
      fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

    alter table deliveries add column resend boolean not null default false;
    update deliveries d set resend = true
    where not d.test and exists (
      select from deliveries first
      where first.event_id = d.event_id and first.webhook_id = d.webhook_id and not first.test and first.id < d.id);
    create unique index deliveries_once on deliveries (event_id, webhook_id) where not test and not resend;
    create index deliveries_open on deliveries (webhook_id, id) where status in ('pending', 'delivering', 'paused');
  `);
}
