-- When a described bank is asked next what became of its payments: one process asks, in the name of all.
create table bank_polls (
  partner_id text primary key references partners (id),
  next_at timestamptz not null
);
