import type { Knex } from 'knex';

/** Events, who wants them, and every attempt to deliver them. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table events (
      id text primary key,
      account_id text not null references accounts (id),
      type text not null,
      subject text not null,
      sequence integer,
      payload jsonb not null,
      created_at timestamptz not null
    );
    create index on events (account_id, id desc);
    create index on events (subject, id);
    create index on events (created_at);

    create table webhook_subscriptions (
      id text primary key,
      account_id text not null references accounts (id),
      url text not null,
      events text[] not null,
      description text not null default '',
      enabled boolean not null default true,
      secret_sealed bytea not null,
      previous_secret_sealed bytea,
      overlap_until timestamptz,
      failing_since timestamptz,
      disabled_reason text,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create index on webhook_subscriptions (account_id, id desc) where deleted_at is null;

    create table deliveries (
      id text primary key,
      account_id text not null references accounts (id),
      event_id text not null,
      event_type text not null,
      test boolean not null default false,
      webhook_id text not null references webhook_subscriptions (id),
      status text not null default 'pending'
        check (status in ('pending', 'delivering', 'delivered', 'failed', 'paused', 'cancelled')),
      next_attempt_at timestamptz,
      created_at timestamptz not null,
      finished_at timestamptz
    );
    create index on deliveries (webhook_id, id desc);
    create index on deliveries (event_id);
    create index on deliveries (account_id, id desc);

    create table delivery_attempts (
      delivery_id text not null references deliveries (id),
      number integer not null,
      started_at timestamptz not null,
      duration_ms integer,
      status_code integer,
      error text,
      response_excerpt text,
      primary key (delivery_id, number)
    );
  `);
}
