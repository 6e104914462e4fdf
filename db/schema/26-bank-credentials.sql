-- What Corridor presents to a bank whose API is described: the description names it, and it is kept sealed here.
create table bank_credentials (
  id text primary key,
  partner_id text not null references partners (id),
  name text not null,
  value_sealed bytea not null,
  changed_at timestamptz not null default now(),
  unique (partner_id, name)
);
