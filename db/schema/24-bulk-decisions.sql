-- One decision of an operator about many payments that wait. Which payments it is about is laid down when it is prepared,
-- so that nothing is decided which nobody has seen. Source: docs/GAPS.md#bulk-decisions
create table bulk_decisions (
  id text primary key,
  decision text not null check (decision in ('release', 'reject', 'try_now', 'give_up')),
  reason text not null,
  -- What its payments had in common: {waiting, environment?, partner?, listEntry?}.
  filter jsonb not null,
  -- More payments than one bulk decision takes had that in common.
  has_more boolean not null,
  status text not null default 'prepared' check (status in ('prepared', 'running', 'completed', 'stopped')),
  prepared_by text not null,
  created_at timestamptz not null default now(),
  -- The operator who started it: {id, requestId, personId, roles, isIdentified, note?}.
  decided_by jsonb,
  started_at timestamptz,
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Why it was stopped: by a person, or because who started it may decide no more.
  stopped_because text,
  check ((status = 'prepared') = (decided_by is null)),
  check ((decided_by is null) = (started_at is null)),
  check ((status in ('completed', 'stopped')) = (finished_at is not null))
);
create index bulk_decisions_running on bulk_decisions (worked_at, id) where status = 'running';
create index on bulk_decisions (created_at);

create table bulk_decision_payments (
  bulk_decision_id text not null references bulk_decisions (id) on delete cascade,
  instruction_id text collate "C" not null,
  -- The newest screening of a held payment when it was prepared: what was found later was seen by nobody.
  screening_id text,
  state text not null default 'waiting' check (state in ('waiting', 'decided', 'proposed', 'refused', 'skipped')),
  -- How often it could not be decided, such as while another transaction held it.
  tries integer not null default 0,
  -- Why it was refused.
  fault text check ((fault is not null) = (state = 'refused')),
  primary key (bulk_decision_id, instruction_id)
);
create index bulk_decision_payments_by_state on bulk_decision_payments (bulk_decision_id, state, instruction_id);
