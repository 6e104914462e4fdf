import type { Knex } from 'knex';

/**
 * Whether a subscription lets its deliveries wait while its endpoint cannot be reached, and how that stands; a row is
 * there from the first fault until the endpoint answers. Source: docs/GAPS.md#W15
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table webhook_subscriptions add column breaker boolean not null default false;
    create table webhook_breakers (
      webhook_id text primary key references webhook_subscriptions (id) on delete cascade,
      consecutive_faults integer not null default 0,
      last_fault text,
      last_fault_at timestamptz,
      opened_at timestamptz,
      open_until timestamptz,
      probe_owner text,
      probe_until timestamptz,
      next_prober text
    );
  `);
}
