-- Instructions and what explains their status. Only db/payments/instruction/change-payment.ts changes one.
create table payment_instructions (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  request_id text not null,
  -- One payment per key for ever. Source: docs/GAPS.md#P6
  idempotency_key text,
  idempotency_hash bytea,

  -- What the client instructed.
  -- By its beginning, too, which only this collation finds in an index.
  client_reference text collate "C",
  -- How many payments of its chain had that reference before: who instructs one again may keep it. Source: docs/GAPS.md#P26
  reference_use integer not null default 0,
  amount numeric not null check (amount > 0),
  currency text not null,
  beneficiary_country text not null,
  -- The saved payee that it was made from, and the version of its bank details. Source: docs/GAPS.md#P16
  beneficiary_id text,
  beneficiary_version integer,
  purpose_code text not null,
  -- Of ISO 20022; empty for a payment from before it was kept. Source: docs/GAPS.md#P2
  charge_bearer text,
  -- Whatever names a person; empty once it was erased. Source: docs/GAPS.md#erasure
  private_sealed bytea,
  requested_route jsonb not null,
  value_date date,
  quote_id text,
  resubmission_of text references payment_instructions (id),
  resubmitted_as text,
  -- Keyed hash of `remittance.reference`, by which bookings find a payment that they name by no reference of ours; empty once
  -- the payment was erased. Source: docs/GAPS.md#statements
  payee_reference_hash text,
  -- The same of the payee's name, by which lists find payments. Source: docs/GAPS.md#P26
  payee_name_hash text,
  -- The batch that it was made from, whose cancellation keeps it from leaving. Source: docs/GAPS.md#P18
  batch_id text,
  -- The reference by which banks on the way know a payment; an account uses one once. Source: docs/GAPS.md#uetr
  uetr text not null,

  -- The route that it goes by, and what was promised of it.
  partner_id text not null,
  partner_name text not null,
  route_id text not null,
  channel text not null,
  timeline text not null,
  route_reasons jsonb not null,
  fee_estimated numeric not null,
  fee_breakdown jsonb not null,
  expected_date date not null,
  date_explanation jsonb not null,
  -- Dates that were promised before, the oldest first. Source: docs/GAPS.md#P12
  date_history jsonb not null default '[]',

  -- What keeps it, and what people and banks say of it.
  release_at timestamptz,
  compliance_hold jsonb check (compliance_hold ->> 'state' in ('review', 'released', 'rejected')),
  -- Lists, blocked countries and algorithm of its newest receipt. Source: docs/GAPS.md#P13
  screened_with text,
  -- What is known elsewhere against this row, until a person has decided. Source: docs/GAPS.md#P21
  contradiction jsonb check (contradiction ->> 'state' in ('open', 'decided')),
  -- What a compliance review asked, and when; the words are in information_words. Source: docs/GAPS.md#information
  information jsonb check (jsonb_typeof(information) = 'array'),
  -- The approvals of members that it needs, and those given. Source: docs/GAPS.md#P17
  approval jsonb,
  -- What it waits for, with what was known of that when it changed last. Source: docs/GAPS.md#P27
  conditions jsonb check (jsonb_typeof(conditions -> 'items') = 'array'),
  -- What the payee's bank says of the name, and what was decided about it; a suggested name is in information_words.
  -- Source: docs/GAPS.md#P24
  payee_check jsonb check (payee_check ->> 'decision' in ('pending', 'released', 'withdrawn')),
  cancellation jsonb,
  recall jsonb check (recall ->> 'status' in ('requested', 'refused', 'returned')),
  returned jsonb,
  -- What banks have booked about it, each once, whatever number of messages has it. Source: docs/GAPS.md#P22
  bookings jsonb check (jsonb_typeof(bookings) = 'array'),
  -- What these say beside its partner's word; empty while no booking has named it. Source: docs/GAPS.md#P25
  proof jsonb check (proof ->> 'state' in ('proved', 'contradicted', 'overdue')),
  -- What an operator decided last, so that the same words are answered the same.
  operator_decision jsonb,
  submitted_at timestamptz not null,
  erased_at timestamptz,

  -- Where it stands. What nearly every change moves is at the end of the row: of an update within a page Postgres logs what
  -- lies behind the part that stays.
  -- Each change moves the version, and is made only where nobody else has made one. Source: docs/GAPS.md#P7
  version integer not null default 0,
  event_sequence integer not null default 0,
  status text not null default 'pending',
  waiting_reason text,
  waiting_since timestamptz,
  partner_reference text,
  bank_reference text,
  dispatched_at timestamptz,
  settled_at timestamptz,
  last_updated_at timestamptz not null,
  -- When the last change that a client can see was written: after its transaction has its number, so that no change which is
  -- still invisible is older than what `oldest_writer` lets a list show. Source: docs/GAPS.md#P26
  changed_at timestamptz not null default case when pg_current_xact_id() is not null then clock_timestamp() end,
  -- Indexes have these in place of the status and `changed_at`: while its partner has the payment, two changes in the same
  -- period of ten seconds write no index entry. Lists sort what changed within a period as they are read.
  stage text not null generated always as (
    case when status in ('submitted', 'accepted', 'processing') then 'sent' else status end) stored,
  changed_period timestamptz not null generated always as (
    date_bin('10 seconds', changed_at, timestamptz 'epoch')) stored,

  -- A payment goes where its own side goes. Source: docs/GAPS.md#A4
  foreign key (partner_id, environment) references partners (id, environment),
  foreign key (route_id, environment) references routes (id, environment),
  constraint payment_instructions_private_until_erased check (private_sealed is not null or erased_at is not null),
  constraint payment_instructions_erased_with_outcome
    check (erased_at is null or status in ('settled', 'failed', 'cancelled', 'returned'))
)
-- Half of each page stays free: a payment changes five times within moments. In another page each change would be logged as
-- a whole row, and the begin of a dispatch, which changes no indexed column, would write to all indexes.
with (fillfactor = 50);

-- What may exist once.
create unique index payment_instructions_idempotency_key
  on payment_instructions (account_id, environment, idempotency_key) where idempotency_key is not null;
create unique index payment_instructions_client_reference
  on payment_instructions (account_id, environment, client_reference, reference_use) where client_reference is not null;
create unique index payment_instructions_uetr on payment_instructions (uetr, account_id, environment);
create unique index payment_instructions_quote on payment_instructions (quote_id) where quote_id is not null;
create unique index payment_instructions_resubmission_of
  on payment_instructions (resubmission_of) where resubmission_of is not null;

-- Lists of an account: the newest; by stage or currency, however rare it is; what changed since; what ended badly.
create index payment_instructions_newest on payment_instructions (account_id, environment, id);
create index payment_instructions_by_stage on payment_instructions (account_id, environment, stage, id);
create index payment_instructions_by_currency on payment_instructions (account_id, environment, currency, id);
create index payment_instructions_changed on payment_instructions (account_id, environment, changed_period);
create index payment_instructions_by_payee on payment_instructions (account_id, environment, payee_name_hash, id)
  where payee_name_hash is not null;
create index payment_instructions_by_beneficiary on payment_instructions (account_id, environment, beneficiary_id, id)
  where beneficiary_id is not null;
create index payment_instructions_ended_badly on payment_instructions (account_id, environment, changed_period)
  where stage in ('failed', 'returned');

-- References that people have in hand.
create index payment_instructions_partner_reference
  on payment_instructions (partner_reference) where partner_reference is not null;
create index payment_instructions_bank_reference
  on payment_instructions (bank_reference) where bank_reference is not null;
create index payment_instructions_payee_reference on payment_instructions (payee_reference_hash, amount)
  where payee_reference_hash is not null;

-- What a partner was to settle, and settled, on a day. Source: docs/GAPS.md#settlements
create index payment_instructions_expected on payment_instructions (partner_id, expected_date);
create index payment_instructions_settled on payment_instructions (partner_id, settled_at) where settled_at is not null;

-- What lists of operators and recurring tasks look for, however much lies around it.
create index payment_instructions_open_by_id on payment_instructions (id) where stage in ('pending', 'sent');
create index payment_instructions_open_by_change on payment_instructions (stage, changed_period)
  where stage in ('pending', 'sent');
create index payment_instructions_pending_at on payment_instructions (partner_id, id) where stage = 'pending';
create index payment_instructions_waiting on payment_instructions (waiting_reason, id, partner_id)
  where stage = 'pending' and waiting_reason is not null;
create index payment_instructions_to_cancel on payment_instructions (changed_period, id)
  where stage in ('pending', 'sent') and cancellation ->> 'status' = 'requested';
create index payment_instructions_payee_decisions on payment_instructions (id)
  where payee_check ->> 'decision' = 'pending';
-- What waits for members of an account. Source: docs/GAPS.md#decisions
create index payment_instructions_decisions on payment_instructions (account_id, environment, id)
  where stage in ('pending', 'sent') and (approval ->> 'state' = 'waiting'
    or payee_check ->> 'decision' = 'pending' or information @> '[{"answeredAt": null}]');
-- Payments that wait for a shipment, a document or another payment.
create index payment_instructions_conditions on payment_instructions using gin ((conditions -> 'subjects'))
  where stage = 'pending' and conditions is not null;
create index payment_instructions_approval_hash on payment_instructions (account_id, environment, (approval ->> 'hash'))
  where approval is not null;
create index payment_instructions_recalled on payment_instructions (id)
  where recall ->> 'status' = 'requested' and stage = 'settled';

create table status_history (
  id bigint generated always as identity,
  instruction_id text not null references payment_instructions (id),
  status text not null,
  message text,
  -- Of ISO 20022, or the partner's own. Source: docs/GAPS.md#reasons
  reason_code text,
  report_id text,
  effective_at timestamptz not null,
  -- The order in which entries are shown: by this, then by the place of the status in the life of a payment.
  sort_at timestamptz not null,
  rank smallint not null,
  recorded_at timestamptz not null,
  primary key (instruction_id, sort_at, rank, id)
);

-- Terms that a preview has promised for some minutes. Source: docs/GAPS.md#quotes
create table payment_quotes (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  facts jsonb not null,
  route_id text not null references routes (id),
  timeline text not null,
  route_reasons jsonb not null,
  fee_minor bigint not null,
  fee_breakdown jsonb not null,
  expected_date date not null,
  expires_at timestamptz not null
);
create index payment_quotes_expires on payment_quotes (expires_at);

-- Links by which anybody who was given one sees where a payment stands; at most one of a payment works at a time.
-- Source: docs/GAPS.md#tracking-link
create table tracking_links (
  id text primary key,
  instruction_id text not null references payment_instructions (id),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index tracking_links_open on tracking_links (instruction_id) where revoked_at is null;
-- By which the links move to the archive with their payment.
create index tracking_links_instruction on tracking_links (instruction_id);

-- The words of what a compliance review asked and the client answered, and names that banks suggest, until they are erased.
-- Source: docs/GAPS.md#information, docs/GAPS.md#P24
create table information_words (
  id text primary key,
  instruction_id text not null references payment_instructions (id),
  question_sealed bytea,
  answer_sealed bytea
);
create index on information_words (instruction_id);

-- The amount of a payment, which filters of webhooks may name. As a function of its own it is planned by who calls it:
-- every statement that writes an event has the filters, and few subscriptions ask for amounts. Source: docs/GAPS.md#W13
create function amount_of_payment(instruction text) returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object('amount', i.amount, 'currency', i.currency)
    from payment_instructions i where i.id = instruction);
end $$;
