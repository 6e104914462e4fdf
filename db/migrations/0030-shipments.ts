import type { Knex } from 'knex';

/** Shipments of an account; `search_words` carries plain and stemmed words, so that codes and prose are both found. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table shipments (
      id text primary key,
      account_id text not null references accounts (id),
      request_id text not null,
      reference text,
      origin_country text not null,
      destination_country text not null,
      hs_code text,
      status text not null check (status in ('pending', 'in_transit', 'customs', 'delivered', 'cancelled')),
      description text,
      value numeric check (value >= 0),
      currency text,
      weight numeric check (weight > 0),
      weight_unit text,
      buyer text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      search_text text not null generated always as (
        lower(coalesce(reference, '') || ' ' || coalesce(description, '') || ' ' || coalesce(buyer, '') || ' ' ||
              coalesce(replace(hs_code, '.', ''), '') || ' ' || origin_country || ' ' || destination_country)
      ) stored,
      search_words tsvector not null generated always as (
        to_tsvector('simple', coalesce(reference, '') || ' ' || coalesce(description, '') || ' ' ||
                    coalesce(buyer, '') || ' ' || coalesce(replace(hs_code, '.', ''), '') || ' ' ||
                    origin_country || ' ' || destination_country) ||
        to_tsvector('english', coalesce(description, ''))
      ) stored
    );
    create index on shipments (account_id, id desc);
    create index on shipments using gin (search_words);
  `);
}
