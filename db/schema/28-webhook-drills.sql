-- Drills of receivers. Their deliveries are kept here alone, and are in no log of events. Source: docs/GAPS.md#drills
create table webhook_drills (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null check (environment = 'test'),
  webhook_id text not null references webhook_subscriptions (id) on delete cascade,
  status text not null default 'running' check (status in ('running', 'completed', 'cancelled')),
  verdict text check (verdict in ('passed', 'failed')),
  -- One element a scenario, in the order in which they were played.
  results jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((verdict is null) = (status <> 'completed')),
  check ((finished_at is null) = (status = 'running'))
);
create unique index webhook_drills_running on webhook_drills (webhook_id) where status = 'running';
create index on webhook_drills (webhook_id, id desc);
create index on webhook_drills (created_at, id);
