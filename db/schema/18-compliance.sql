-- Entries of watch lists by edition; editions stay, so that a screening can be made again. Source: docs/GAPS.md#P13
create table watch_list_entries (
  edition_id text not null references reference_editions (id),
  entry_id text not null,
  kind text not null check (kind in ('person', 'organisation', 'vessel', 'aircraft')),
  names jsonb not null,
  countries text[] not null,
  birth_dates text[] not null,
  identifiers text[] not null,
  programme text not null,
  primary key (edition_id, entry_id)
);

-- Countries that nothing is paid to. Source: docs/GAPS.md#P13
create table blocked_countries (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  blocked_at timestamptz not null default now()
);
insert into blocked_countries (country) values ('KP'), ('IR');

-- Lists and countries in a form that is compared. Source: docs/GAPS.md#P13
create function screening_lists(editions jsonb, countries jsonb) returns text language sql immutable as $$
  select md5(editions::text || countries::text)
$$;

-- What payments are screened with: one row, which a dispatch reads. Source: docs/GAPS.md#P21
create table screening_in_force (
  is_only boolean primary key default true check (is_only),
  lists text not null
);
insert into screening_in_force (lists) select screening_lists('[]', jsonb_agg(country order by country)) from blocked_countries;

-- At commit, alone: of two imports at once, the second sees what the first has committed; dispatches that have begun commit
-- before (check_leave_to_send), later ones see the new lists. As its owner: no process says by itself what is in force.
create function renew_screening_in_force() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('corridor screening in force'));
  update screening_in_force set lists = screening_lists(
    to_jsonb(array(select id from reference_editions where subject like 'watch-list:%' and superseded_at is null order by id)),
    to_jsonb(array(select country from blocked_countries order by country)));
  return null;
end $$;
create constraint trigger editions_in_force after insert or delete or update of superseded_at on reference_editions
  deferrable initially deferred for each row execute function renew_screening_in_force();
create constraint trigger countries_in_force after insert or delete on blocked_countries
  deferrable initially deferred for each row execute function renew_screening_in_force();

-- Receipts of screenings, with all that is needed to make one again. Source: docs/GAPS.md#P13
create table screenings (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  request_id text not null,
  instruction_id text references payment_instructions (id),
  algorithm text not null,
  editions jsonb not null,
  blocked_countries jsonb not null,
  countries jsonb not null,
  candidates jsonb not null,
  decision text not null check (decision in ('clear', 'not_screened', 'review', 'blocked')),
  party_sealed bytea,
  clearance_id text,
  screened_at timestamptz not null
);
create index screenings_instruction on screenings (instruction_id) where instruction_id is not null;

create index screenings_found on screenings (decision, id) where decision in ('blocked', 'review');

-- Releases that are remembered for a payee, until they end or an entry changes. Source: docs/GAPS.md#P13
create table clearances (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  instruction_id text not null unique references payment_instructions (id),
  payee_key bytea,
  entries jsonb not null,
  reason text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text
);
create index clearances_payee on clearances (account_id, environment, payee_key) where revoked_at is null;

-- How many people have to agree, to a release of a held payment and to a change of the live network: null where nothing was
-- set, and two as soon as two operators are independent. Whether live payments are sent without current watch lists; without
-- a row, no. Source: docs/GAPS.md#P13, docs/GAPS.md#A3, docs/GAPS.md#A5
create table compliance_settings (
  is_only boolean primary key default true check (is_only),
  release_approvals smallint check (release_approvals in (1, 2)),
  live_network smallint check (live_network in (1, 2)),
  lists_accepted boolean not null default false,
  changed_at timestamptz not null default now()
);
