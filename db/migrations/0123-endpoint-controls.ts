import type { Knex } from 'knex';

/**
 * What a subscription asks for beside its events: headers of its own (sealed, their names beside them), values that its
 * events must have, attempts a second, one event of a subject at a time. `slot_at` is when an attempt has its turn under
 * a rate. Source: docs/GAPS.md#W13
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table webhook_subscriptions
      add column headers_sealed bytea,
      add column header_names text[] not null default '{}',
      add column filter jsonb,
      add column rate_per_second integer check (rate_per_second > 0),
      add column ordered boolean not null default false,
      add column next_slot_at timestamptz;
    alter table deliveries add column slot_at timestamptz;
  `);
}
