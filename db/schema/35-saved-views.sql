-- Filters and order of a list of the console that a person keeps under a name. Source: docs/GAPS.md#A9
create table saved_views (
  user_id text not null references users (id),
  list text not null,
  name text not null check (length(name) between 1 and 40),
  -- As the address of the list has it, without a place in it.
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default now(),
  primary key (user_id, list, name)
);
