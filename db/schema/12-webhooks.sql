-- Events in the order in which the log is read: by the transaction that wrote them, so that a reader can stop before
-- whatever is still being written. Source: docs/internal/decisions/0013-order-of-the-event-log.md
create table events (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  type text not null,
  subject text not null,
  -- The place among the events of its subject.
  sequence integer,
  payload jsonb not null,
  -- What a test of a subscription sends: no event that happened, and so in no log.
  sample boolean not null default false,
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null
);
create index on events (subject);
create index events_log on events
  (account_id, environment, transaction_id, created_at, (coalesce(sequence, 0)), id) where not sample;
create index events_log_by_type on events
  (account_id, environment, type, transaction_id, created_at, (coalesce(sequence, 0)), id) where not sample;

-- The transaction of this server that has written and is open for longest, in whichever database: nothing of the log that
-- was written after it has begun is shown. What another role does is hidden from the roles of the service: the function
-- runs as the owner of the schema, who is given sight of it by deploy/docker/postgres/create-roles.sql.
-- Source: docs/internal/decisions/0013-order-of-the-event-log.md
create function oldest_writer()
  returns table (pid integer, database text, application text, state text, age_seconds double precision)
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select writer.pid, writer.database, writer.application, writer.state,
    extract(epoch from clock_timestamp() - writer.begun)
  from (
    select age(backend_xid) as age, a.pid, datname::text as database, application_name as application, a.state,
      xact_start as begun
    from pg_stat_activity a where backend_xid is not null
    union all
    select age(transaction), null, p.database::text, p.gid, 'prepared', prepared from pg_prepared_xacts p
  ) writer
  order by writer.age desc limit 1
$$;

create table webhook_subscriptions (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  url text not null,
  events text[] not null,
  description text not null default '',
  enabled boolean not null default true,
  -- Why the service itself disabled it.
  disabled_reason text,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  overlap_until timestamptz,
  -- Headers of its own, values that its events must have, attempts a second, one event of a subject at a time.
  -- Source: docs/GAPS.md#W13
  headers_sealed bytea,
  header_names text[] not null default '{}',
  filter jsonb,
  rate_per_second integer check (rate_per_second > 0),
  next_slot_at timestamptz,
  ordered boolean not null default false,
  labels jsonb not null default '{}',
  include_amount boolean not null default false,
  -- Its deliveries wait while its endpoint cannot be reached. Source: docs/GAPS.md#W15
  breaker boolean not null default false,
  -- How the queue is reached that its url names; null for an HTTPS endpoint. Source: docs/GAPS.md#W16
  destination jsonb,
  credentials_sealed bytea,
  -- Since its first failure after a success, and when other subscriptions were told. Source: docs/GAPS.md#W12
  failing_since timestamptz,
  failing_announced_at timestamptz,
  -- When a delivery last used up its schedule. Source: docs/GAPS.md#W7
  used_up_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (id, account_id, environment),
  -- A queue whose address changed has no key until it is given again. Source: docs/GAPS.md#A12
  constraint webhook_subscriptions_credentials check (destination is not null or credentials_sealed is null)
);
create index on webhook_subscriptions (account_id, environment, id desc) where deleted_at is null;
create index webhook_subscriptions_of_account on webhook_subscriptions (account_id, environment);

-- How the breaker of a subscription stands; a row is there from the first fault until the endpoint answers.
-- Source: docs/GAPS.md#W15
create table webhook_breakers (
  webhook_id text primary key references webhook_subscriptions (id) on delete cascade,
  consecutive_faults integer not null default 0,
  last_fault text,
  last_fault_at timestamptz,
  opened_at timestamptz,
  open_until timestamptz,
  probe_owner text,
  probe_until timestamptz
);

-- Origins that an operator lets webhooks of the test side reach. Source: docs/GAPS.md#W11
create table trusted_webhook_origins (
  origin text primary key,
  created_at timestamptz not null default now()
);

-- A delivery is its subscription's sender's until its first attempt has failed; from then on it has a workflow of its own.
-- Source: docs/GAPS.md#W10
create table deliveries (
  id text primary key,
  account_id text not null,
  environment environment not null,
  event_id text not null,
  event_type text not null,
  webhook_id text not null,
  test boolean not null default false,
  resend boolean not null default false,
  in_sender boolean not null default true,
  status text not null default 'pending'
    check (status in ('pending', 'delivering', 'delivered', 'failed', 'paused', 'cancelled')),
  next_attempt_at timestamptz,
  -- The turn that it was given under a rate, and the rate: a turn under another one is none any more.
  -- Source: docs/GAPS.md#W13
  slot_at timestamptz,
  slot_rate integer,
  -- Of its event, by W3C Trace Context: deliveries of many traces travel together. Null where nothing is traced.
  traceparent text,
  created_at timestamptz not null,
  finished_at timestamptz,
  foreign key (webhook_id, account_id, environment) references webhook_subscriptions (id, account_id, environment)
);
-- One of each event, beside tests and what was sent again; by which those of an event are found, too.
create unique index deliveries_once
  on deliveries (event_id, webhook_id, (case when test or resend then id else '' end));

-- Lists go from endpoint to endpoint of an account, and there from status to status. What was sent again is rare.
create index deliveries_by_status on deliveries (webhook_id, status, id);
create index deliveries_by_type_and_status on deliveries (webhook_id, event_type, status, id);
create index deliveries_resent on deliveries (webhook_id, id) where resend;

-- What has not ended: how many since when, what is due, and apart from that what is parked.
create index deliveries_unfinished on deliveries (status, created_at) where status in ('pending', 'delivering', 'paused');
create index deliveries_scheduled on deliveries ((coalesce(next_attempt_at, created_at)), id)
  where status in ('pending', 'delivering');
create index deliveries_parked on deliveries (webhook_id, (coalesce(next_attempt_at, created_at)), id)
  where status = 'paused';

-- What a sender may take, what a change of a subscription concerns elsewhere, and what an open breaker holds up there.
create index deliveries_of_sender on deliveries (webhook_id, next_attempt_at, id)
  where in_sender and status in ('pending', 'paused');
create index deliveries_of_workflows on deliveries (webhook_id, id)
  where not in_sender and status in ('pending', 'delivering', 'paused');
create index deliveries_held on deliveries (webhook_id, id)
  where not in_sender and status = 'pending' and next_attempt_at is null;

create table delivery_attempts (
  delivery_id text not null references deliveries (id),
  number integer not null,
  started_at timestamptz not null,
  -- Until then the run that has begun it may still be making it, and no other run makes it. Source: docs/GAPS.md#W4
  leased_until timestamptz,
  duration_ms integer,
  status_code integer,
  error text,
  response_headers json,
  response_excerpt text,
  primary key (delivery_id, number)
)
-- A row is begun without its result, which is most of it: room for that on the same page.
with (fillfactor = 40);

-- What is sent again to a subscription, and how far that is. Source: docs/GAPS.md#W14
create table webhook_recoveries (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  webhook_id text not null references webhook_subscriptions (id) on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  status text not null default 'running' check (status in ('running', 'completed')),
  events integer not null,
  sent integer not null default 0,
  -- Id of the last event that was sent.
  position text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index webhook_recoveries_running on webhook_recoveries (webhook_id) where status = 'running';
create index webhook_recoveries_started on webhook_recoveries (created_at, id);
