-- Test and live are two worlds: every row of a client names its side. Source: docs/GAPS.md#A4
create domain environment as text check (value in ('live', 'test'));

create table accounts (
  id text primary key,
  name text not null unique,
  plan text not null default 'free' check (plan in ('free', 'starter', 'professional', 'enterprise')),
  -- Payments are refused that lack what their corridor asks for. Source: docs/GAPS.md#corridors
  strict_payments boolean not null default false,
  -- Members need a second factor. Source: docs/GAPS.md#A3
  needs_second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  live_opened_at timestamptz,
  disabled_at timestamptz
);
