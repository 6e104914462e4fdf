import type { Knex } from 'knex';

/** Editions, and the tree of the Harmonized System with its everyday names. */
const NOMENCLATURE = `
  create table reference_editions (
    id text primary key,
    subject text not null,
    kind text not null,
    title text not null,
    publisher text not null,
    licence text not null,
    edition text not null,
    url text,
    valid_from date,
    nomenclature text,
    content_hash text not null,
    rows_in integer not null check (rows_in >= 0),
    rows_rejected integer not null check (rows_rejected >= 0),
    rejects jsonb not null default '[]',
    facts jsonb not null default '{}',
    imported_at timestamptz not null default now(),
    superseded_at timestamptz
  );
  create unique index reference_editions_current on reference_editions (subject) where superseded_at is null;

  create table hs_sections (
    roman text primary key,
    name text not null,
    edition_id text not null references reference_editions (id)
  );
  create table hs_nodes (
    code text primary key check (code ~ '^[0-9]+$' and length(code) in (2, 4, 6)),
    section text not null,
    description text not null,
    edition_id text not null references reference_editions (id)
  );
  create table hs_names (
    edition_id text not null references reference_editions (id),
    code text not null,
    name text not null,
    primary key (edition_id, code, name)
  );
  create table hs_replacements (
    old_code text not null,
    new_code text not null,
    old_edition text not null,
    new_edition text not null,
    source text not null,
    edition_id text not null references reference_editions (id),
    primary key (old_code, new_code)
  );
  create table search_rules (
    edition_id text not null references reference_editions (id),
    position integer not null,
    terms text[] not null,
    alternatives text[] not null,
    primary key (edition_id, position)
  );
`;

/** Schedules, VAT, agreements and what they mean in the schedules. */
const TARIFFS = `
  create table tariff_lines (
    edition_id text not null references reference_editions (id),
    schedule text not null,
    code text not null,
    position integer not null,
    description text not null,
    path text not null,
    unit text,
    expression text,
    rate_kind text check (rate_kind in ('free', 'ad_valorem', 'specific', 'compound', 'other')),
    ad_valorem numeric,
    duty jsonb,
    preferences jsonb,
    special_text text,
    primary key (schedule, code)
  );

  create table vat_rates (
    edition_id text not null references reference_editions (id),
    country text not null,
    rate numeric not null check (rate >= 0),
    name text not null,
    valid_from date,
    valid_to date
  );
  create index on vat_rates (country);

  create table trade_agreements (
    name text primary key,
    title text not null,
    status text not null,
    effective_date date not null,
    source text not null,
    source_url text not null,
    customs_union boolean not null default false,
    edition_id text not null references reference_editions (id)
  );
  create table trade_agreement_members (
    agreement text not null references trade_agreements (name) on delete cascade,
    position integer not null,
    country text not null,
    joined_on date not null,
    founding boolean not null,
    primary key (agreement, country)
  );
  create table trade_agreement_exceptions (
    agreement text not null references trade_agreements (name) on delete cascade,
    country text not null,
    partner text not null,
    applies_from date,
    note text not null,
    primary key (agreement, country, partner)
  );
  create table tariff_programs (
    schedule text not null,
    symbol text not null,
    agreement text not null,
    members text[] not null,
    effective_date date,
    source text not null,
    edition_id text not null references reference_editions (id),
    primary key (schedule, symbol)
  );
`;

/** Statistics, exchange rates and the search index. */
const STATISTICS_AND_SEARCH = `
  create table trade_statistics (
    edition_id text not null references reference_editions (id),
    code text primary key,
    year integer not null,
    global_exports numeric not null,
    global_imports numeric not null,
    top_exporters text[] not null,
    top_importers text[] not null
  );
  create table country_indicators (
    edition_id text not null references reference_editions (id),
    country text not null,
    indicator text not null,
    year integer not null,
    value numeric not null,
    primary key (indicator, country, year)
  );
  create table exchange_rates (
    edition_id text not null references reference_editions (id),
    base text not null,
    quote text not null,
    rate numeric not null check (rate > 0),
    valid_on date not null,
    primary key (base, quote, valid_on)
  );

  create table search_state (
    singleton boolean primary key default true check (singleton),
    built_at timestamptz not null
  );
  create table search_documents (
    id integer primary key,
    code text not null unique
  );
  create table search_terms (
    term text primary key,
    document_frequency integer not null,
    postings bytea not null
  );
  create table search_lexicon (
    word text primary key,
    stem text not null,
    frequency integer not null
  );
`;

/** Nomenclature, schedules, VAT, statistics and the search index, each row under the edition it was imported with. */
export async function up(builder: Knex): Promise<void> {
  for (const statements of [NOMENCLATURE, TARIFFS, STATISTICS_AND_SEARCH]) await builder.raw(statements);
}
