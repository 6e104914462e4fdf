import type { Knex } from 'knex';

/** Accounts, partners, routes, and the keys by which they are known. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table accounts (
      id text primary key,
      name text not null unique,
      environment text not null check (environment in ('live', 'test')),
      created_at timestamptz not null default now()
    );

    create table partners (
      id text primary key,
      name text not null unique,
      adapter text not null,
      url text,
      auth_mode text not null default 'bearer' check (auth_mode in ('bearer', 'signed')),
      created_at timestamptz not null default now()
    );

    create table partner_secrets (
      id text primary key,
      partner_id text not null references partners (id),
      secret_sealed bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz
    );
    create index on partner_secrets (partner_id, created_at desc);

    create table api_keys (
      id text primary key,
      kind text not null check (kind in ('client', 'partner', 'operator')),
      hash bytea not null unique,
      hint text not null,
      label text not null default '',
      account_id text references accounts (id),
      partner_id text references partners (id),
      scopes text[] not null default '{}',
      plan text,
      per_minute integer check (per_minute > 0),
      per_hour integer check (per_hour > 0),
      per_day integer check (per_day > 0),
      endpoint_limits boolean not null default true,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      check ((kind = 'client') = (account_id is not null)),
      check ((kind = 'partner') = (partner_id is not null))
    );
    create index on api_keys (account_id) where account_id is not null;
    create index on api_keys (partner_id) where partner_id is not null;

    create table routes (
      id text primary key,
      partner_id text not null references partners (id),
      channel text not null,
      currencies text[] not null,
      countries text[] not null,
      timelines text[] not null,
      open_days_for_n integer not null default 5 check (open_days_for_n between 0 and 60),
      min_amount numeric,
      max_amount numeric,
      cut_off time not null default '17:00',
      cut_off_zone text not null default 'UTC',
      calendars text[] not null default '{}',
      always_open boolean not null default false,
      fee_fixed numeric not null default 0 check (fee_fixed >= 0),
      fee_basis_points numeric not null default 0 check (fee_basis_points >= 0),
      fee_min numeric,
      fee_max numeric,
      priority integer not null default 100,
      enabled boolean not null default true,
      created_at timestamptz not null default now()
    );

    create table idempotency_keys (
      scope text not null,
      operation text not null,
      key text not null,
      body_hash bytea not null,
      claimed_until timestamptz not null,
      subject text,
      status_code smallint,
      body text,
      headers jsonb,
      created_at timestamptz not null,
      primary key (scope, operation, key)
    );
    create index on idempotency_keys (created_at);

    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor text not null,
      act text not null,
      subject text not null,
      account_id text,
      request_id text,
      detail jsonb not null default '{}'
    );
    create index on audit_log (account_id, id desc);
    create index on audit_log (subject, id desc);

    create table outbox (
      id bigint generated always as identity primary key,
      topic text not null,
      subject text not null,
      payload jsonb not null default '{}',
      available_at timestamptz not null default now(),
      attempts integer not null default 0,
      created_at timestamptz not null default now()
    );
    create index on outbox (available_at, id);
    create index on outbox (topic, subject);
  `);
}
