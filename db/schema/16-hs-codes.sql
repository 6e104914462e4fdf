-- The tree of the Harmonized System.
create table hs_sections (
  roman text primary key,
  edition_id text not null references reference_editions (id),
  name text not null
);

create table hs_nodes (
  code text primary key check (code ~ '^[0-9]+$' and length(code) in (2, 4, 6)),
  edition_id text not null references reference_editions (id),
  section text not null,
  description text not null
);

-- Everyday names.
create table hs_names (
  edition_id text not null references reference_editions (id),
  code text not null,
  name text not null,
  primary key (edition_id, code, name)
);

-- Codes of an earlier edition and what took their place.
create table hs_replacements (
  old_code text not null,
  new_code text not null,
  edition_id text not null references reference_editions (id),
  old_edition text not null,
  new_edition text not null,
  source text not null,
  primary key (old_code, new_code)
);

-- What words mean in searches.
create table search_rules (
  edition_id text not null references reference_editions (id),
  position integer not null,
  terms text[] not null,
  alternatives text[] not null,
  -- The language in which alone a query means it; null for every one.
  language text,
  primary key (edition_id, position)
);

-- The search index, which follows from all of the above.
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
