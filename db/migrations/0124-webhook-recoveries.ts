import type { Knex } from 'knex';

/**
 * What is sent again to a subscription, and how far that is. Orders from before, which carried this themselves, get a row.
 * Source: docs/GAPS.md#W14
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table webhook_recoveries (
      id text primary key,
      account_id text not null references accounts (id),
      environment text not null,
      webhook_id text not null references webhook_subscriptions (id) on delete cascade,
      since timestamptz not null,
      until timestamptz not null,
      status text not null default 'running' check (status in ('running', 'completed')),
      events integer not null,
      sent integer not null default 0,
      position text not null default '',
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create unique index webhook_recoveries_running on webhook_recoveries (webhook_id) where status = 'running';
    create index webhook_recoveries_started on webhook_recoveries (created_at, id);

    with ordered as (
      select o.id as item, 'rcv_' || left(replace(gen_random_uuid()::text, '-', ''), 26) as recovery, o.subject, o.payload
      from outbox o where o.topic = 'webhook.recover'
    ),
    made as (
      insert into webhook_recoveries (id, account_id, environment, webhook_id, since, until, events, position)
      select ordered.recovery, s.account_id, s.environment, s.id, (ordered.payload ->> 'since')::timestamptz,
        (ordered.payload ->> 'until')::timestamptz, 0, coalesce(ordered.payload ->> 'after', '')
      from ordered join webhook_subscriptions s on s.id = ordered.subject
    )
    update outbox o set subject = ordered.recovery, payload = '{}' from ordered where o.id = ordered.item;
  `);
}
