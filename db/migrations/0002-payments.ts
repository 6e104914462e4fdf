import type { Knex } from 'knex';

/** Instructions and everything that explains their status. Only recordTransition changes a status. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table payment_instructions (
      id text primary key,
      account_id text not null references accounts (id),
      request_id text not null,
      status text not null default 'pending',
      version integer not null default 0,
      event_sequence integer not null default 0,
      client_reference text,
      amount numeric not null check (amount > 0),
      currency text not null,
      beneficiary_country text not null,
      purpose_code text not null,
      private_sealed bytea not null,
      requested_route jsonb not null,
      value_date date,
      release_at timestamptz,
      partner_id text not null references partners (id),
      partner_name text not null,
      route_id text not null references routes (id),
      channel text not null,
      timeline text not null,
      route_reasons jsonb not null,
      expected_date date not null,
      date_explanation jsonb not null,
      fee_estimated numeric not null,
      fee_breakdown jsonb not null,
      partner_reference text,
      waiting_reason text,
      cancellation jsonb,
      submitted_at timestamptz not null,
      dispatched_at timestamptz,
      settled_at timestamptz,
      last_updated_at timestamptz not null
    );
    create unique index payment_instructions_client_reference
      on payment_instructions (account_id, client_reference) where client_reference is not null;
    create index on payment_instructions (account_id, id desc);
    create index on payment_instructions (account_id, submitted_at desc);

    create table status_history (
      id bigint generated always as identity primary key,
      instruction_id text not null references payment_instructions (id),
      status text not null,
      effective_at timestamptz not null,
      sort_at timestamptz not null,
      rank smallint not null,
      message text,
      report_id text,
      recorded_at timestamptz not null
    );
    create index on status_history (instruction_id, sort_at, rank, id);

    create table dispatches (
      instruction_id text not null references payment_instructions (id),
      attempt integer not null,
      partner_id text not null references partners (id),
      route_id text not null references routes (id),
      state text not null check (state in ('sending', 'delivered', 'rejected', 'not_delivered', 'unknown')),
      sends integer not null default 1,
      partner_reference text,
      fault text,
      started_at timestamptz not null,
      finished_at timestamptz,
      primary key (instruction_id, attempt)
    );

    create table partner_reports (
      id text primary key,
      instruction_id text not null references payment_instructions (id),
      partner_id text not null references partners (id),
      kind text not null check (kind in ('status', 'settlement', 'cancellation')),
      dedupe_key text not null,
      body_hash text not null,
      status text not null,
      effective_at timestamptz not null,
      partner_reference text,
      message text,
      bank_reference text,
      disposition text not null,
      previous_status text not null,
      resulting_status text not null,
      request_id text,
      recorded_at timestamptz not null,
      flagged_at timestamptz
    );
    create unique index partner_reports_dedupe on partner_reports (instruction_id, partner_id, kind, dedupe_key);
    create index on partner_reports (instruction_id, recorded_at);

    create table settlements (
      instruction_id text primary key references payment_instructions (id),
      report_id text not null,
      body_hash text not null,
      confirmed_at timestamptz not null,
      confirmation jsonb not null,
      reconciliation jsonb not null,
      recorded_at timestamptz not null
    );

    create table reconciliation_cases (
      id text primary key,
      instruction_id text not null references payment_instructions (id),
      report_id text not null,
      kind text not null,
      detail jsonb not null,
      state text not null default 'open' check (state in ('open', 'closed')),
      created_at timestamptz not null
    );
    create index on reconciliation_cases (instruction_id);
    create index on reconciliation_cases (state, created_at);

    create table operator_flags (
      id bigint generated always as identity primary key,
      subject text not null,
      kind text not null,
      detail jsonb not null default '{}',
      created_at timestamptz not null default now(),
      cleared_at timestamptz
    );
    create unique index on operator_flags (subject, kind) where cleared_at is null;
  `);
}
