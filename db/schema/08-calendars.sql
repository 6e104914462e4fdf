-- Calendars of countries and of payment systems. Days that follow from a system's rule are computed and not stored; a
-- stored day goes before the rule, and `is_open` takes a day away from it. Source: docs/GAPS.md#P12
create table calendars (
  id text primary key,
  -- Days of the week as ISO 8601 counts them, Monday first.
  weekend smallint[] not null,
  rule text check (rule in (
    'target', 'federal_reserve', 'chaps', 'rits', 'riksbank', 'norges_bank', 'danmarks_nationalbank', 'elixir'
  )),
  source text not null,
  -- The first day of which holidays are listed, and the day after the last one.
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

-- Those of countries come from db/payments/routing/holidays.json.
insert into calendars (id, weekend, rule, source) values
  ('TARGET', '{6,7}', 'target', 'European Central Bank, TARGET closing days, 14 December 2000'),
  ('US-FED', '{6,7}', 'federal_reserve', 'Federal Reserve Financial Services, holiday schedule'),
  ('UK-CHAPS', '{6,7}', 'chaps', 'Banking and Financial Dealings Act 1971; Bank of England, CHAPS'),
  ('AU-RITS', '{6,7}', 'rits', 'Reserve Bank of Australia, RITS business hours'),
  ('SE-RIX', '{6,7}', 'riksbank', 'Sveriges Riksbank, holidays 2026'),
  ('NO-NBO', '{6,7}', 'norges_bank', 'Norges Bank, settlement days of NBO'),
  ('DK-KRONOS', '{6,7}', 'danmarks_nationalbank', 'Danmarks Nationalbank, bank closing days 2026 and 2027'),
  ('PL-ELIXIR', '{6,7}', 'elixir', 'Krajowa Izba Rozliczeniowa, sessions of Elixir, 2025');
