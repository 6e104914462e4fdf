-- Acts that wait for a second person. `secret_sealed` holds the key, secret or password that whoever proposed the act was
-- shown; it is emptied once the proposal is decided. Source: docs/GAPS.md#A3
create table proposals (
  id text primary key,
  act text not null,
  subject text not null,
  role text not null check (role in ('operations', 'compliance', 'administration')),
  request jsonb not null,
  secret_sealed bytea,
  before jsonb not null,
  after jsonb not null,
  reason text,
  proposed_by text not null,
  proposed_person text references users (id),
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  outcome text check (outcome in ('confirmed', 'rejected')),
  check ((outcome is null) = (decided_at is null))
);
create index proposals_open on proposals (id desc) where outcome is null;

-- Empties what would carry out proposals that ran out, a page at a time, for a worker: its role may not write to
-- proposals, since a changed one would be confirmed for what it was.
create function empty_proposals(page integer) returns integer
  language sql security definer set search_path = public, pg_temp as $$
    with emptied as (
      update proposals set request = '{}', secret_sealed = null where ctid = any(array(
        select ctid from proposals where expires_at < now() and (request <> '{}' or secret_sealed is not null)
        limit page for no key update skip locked))
      returning 1)
    select count(*)::integer from emptied;
  $$;

-- Removes what let people in and secrets of partners whose time is over, a page at a time, for a worker: its role may not
-- end a login that is in use. How long an ended login is known is of domain/auth/logins.ts.
create function remove_expired(name text, page integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed integer;
begin
  if name not in ('logins', 'login_challenges', 'kept_forms', 'user_links', 'partner_secrets') then
    raise exception 'rows of % do not expire', name;
  end if;
  execute format('delete from %1$I where ctid = any(array(select ctid from %1$I where %2$s limit $1 for update skip locked))',
    name, case name when 'logins'
      then $over$expires_at < now() - interval '24 hours' or last_seen_at < now() - interval '26 hours'$over$
      else 'expires_at < now()' end) using page;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function empty_proposals, remove_expired from public;

-- What a person has to look at.
create table operator_flags (
  id bigint generated always as identity primary key,
  subject text not null,
  kind text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  cleared_at timestamptz
);
create unique index on operator_flags (subject, kind) where cleared_at is null;

-- What was found without a workflow, and how often it was begun again. Source: docs/ARCHITECTURE.md, "Who dies when"
create table repairs (
  kind text not null,
  subject text not null,
  attempts integer not null default 1,
  last_at timestamptz not null default now(),
  primary key (kind, subject)
);
create index on repairs (last_at);

-- How far work of operators is that goes through a table page by page: killed, it goes on there.
create table operator_places (
  work text primary key,
  -- Key of the last row that is done.
  place text not null,
  updated_at timestamptz not null default now()
);

-- Ids of the data keys that values are sealed with, so that a process with another one is refused before it seals
-- anything, and the setting in which each is given. Source: docs/GAPS.md#data-at-rest
create table data_keys (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  setting text not null check (setting in ('DATA_KEY', 'DOCUMENTS_DATA_KEY')),
  recorded_at timestamptz not null default now()
);
