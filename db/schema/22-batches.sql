-- Payments that were sent together. What is asked for stands sealed in a row until its payment is made, refused or
-- cancelled; then the row keeps no personal data. The counters move with the rows, in the same statements.
-- Source: docs/GAPS.md#P18
create table payment_batches (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  request_id text not null,
  name text,
  mode text not null check (mode in ('all_or_nothing', 'valid_only')),
  is_strict boolean not null,
  -- The member who sent it, and approves none of its payments. Source: docs/GAPS.md#P17
  member_id text,
  -- Of the request that sent it: one batch per key for ever. Source: docs/GAPS.md#P6
  idempotency_key text,
  idempotency_hash bytea,
  -- SHA-256 of the initiating party and the MsgId of a pain.001: one batch per message for ever. Source: docs/GAPS.md#P18
  message_hash bytea,
  -- Buckets of the key that sent it: {plan, endpoint, limits}.
  pace jsonb not null,
  status text not null default 'making' check (status in ('making', 'completed', 'deciding', 'cancelling', 'cancelled')),
  -- Who cancelled it, for the audit log: {actor, requestId, reason}.
  cancelled_by jsonb,
  -- Where all of its payments need approvals: {hash, needed, expiresAt, payments, totals}.
  approval jsonb,
  total integer not null check (total > 0),
  made integer not null default 0,
  refused integer not null default 0,
  cancelled integer not null default 0,
  -- Rows that could not be made for a fault of the service; a retry makes them.
  failed integer not null default 0,
  created_at timestamptz not null,
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  check (made + refused + cancelled + failed <= total),
  check ((status in ('completed', 'cancelled')) = (finished_at is not null)),
  -- Since the status is part of a key, Postgres locks a row whose status changes against `for key share` too. What depends
  -- on the status (the insert of a payment, the beginning of a dispatch) takes that lock, which no other change waits for.
  unique (id, status)
);
create unique index payment_batches_idempotency_key
  on payment_batches (account_id, environment, idempotency_key) where idempotency_key is not null;
create unique index payment_batches_message
  on payment_batches (account_id, environment, message_hash) where message_hash is not null;
create index on payment_batches (account_id, environment, id desc);
create index payment_batches_open on payment_batches (worked_at, id) where status in ('making', 'deciding', 'cancelling');
create index payment_batches_approved_as_one on payment_batches (account_id, environment, worked_at)
  where approval is not null;

create table payment_batch_rows (
  -- Batch and place in it, of five digits: the key of its payment too.
  id text collate "C" primary key,
  batch_id text not null references payment_batches (id),
  state text not null check (state in ('waiting', 'making', 'made', 'refused', 'cancelled', 'failed')),
  body_sealed bytea,
  faults jsonb not null default '[]',
  -- How often it could not be made.
  tries integer not null default 0,
  instruction_id text,
  -- A failed row keeps its body for a retry, until its batch is cancelled.
  check (state = 'failed' or (state in ('waiting', 'making')) = (body_sealed is not null)),
  check ((state = 'made') = (instruction_id is not null))
);
create index payment_batch_rows_by_state on payment_batch_rows (batch_id, state, id);
create index payment_batch_rows_in_hand on payment_batch_rows (batch_id, tries, id) where state = 'making';

-- What a member has decided about a batch, which becomes that member's decision about each of its payments.
-- Source: docs/GAPS.md#P18
create table payment_batch_approvals (
  batch_id text not null references payment_batches (id),
  member_id text not null,
  decision text not null check (decision in ('approve', 'reject')),
  comment text,
  actor text not null,
  request_id text,
  decided_at timestamptz not null default now(),
  -- The last row whose payment it was taken to.
  reached text collate "C",
  done_at timestamptz,
  primary key (batch_id, member_id)
);
