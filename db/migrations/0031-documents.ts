import type { Knex } from 'knex';

/**
 * Documents: what is known of each for ever, and apart from it the sealed request data and the file, which expire.
 * `data_sealed` and the file hold names and addresses, so neither is readable in a copy of the database.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table documents (
      id text primary key,
      account_id text not null references accounts (id),
      request_id text not null,
      type text not null,
      status text not null default 'generating' check (status in ('generating', 'generated', 'failed')),
      number text not null,
      locale text not null,
      shipment_id text,
      instruction_id text,
      warnings jsonb not null default '[]',
      created_at timestamptz not null,
      expires_at timestamptz not null,
      finished_at timestamptz,
      failure_reason text,
      sha256 text,
      size_bytes integer check (size_bytes > 0),
      page_count integer check (page_count > 0),
      check ((status = 'generating') = (finished_at is null)),
      check (status <> 'generated' or (sha256 is not null and size_bytes is not null))
    );
    create index on documents (account_id, id desc);
    create index on documents (account_id, shipment_id, id desc) where shipment_id is not null;
    create index on documents (account_id, instruction_id) where instruction_id is not null;
    create index documents_generating on documents (id) where status = 'generating';

    create table document_requests (
      document_id text primary key references documents (id),
      data_sealed bytea not null,
      expires_at timestamptz not null
    );
    create index on document_requests (expires_at);

    create table document_files (
      document_id text primary key references documents (id),
      pdf_sealed bytea not null,
      preview_sealed bytea not null,
      expires_at timestamptz not null
    );
    create index on document_files (expires_at);
  `);
}
