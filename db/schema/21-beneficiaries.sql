-- Payees that an account keeps. A deleted or erased one is a row without what names it, so that payments that were made
-- from it still know whether they are held. Source: docs/GAPS.md#P16
create table beneficiaries (
  id text primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  request_id text not null,
  -- Label, name, bank account and whatever else names a person; empty once it was deleted or erased.
  private_sealed bytea,
  -- Of its newest change of bank details: those before it, which were confirmed or old enough, and whom a member asked.
  change_sealed bytea,
  -- Of the bank details: the newest row of beneficiary_versions.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((private_sealed is null) = (deleted_at is not null)),
  check (change_sealed is null or deleted_at is null)
);
create index on beneficiaries (account_id, environment, id desc) where deleted_at is null;
create index beneficiaries_changed on beneficiaries (updated_at) where change_sealed is not null;

-- Who changed bank details and who confirmed the change. Payments to a version are held until `held_until`, unless it is
-- confirmed before; the first version holds nothing.
create table beneficiary_versions (
  beneficiary_id text not null references beneficiaries (id),
  version integer not null,
  -- As the audit log names actors.
  changed_by text not null,
  changed_at timestamptz not null,
  held_until timestamptz,
  confirmed_by text,
  confirmed_at timestamptz,
  primary key (beneficiary_id, version),
  check ((confirmed_by is null) = (confirmed_at is null))
);

-- Changes that are to be confirmed.
create index beneficiary_versions_held on beneficiary_versions (held_until)
  where confirmed_at is null and held_until is not null;

-- Receipts of the screenings of saved payees; ids are in the order of time.
create table beneficiary_screenings (
  beneficiary_id text not null references beneficiaries (id),
  screening_id text not null references screenings (id),
  primary key (beneficiary_id, screening_id)
);
