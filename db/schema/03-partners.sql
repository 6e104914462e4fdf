create table partners (
  id text primary key,
  environment environment not null default 'test',
  name text not null unique,
  adapter text not null,
  url text,
  -- Settings of its adapter, by their names.
  config jsonb not null default '{}'
    check (jsonb_typeof(config) = 'object' and config -> 'url' is null and octet_length(config::text) <= 8192),
  auth_mode text not null default 'bearer' check (auth_mode in ('bearer', 'signed')),
  -- Moved by each change of where its orders go. Source: docs/GAPS.md#P21
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (id, environment),
  -- Makes a move a change of a key: it waits for dispatches that begin, and they wait for it.
  unique (id, generation),
  check (adapter <> 'sandbox' or environment = 'test')
);

alter table users add constraint users_partner foreign key (partner_id) references partners (id);
create index users_by_partner on users (partner_id) where partner_id is not null;

create table partner_secrets (
  id text primary key,
  partner_id text not null references partners (id),
  secret_sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index on partner_secrets (partner_id, created_at desc);

-- The same request may come again; another one may not carry its signature.
create table seen_signatures (
  partner_id text not null references partners (id),
  signature bytea not null,
  -- Null where the request says nothing to know repeats by.
  request_hash bytea,
  expires_at timestamptz not null,
  primary key (partner_id, signature)
);
create index on seen_signatures (expires_at);

-- Whether a partner answers, as all processes together see it: the breaker before its dispatches. A row appears with the
-- first answer or fault; `open_until` is set while the breaker is open.
create table partner_health (
  partner_id text primary key references partners (id),
  consecutive_faults integer not null default 0 check (consecutive_faults >= 0),
  -- Nothing can be written to it at all.
  is_unreachable boolean not null default false,
  last_fault text,
  last_fault_at timestamptz,
  last_success_at timestamptz,
  opened_at timestamptz,
  open_until timestamptz,
  probe_owner text,
  probe_until timestamptz,
  check ((opened_at is null) = (open_until is null)),
  check ((probe_owner is null) = (probe_until is null))
) with (fillfactor = 50);

create table routes (
  id text primary key,
  partner_id text not null,
  environment environment not null default 'test',
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
  fee_bps numeric not null default 0 check (fee_bps >= 0),
  fee_min numeric,
  fee_max numeric,
  priority integer not null default 100,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  unique (id, environment),
  foreign key (partner_id, environment) references partners (id, environment)
);
