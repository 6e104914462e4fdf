-- What was imported, and from where. Editions stay beside each other, each for the days from which it holds.
create table reference_editions (
  id text primary key,
  subject text not null,
  kind text not null,
  title text not null,
  publisher text not null,
  licence text not null,
  edition text not null,
  url text,
  valid_from date,
  nomenclature text,
  content_hash text not null,
  rows_in integer not null check (rows_in >= 0),
  rows_rejected integer not null check (rows_rejected >= 0),
  rejects jsonb not null default '[]',
  facts jsonb not null default '{}',
  imported_at timestamptz not null default now(),
  -- When the same publication was read last without a change.
  confirmed_at timestamptz,
  superseded_at timestamptz
);
create unique index reference_editions_in_force
  on reference_editions (subject, (coalesce(valid_from, '-infinity'::date))) where superseded_at is null;

-- Imports that somebody has ordered of the workers: a workflow alone is no reason to read a file.
-- Source: docs/GAPS.md#P14
create table import_orders (
  request jsonb not null,
  ordered_at timestamptz not null default now()
);
