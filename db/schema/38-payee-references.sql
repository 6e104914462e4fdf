-- Keyed hash of `remittance.reference`, by which bookings find a payment that they name by no reference of ours; empty once the
-- payment was erased, and for one from before it was kept. Source: docs/GAPS.md#statements
alter table payment_instructions add column if not exists payee_reference_hash text;
create index if not exists payment_instructions_payee_reference on payment_instructions (payee_reference_hash, amount)
  where payee_reference_hash is not null;
-- Hashes of the references of the payee that an entry carries; empty once it has its verdict.
alter table statement_entries add column if not exists payee_references text[];
-- By which the erasure of a payment finds the entries without a verdict that carry its reference.
create index if not exists statement_entries_payee_references on statement_entries using gin (payee_references)
  where payee_references is not null;
-- Whether the payee's reference alone matched it with its payment.
alter table statement_entries add column if not exists by_payee_reference boolean not null default false;
select follow_in_archive();
