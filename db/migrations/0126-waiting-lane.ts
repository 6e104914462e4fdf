import type { Knex } from 'knex';

/**
 * A lane of its own for the workflows of deliveries that wait for a retry: where an endpoint fails many at once, what has
 * not been attempted yet does not stand behind them. A generated column cannot be given another expression, so it is made
 * anew; the table is all but empty most of the time.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table outbox drop column lane;
    alter table outbox
      add column lane text not null generated always as (
        case when topic like 'payment.%' then 'payments' when topic like 'document.%' then 'documents'
          when topic like 'waiting.%' then 'waiting' else 'deliveries' end) stored;
    create index outbox_lanes on outbox (lane, account_id, available_at, id);
  `);
}
