import type { Knex } from 'knex';

/**
 * How the documents of one side of an account look. A change adds a row, and a document names the row that it was asked
 * for with, so that rendering it again gives the same bytes.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table document_brandings (
      id bigint generated always as identity primary key,
      account_id text not null references accounts (id),
      environment environment not null,
      accent text check (accent ~ '^#[0-9a-f]{6}$'),
      logo_png bytea check (octet_length(logo_png) <= 262144),
      logo_width integer,
      logo_height integer,
      created_at timestamptz not null default now(),
      check (num_nulls(logo_png, logo_width, logo_height) in (0, 3))
    );
    create index on document_brandings (account_id, environment, id desc);
    alter table documents add column branding_id bigint references document_brandings (id);
    create index on documents (branding_id) where branding_id is not null;
  `);
}
