create table tariff_lines (
  edition_id text not null references reference_editions (id),
  schedule text not null,
  code text not null,
  position integer not null,
  path text not null,
  description text not null,
  unit text,
  -- The rate as it is printed, and what was read from it.
  expression text,
  rate_kind text check (rate_kind in ('free', 'ad_valorem', 'specific', 'compound', 'other')),
  ad_valorem numeric,
  duty jsonb,
  special_text text,
  preferences jsonb,
  -- Column 2 of the United States.
  column_two jsonb,
  primary key (edition_id, code)
);

-- Chapter 99 of the United States.
create table additional_duties (
  edition_id text not null references reference_editions (id),
  heading text not null,
  facts jsonb not null,
  primary key (edition_id, heading)
);

create table vat_rates (
  edition_id text not null references reference_editions (id),
  country text not null,
  name text not null,
  rate numeric not null check (rate >= 0),
  valid_from date,
  valid_to date
);
create index on vat_rates (country);

create table trade_agreements (
  name text primary key,
  edition_id text not null references reference_editions (id),
  title text not null,
  status text not null,
  effective_date date not null,
  customs_union boolean not null default false,
  source text not null,
  source_url text not null
);

create table trade_agreement_members (
  agreement text not null references trade_agreements (name) on delete cascade,
  position integer not null,
  country text not null,
  joined_on date not null,
  founding boolean not null,
  primary key (agreement, country)
);

-- Pairs of members that an agreement does not bind.
create table trade_agreement_exceptions (
  agreement text not null references trade_agreements (name) on delete cascade,
  country text not null,
  partner text not null,
  applies_from date,
  note text not null,
  primary key (agreement, country, partner)
);

-- What the symbols of preferences in a schedule mean.
create table tariff_programs (
  schedule text not null,
  symbol text not null,
  edition_id text not null references reference_editions (id),
  agreement text not null,
  members text[] not null,
  joined jsonb not null default '{}',
  conditions text,
  source text not null,
  effective_date date,
  expired_on date,
  primary key (schedule, symbol)
);

create table trade_statistics (
  code text primary key,
  edition_id text not null references reference_editions (id),
  year integer not null,
  global_exports numeric not null,
  global_imports numeric not null,
  top_exporters text[] not null,
  top_importers text[] not null
);

create table country_indicators (
  indicator text not null,
  country text not null,
  year integer not null,
  edition_id text not null references reference_editions (id),
  value numeric not null,
  primary key (indicator, country, year)
);

create table exchange_rates (
  base text not null,
  quote text not null,
  valid_on date not null,
  edition_id text not null references reference_editions (id),
  rate numeric not null check (rate > 0),
  primary key (base, quote, valid_on)
);
