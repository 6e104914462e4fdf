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
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        case a.attgenerated when 's' then ' generated always as (' || source.text || ') stored'
          else ' default ' || source.text end as source
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      cross join lateral (select pg_get_expr(d.adbin, d.adrelid) as text) source
      where a.attrelid = format('public.%I', moved)::regclass and a.attnum > 0 and not a.attisdropped and not exists (
        select from pg_attribute b where b.attrelid = format('archive.%I', moved)::regclass
          and b.attname = a.attname and b.attgenerated = a.attgenerated and not b.attisdropped)
      order by a.attnum
    loop
      execute format('alter table archive.%1$I drop column if exists %2$I, add column %2$I %3$s%4$s', moved, missing.name,
        missing.type, missing.source);
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
create index on archive.payment_instructions (partner_reference) where partner_reference is not null;
create index on archive.payment_instructions (bank_reference) where bank_reference is not null;
create index on archive.payment_instructions (quote_id) where quote_id is not null;
create index on archive.payment_instructions (resubmission_of) where resubmission_of is not null;
create index on archive.status_history (instruction_id);
create index on archive.tracking_links (instruction_id);
create index on archive.tracking_links (id);
create index on archive.information_words (instruction_id);
create index on archive.information_words (id);
create index on archive.dispatches (instruction_id);
create index on archive.dispatches (left(reference, 14)) where reference is not null;
create index on archive.partner_reports (instruction_id);
create index on archive.partner_reports (id);
create index on archive.settlements (instruction_id);
create index on archive.reconciliation_cases (instruction_id);
create index on archive.screenings (instruction_id);
create index on archive.screenings (id);
create index on archive.clearances (instruction_id);

-- Keys and references that payments use, wherever the payment is: the one look-up for whether one is free.
create view used_marks as
  select false as is_archived, id, account_id, environment, idempotency_key, idempotency_hash, client_reference, uetr,
    quote_id, resubmission_of from public.payment_instructions
  union all
  select true, id, account_id, environment, idempotency_key, idempotency_hash, client_reference, uetr, quote_id,
    resubmission_of from archive.payment_instructions;

-- One payment per key and reference for ever, also where the first one is in the archive. After the row is in its indexes:
-- one that is being moved at this moment holds the same key there until it is in the archive for all to see. As its owner:
-- a process of the release before has no rights in the archive.
create function refuse_archived_key() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if exists (select from public.used_marks u where u.is_archived and u.account_id = new.account_id
      and u.environment = new.environment and u.idempotency_key = new.idempotency_key)
    or exists (select from public.used_marks u where u.is_archived and u.account_id = new.account_id
      and u.environment = new.environment and u.client_reference = new.client_reference and new.reference_use = 0)
    or exists (select from public.used_marks u where u.is_archived and u.uetr = new.uetr
      and u.account_id = new.account_id and u.environment = new.environment)
    or exists (select from public.used_marks u where u.is_archived and u.resubmission_of = new.resubmission_of)
  then
    raise exception 'payment % uses a key or a reference of an archived payment', new.id
      using errcode = 'unique_violation', constraint = 'payment_instructions_archived';
  end if;
  return null;
end $$;
create trigger payment_archived_key after insert on payment_instructions
  for each row execute function refuse_archived_key();

-- Moves payments, with everything that refers to them, in one statement: each is in one of the two places at any moment, and
-- none is in both. As the owner: a process may not delete what it must never lose. `chosen` is SQL of the ids, locked.
create function move_payments(source text, target text, chosen text, variadic given text[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parts text;
  moved integer;
begin
  select string_agg(format(
    'gone_%1$s as (delete from %2$I.%1$I where %3$s = any(array(select id from chosen)) returning %5$s),
     kept_%1$s as (insert into %4$I.%1$I (%5$s) overriding system value select %5$s from gone_%1$s)',
    c.relname, source, case c.relname when 'payment_instructions' then 'id' else 'instruction_id' end, target, a.names), ', ')
  into parts
  from pg_class c cross join lateral (
    select string_agg(quote_ident(attname), ', ' order by attnum) as names
    from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') a
  where c.relnamespace = 'public'::regnamespace and c.relname = any(archived_tables());
  execute format('with recursive %s, %s select count(*)::integer from gone_payment_instructions', chosen, parts)
    into moved using given;
  return moved;
end $$;

-- Archives those of the payments from `place`, exclusive, to `last` that ended long ago, so many whole months without a
-- change. Work that stands open about a payment keeps it, and so does a payment that instructs it again. Where a row is added
-- at this moment that refers to one of them, Postgres refuses the whole page, and the next run meets it again.
create function archive_payments(place text, last text, months integer) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  select move_payments('public', 'archive', $chosen$chosen as materialized (
    select i.id from payment_instructions i
    where i.id > $1[1] and i.id <= $1[2] and i.last_updated_at < now() - make_interval(months => greatest($1[3]::integer, 0))
      and i.status in ('settled', 'failed', 'cancelled', 'returned')
      and i.cancellation ->> 'status' is distinct from 'requested' and i.recall ->> 'status' is distinct from 'requested'
      and not exists (select from dispatches d where d.instruction_id = i.id and d.state in ('sending', 'unknown'))
      and not exists (select from reconciliation_cases c where c.instruction_id = i.id and c.state = 'open')
      and not exists (select from operator_flags f where f.subject = i.id and f.cleared_at is null)
      and not exists (select from clearances c where c.instruction_id = i.id and c.revoked_at is null
        and c.expires_at > now())
      and not exists (select from payment_instructions r where r.resubmission_of = i.id)
    order by i.id for no key update of i skip locked)$chosen$, place, last, months::text)
$$;

-- Brings back the payment, those that it instructs again, and those that instruct it again.
create function bring_back_payment(payment text) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  select move_payments('archive', 'public', $chosen$
    line as (
      select id, resubmission_of from archive.payment_instructions where id = $1[1]
      union
      select i.id, i.resubmission_of from line l join archive.payment_instructions i
        on i.id = l.resubmission_of or i.resubmission_of = l.id),
    chosen as materialized (
      select id from archive.payment_instructions where id in (select id from line) order by id for update)$chosen$, payment)
$$;
revoke execute on function move_payments, archive_payments, bring_back_payment from public;
