-- Where this database is in its own history: the position grows while workers run, and Temporal keeps it too. A database
-- that was restored to an earlier moment is behind what Temporal keeps.
-- Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
create table database_mark (
  is_only boolean primary key default true check (is_only),
  database_id uuid not null default gen_random_uuid(),
  position bigint not null default 0,
  marked_at timestamptz not null default now()
);

-- Each restore to an earlier moment, as `corridor restored` works on it.
create table restorations (
  id bigint generated always as identity primary key,
  restored_to timestamptz not null,
  begun_at timestamptz not null default now(),
  -- Key of the last payment that was put in doubt: killed, the command goes on there.
  place text not null default '',
  in_doubt integer not null default 0,
  finished_at timestamptz
);

-- Payments that Temporal or a partner knows and this database does not. No payment is created while one is open. Of the
-- client's key and reference only hashes are known: a repeat is refused by them, for ever.
create table lost_payments (
  instruction_id text primary key,
  restoration_id bigint not null references restorations (id),
  found_by text not null check (found_by in ('workflow', 'report', 'retention')),
  account_id text,
  partner_name text,
  begun_at timestamptz,
  -- Status that its workflow shows, and what its partner says.
  workflow_status text,
  reported_status text,
  -- When the partner first said that it does not have it.
  denied_at timestamptz,
  key_hash text,
  reference_hash text,
  state text not null default 'open' check (state in ('open', 'settled', 'never_received', 'accepted')),
  found_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  check ((state = 'open') = (decided_at is null))
);
create index lost_payments_open on lost_payments (instruction_id) where state = 'open';
create index lost_payments_key on lost_payments (key_hash) where key_hash is not null;
create index lost_payments_reference on lost_payments (reference_hash) where reference_hash is not null;
