-- Attempts to hand a payment to a partner. Each has its route, fee and date, since the payment may be rerouted to another
-- route after it. Source: docs/GAPS.md#P3, docs/GAPS.md#P10
create table dispatches (
  instruction_id text not null references payment_instructions (id),
  attempt integer not null,
  partner_id text not null references partners (id),
  partner_name text not null,
  route_id text not null references routes (id),
  channel text not null,
  timeline text not null,
  route_reasons jsonb not null,
  fee_estimated numeric not null,
  expected_date date not null,
  state text not null check (state in ('sending', 'delivered', 'rejected', 'not_delivered', 'unknown')),
  sends integer not null default 1,
  -- Where its last call went: the partner's generation and the mark of a directory. Nothing is proved absent where it is null.
  destination text,
  partner_reference text,
  -- Name of the order in the files of its bank, made once an attempt; null for partners that take no files.
  reference text,
  fault text,
  refusal text,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- When the partner said first that it never received it.
  denied_at timestamptz,
  primary key (instruction_id, attempt)
);
create unique index dispatches_one_live on dispatches (instruction_id) where state in ('sending', 'unknown', 'delivered');
create index dispatches_in_doubt on dispatches (instruction_id, partner_id) where state in ('sending', 'unknown');
-- What banks name in their files: all that names one payment has the same first letters and digits.
create index dispatches_by_reference on dispatches (left(reference, 14)) where reference is not null;
-- What a partner was given, as it reads it.
create index dispatches_of_partner on dispatches (partner_id, started_at, instruction_id);

-- Source: docs/GAPS.md#P4
create table partner_reports (
  id text primary key,
  instruction_id text not null references payment_instructions (id),
  partner_id text not null references partners (id),
  kind text not null check (kind in ('status', 'settlement', 'inquiry', 'cancellation')),
  -- Of what is said, so that a repetition is known, and of the body, so that a contradiction is.
  dedupe_key text not null,
  body_hash text not null,
  status text not null,
  effective_at timestamptz not null,
  partner_reference text,
  bank_reference text,
  message text,
  -- Of ISO 20022, or the partner's own. Source: docs/GAPS.md#reasons
  reason_code text,
  returned_amount numeric check (returned_amount > 0),
  returned_currency text,
  -- The report as it came.
  evidence_sealed bytea,
  disposition text not null,
  previous_status text not null,
  resulting_status text not null,
  request_id text,
  recorded_at timestamptz not null,
  flagged_at timestamptz,
  constraint partner_reports_returned check ((returned_amount is null) = (returned_currency is null))
);
create unique index partner_reports_dedupe on partner_reports (instruction_id, partner_id, kind, dedupe_key);
-- What a partner reported, as it reads it.
create index partner_reports_of_partner on partner_reports (partner_id, id);
-- Rules of banks are learned from what they reject. Source: docs/GAPS.md#P23
create index partner_reports_refusing on partner_reports (partner_id, id desc)
  where status = 'failed' and reason_code is not null;
create index partner_reports_not_applied on partner_reports (partner_id, disposition, id desc) where disposition <> 'applied';
create index partner_reports_overdue on partner_reports (recorded_at, id)
  where disposition = 'waiting' and flagged_at is null;

-- Reports about instructions that Corridor does not have, or did not give to that partner as far as it knows: after a
-- fail-over that lost commits they are what shows which payments are under way. Source: docs/GAPS.md#P4
create table unmatched_reports (
  id text primary key,
  partner_id text not null references partners (id),
  instruction_id text not null,
  kind text not null check (kind in ('status', 'settlement')),
  body_hash text not null,
  evidence_sealed bytea not null,
  count integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  unique (partner_id, instruction_id, kind, body_hash)
);
create index on unmatched_reports (last_at);

create table settlements (
  instruction_id text primary key references payment_instructions (id),
  report_id text not null,
  body_hash text not null,
  confirmed_at timestamptz not null,
  confirmation jsonb not null,
  reconciliation jsonb not null,
  -- Whether the bank's books say so, which the partner may confirm. Source: docs/GAPS.md#P25
  is_booked boolean not null default false,
  recorded_at timestamptz not null
);

-- What two sides say differently. One is open per payment and kind, with a counter, so that no partner can bury a case
-- under copies of another. Source: docs/GAPS.md#P5
create table reconciliation_cases (
  id text primary key,
  instruction_id text not null references payment_instructions (id),
  kind text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  report_id text not null,
  detail jsonb not null,
  created_at timestamptz not null,
  count integer not null default 1 check (count > 0),
  last_report_id text not null,
  last_detail jsonb not null,
  last_seen_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  close_reason text
);
create unique index reconciliation_cases_one_open on reconciliation_cases (instruction_id, kind) where state = 'open';
create index on reconciliation_cases (instruction_id);
create index on reconciliation_cases (state, created_at);
create index reconciliation_cases_created on reconciliation_cases (created_at);
create index reconciliation_cases_open on reconciliation_cases (id) where state = 'open';
create index reconciliation_cases_to_stop on reconciliation_cases (last_seen_at)
  where state = 'open' and kind in ('partner_continues', 'given_up', 'earlier_partner');

-- What the banks of partners booked: references and figures, and what each entry says of the payment that its references
-- name. An entry without a verdict has not been compared yet. Source: docs/GAPS.md#statements
create table payment_statements (
  id text primary key,
  partner_id text not null references partners (id),
  file_hash text not null,
  message text not null,
  message_id text not null,
  -- Balances of the accounts, as the bank states them.
  balances jsonb not null default '[]',
  imported_at timestamptz not null default now(),
  unique (partner_id, file_hash)
);

create index payment_statements_of_partner on payment_statements (partner_id, id desc);

create table statement_entries (
  statement_id text not null references payment_statements (id),
  position integer not null,
  entry jsonb not null,
  -- Also of a payment in the archive, so without a foreign key.
  instruction_id text,
  verdict text check (verdict in ('confirmed', 'contradicted', 'not_booked', 'unmatched')),
  -- Hashes of the references of the payee that the entry carries; empty once it has its verdict.
  payee_references text[],
  -- Whether the payee's reference alone matched it with its payment.
  by_payee_reference boolean not null default false,
  primary key (statement_id, position)
);
create index statement_entries_instruction on statement_entries (instruction_id) where instruction_id is not null;
-- By which the erasure of a payment finds the entries without a verdict that carry its reference.
create index statement_entries_payee_references on statement_entries using gin (payee_references)
  where payee_references is not null;
