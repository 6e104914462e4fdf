-- Calendars of countries and of payment systems, which `corridor migrate` brings to what ships. Days that follow from a
-- system's rule are computed and not stored; a stored day goes before the rule, and `is_open` takes a day away from it.
-- Source: docs/GAPS.md#P12
create table calendars (
  id text primary key,
  -- Days of the week as ISO 8601 counts them, Monday first.
  weekend smallint[] not null,
  rule text,
  source text not null,
  -- The first day of which holidays are known or listed, and the day after the last one.
  known_from date,
  known_until date,
  check ((known_from is null) = (known_until is null))
);

create table calendar_days (
  calendar_id text not null references calendars (id),
  date date not null,
  name text not null,
  is_open boolean not null default false,
  source text not null,
  primary key (calendar_id, date)
);
