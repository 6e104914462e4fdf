-- Payments that ended long ago, moved out of the tables that are searched and counted. Each table of the archive has the
-- columns of the one that it is named after; `corridor migrate` adds those that are new. Source: docs/GAPS.md#archive
create schema archive;

-- What refers to a payment, and moves with it.
create function archived_tables() returns text[] language sql immutable as $$
  select array['payment_instructions', 'status_history', 'tracking_links', 'information_words', 'dispatches',
    'partner_reports', 'settlements', 'reconciliation_cases', 'screenings', 'clearances']
$$;

create function follow_in_archive() returns void language plpgsql as $$
declare
  moved text;
  missing record;
begin
  foreach moved in array archived_tables() loop
    execute format('create table if not exists archive.%1$I as select * from public.%1$I with no data', moved);
    for missing in
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as value
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = format('public.%I', moved)::regclass and a.attnum > 0 and not a.attisdropped and not exists (
        select from pg_attribute b where b.attrelid = format('archive.%I', moved)::regclass
          and b.attname = a.attname and not b.attisdropped)
      order by a.attnum
    loop
      execute format('alter table archive.%I add column %I %s%s', moved, missing.name, missing.type,
        ' default ' || missing.value);
    end loop;
  end loop;
end $$;
select follow_in_archive();

-- By id, and by what may exist once.
create unique index on archive.payment_instructions (id);
create index on archive.payment_instructions (account_id, environment, id desc);
create index on archive.payment_instructions (account_id, environment, idempotency_key) where idempotency_key is not null;
create index on archive.payment_instructions (account_id, environment, client_reference)
  where client_reference is not null;
create index on archive.payment_instructions (uetr, account_id, environment);
create index on archive.payment_instructions (resubmission_of) where resubmission_of is not null;
create index on archive.status_history (instruction_id);
create index on archive.tracking_links (instruction_id);
create index on archive.tracking_links (id);
create index on archive.information_words (instruction_id);
create index on archive.information_words (id);
create index on archive.dispatches (instruction_id);
create index on archive.partner_reports (instruction_id);
create index on archive.partner_reports (id);
create index on archive.settlements (instruction_id);
create index on archive.reconciliation_cases (instruction_id);
create index on archive.screenings (instruction_id);
create index on archive.screenings (id);
create index on archive.clearances (instruction_id);

-- One payment per key and reference for ever, also where the first one is in the archive. After the row is in its indexes:
-- one that is being moved at this moment holds the same key there until it is in the archive for all to see. As its owner:
-- a process of the release before has no rights in the archive.
create function refuse_archived_key() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from archive.payment_instructions a where a.account_id = new.account_id
      and a.environment = new.environment and a.idempotency_key = new.idempotency_key)
    or exists (select from archive.payment_instructions a where a.account_id = new.account_id
      and a.environment = new.environment and a.client_reference = new.client_reference)
    or exists (select from archive.payment_instructions a where a.uetr = new.uetr
      and a.account_id = new.account_id and a.environment = new.environment)
    or exists (select from archive.payment_instructions a where a.resubmission_of = new.resubmission_of)
  then
    raise exception 'payment % uses a key or a reference of an archived payment', new.id
      using errcode = 'unique_violation', constraint = 'payment_instructions_archived';
  end if;
  return null;
end $$;
create trigger payment_archived_key after insert on payment_instructions
  for each row execute function refuse_archived_key();

-- A statement names a payment wherever it is.
alter table statement_entries drop constraint if exists statement_entries_instruction_id_fkey;
create index tracking_links_instruction on tracking_links (instruction_id);
