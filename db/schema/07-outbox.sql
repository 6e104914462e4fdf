-- What must happen later, written by the statement that decided it, and carried to Temporal by the relay. A lane follows
-- from the topic, so that whoever adds an item cannot choose a wrong one. Items are taken in the order of accounts, by one
-- index; a lease is kept in columns that no index has, so that taking an item rewrites no index entry.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  subject text not null,
  account_id text collate "C" not null default '-',
  payload jsonb not null default '{}',
  lane text not null generated always as (
    case when topic like 'payment.%' then 'payments' when topic like 'document.%' then 'documents'
      else 'deliveries' end) stored,
  available_at timestamptz not null default now(),
  attempts integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  -- Of W3C Trace Context; null where nothing is traced. Source: docs/OPERATIONS.md, "Traces"
  traceparent text check (length(traceparent) = 55),
  created_at timestamptz not null default now()
)
-- Every item is inserted, leased and deleted within moments: room for the lease on the same page, and a vacuum that looks
-- at the number of dead rows, not at their share of a table that is empty most of the time.
with (
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000
);
create index outbox_lanes on outbox (lane, account_id, available_at, id);
-- By what an item is about; nothing looks for the most frequent ones.
create index on outbox (topic, subject) where topic <> 'webhook.send';
