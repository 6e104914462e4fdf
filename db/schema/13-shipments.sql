-- `search_words` has plain and stemmed words, so that codes and prose are both found.
create table shipments (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  request_id text not null,
  -- Of the request that made it: its stored answer goes with it.
  idempotency_key text,
  reference text,
  status text not null check (status in ('pending', 'in_transit', 'customs', 'delivered', 'cancelled')),
  origin_country text not null,
  destination_country text not null,
  hs_code text,
  description text,
  value numeric check (value >= 0),
  currency text,
  weight numeric check (weight > 0),
  weight_unit text,
  buyer text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- By Postgres' clock: since when it has its status; when it or one of its papers changed, and when they were compared last,
  -- with the ids and severities of what disagreed then. Source: docs/GAPS.md#P27
  status_since timestamptz not null default clock_timestamp(),
  file_changed_at timestamptz not null default now(),
  compared_at timestamptz not null default now(),
  findings jsonb not null default '[]',
  erased_at timestamptz,
  search_text text not null generated always as (
    lower(coalesce(reference, '') || ' ' || coalesce(description, '') || ' ' || coalesce(buyer, '') || ' ' ||
          coalesce(replace(hs_code, '.', ''), '') || ' ' || origin_country || ' ' || destination_country)
  ) stored,
  search_words tsvector not null generated always as (
    to_tsvector('simple', coalesce(reference, '') || ' ' || coalesce(description, '') || ' ' ||
                coalesce(buyer, '') || ' ' || coalesce(replace(hs_code, '.', ''), '') || ' ' ||
                origin_country || ' ' || destination_country) ||
    to_tsvector('english', coalesce(description, ''))
  ) stored
);
create index on shipments (account_id, environment, id desc);
create index on shipments (account_id, environment, reference) where reference is not null;
create index on shipments using gin (search_words);

-- What became of the disagreements in the papers of a shipment. The id of a finding follows from its values, which are not
-- kept here: a finding is found again by its papers, and what is decided about it holds for these values.
create table shipment_findings (
  shipment_id text not null references shipments (id) on delete cascade,
  id text not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'resolved')),
  reason text,
  decided_by text,
  decided_at timestamptz,
  opened_at timestamptz not null default now(),
  primary key (shipment_id, id)
);
