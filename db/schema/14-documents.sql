-- How the documents of one side of an account look. A change adds a row, and a document names the row that it was asked
-- for with, so that rendering it again gives the same bytes.
create table document_brandings (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  logo_png bytea check (octet_length(logo_png) <= 262144),
  logo_width integer,
  logo_height integer,
  invoice_format text not null default 'pdf' check (invoice_format in ('pdf', 'factur-x')),
  created_at timestamptz not null default now(),
  check (num_nulls(logo_png, logo_width, logo_height) in (0, 3))
);
create index on document_brandings (account_id, environment, id desc);

-- What is known of each document for ever. Apart from it stand the request and the file, which expire and are sealed: both
-- hold names and addresses.
create table documents (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  request_id text not null,
  type text not null,
  number text not null,
  locale text not null,
  branding_id bigint references document_brandings (id),
  shipment_id text,
  instruction_id text,
  warnings jsonb not null default '[]',
  status text not null default 'generating' check (status in ('generating', 'generated', 'failed')),
  failure_reason text,
  sha256 text,
  size_bytes integer check (size_bytes > 0),
  page_count integer check (page_count > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz,
  announced_at timestamptz,
  erased_at timestamptz,
  check ((status = 'generating') = (finished_at is null)),
  check (status <> 'generated' or (sha256 is not null and size_bytes is not null))
);
create index on documents (account_id, environment, id desc);
create index on documents (account_id, shipment_id, id desc) where shipment_id is not null;
create index on documents (account_id, sha256) where sha256 is not null;
create index on documents (account_id, instruction_id) where instruction_id is not null;
create index on documents (branding_id) where branding_id is not null;
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

-- The event of an outcome is written by a process without a browser: the outcome orders it, by a function of the owner,
-- since the role that makes documents may write into no table of events, deliveries or outbox items.
-- Source: docs/OPERATIONS.md, "Roles"
create function order_document_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into outbox (topic, subject, account_id) values ('document.announce', new.id, new.account_id);
  return null;
end
$$;
revoke all on function order_document_event() from public;
create trigger documents_outcome after update of status on documents for each row
  when (old.status = 'generating' and new.status in ('generated', 'failed'))
  execute function order_document_event();
