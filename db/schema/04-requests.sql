-- Keys of clients, partners and operators.
create table api_keys (
  id text primary key,
  kind text not null check (kind in ('client', 'partner', 'operator')),
  -- Of the secret; of nothing while an operator key awaits its owner.
  hash bytea not null unique,
  -- The end of the secret, by which people tell keys apart.
  hint text not null,
  label text not null default '',
  environment environment not null default 'test',
  account_id text references accounts (id),
  partner_id text references partners (id),
  -- The operator or the member whose key it is; of a client's key that belongs to none, null.
  user_id text references users (id),
  -- The user who was shown the key; null for a command that named none. Source: docs/GAPS.md#A5
  made_by text,
  scopes text[] not null default '{}',
  -- Null: its account's.
  plan text,
  per_minute integer check (per_minute > 0),
  per_hour integer check (per_hour > 0),
  per_day integer check (per_day > 0),
  endpoint_limits boolean not null default true,
  -- Requests a minute by name of the endpoint; the standard number applies to what is not named. Source: docs/GAPS.md#L1
  custom_endpoint_limits jsonb not null default '{}' check (jsonb_typeof(custom_endpoint_limits) = 'object'),
  replaces text references api_keys (id),
  -- Two people have agreed to it, and its owner has not seen it yet. Source: docs/GAPS.md#A3
  awaits_owner boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  disabled_at timestamptz,
  check ((kind = 'client') = (account_id is not null)),
  check ((kind = 'partner') = (partner_id is not null))
);
create index on api_keys (account_id) where account_id is not null;
create index on api_keys (partner_id) where partner_id is not null;
create index api_keys_user on api_keys (user_id) where user_id is not null;
create index api_keys_replaces on api_keys (replaces) where replaces is not null;

-- Source: docs/GAPS.md#P6
create table idempotency_keys (
  scope text not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  -- By which the request that holds the key knows its own claim: two may come in the same millisecond.
  claim_token text,
  claimed_until timestamptz not null,
  -- What the request has made, from the statement on that made it.
  subject text,
  status_code smallint,
  body text,
  headers jsonb,
  created_at timestamptz not null,
  primary key (scope, operation, key)
);
create index on idempotency_keys (created_at);
create index idempotency_keys_expiring on idempotency_keys (created_at) where operation <> 'createPaymentInstruction';

-- Token buckets: a row is a key with its plan's three levels, or one key at one endpoint, or one address. The table is
-- logged: an unlogged one is emptied when Postgres crashes, which would hand every key a new burst. Half of each page
-- stays free, so that a taken token rewrites the row in place and no index is touched.
create table rate_buckets (
  subject text collate "C" primary key,
  minute_level bigint,
  hour_level bigint,
  day_level bigint,
  filled_at_ms bigint not null,
  locked_until_ms bigint
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

create table rate_refusals (
  subject text collate "C" not null,
  minute timestamptz not null,
  refusals integer not null,
  primary key (subject, minute)
);
create index on rate_refusals (minute);

-- Requests with keys of an account, by day (UTC), plan and operation: what the page "Usage" shows.
create table request_counts (
  account_id text not null references accounts (id),
  environment environment not null,
  day date not null,
  plan text not null,
  operation text not null,
  requests bigint not null,
  refused bigint not null,
  failed bigint not null,
  -- Those that the request log lacks, because it could not be written for a while.
  unlisted bigint not null default 0,
  primary key (account_id, environment, day, plan, operation)
);
create index on request_counts (day);
