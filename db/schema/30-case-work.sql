-- What operators note about a payment, for each other; its account never sees it. The text is empty once the payment was
-- erased. Source: docs/GAPS.md#case-work
create table payment_notes (
  id text collate "C" primary key,
  instruction_id text not null references payment_instructions (id),
  -- As the audit log names actors.
  author text not null,
  created_at timestamptz not null default now(),
  note_sealed bytea
);
create index on payment_notes (instruction_id, id);

-- The operator who works on a payment. It allows and forbids nothing.
create table payment_assignments (
  instruction_id text primary key references payment_instructions (id),
  user_id text not null references users (id),
  assigned_at timestamptz not null default now()
);
create index on payment_assignments (user_id, instruction_id);

-- Both move to the archive with their payment.
create or replace function archived_tables() returns text[] language sql immutable as $$
  select array['payment_instructions', 'status_history', 'tracking_links', 'information_words', 'dispatches',
    'partner_reports', 'settlements', 'reconciliation_cases', 'screenings', 'clearances', 'payment_notes',
    'payment_assignments']
$$;
select follow_in_archive();
create index on archive.payment_notes (instruction_id);
create index on archive.payment_notes (id);
create index on archive.payment_assignments (instruction_id);
