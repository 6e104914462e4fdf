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
  -- Domain of addresses whose people become members at their first log-in at the identity provider, and the roles of its
  -- groups; none decides nothing. Source: docs/GAPS.md#A6
  identity_domain text unique check (identity_domain = lower(identity_domain)),
  identity_roles jsonb not null default '{}',
  -- What decides about a payee whose name does not match, by the result of the check; none asks a person.
  -- Source: docs/GAPS.md#P24
  payee_rules jsonb not null default '{}',
  created_at timestamptz not null default now(),
  live_opened_at timestamptz,
  disabled_at timestamptz
);
