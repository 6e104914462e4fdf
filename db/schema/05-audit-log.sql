-- Who did what, which cannot be written anew: each entry is followed by a link whose hash covers the entry and the link
-- before it. Source: docs/GAPS.md#A3
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  subject text not null,
  account_id text,
  request_id text,
  detail jsonb not null default '{}'
);
create index on audit_log (account_id, id desc);
create index on audit_log (subject, id desc);

create table audit_chain (
  position bigint generated always as identity primary key,
  entry_id bigint not null unique references audit_log (id),
  hash bytea not null
);

create function audit_entry_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.act, entry.subject,
    entry.account_id, entry.request_id, entry.detail)::text
$$;

-- The link is made when the transaction commits: the lock that gives links their order is held for the moment of the
-- commit alone, by somebody who waits for nothing else. As the owner: no process adds a link of its own.
create function link_audit_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('corridor audit chain'));
  insert into audit_chain (entry_id, hash)
  select new.id, sha256(
    coalesce((select hash from audit_chain order by position desc limit 1), ''::bytea)
    || convert_to(audit_entry_text(new), 'UTF8'));
  return null;
end $$;
create constraint trigger audit_log_linked after insert on audit_log
  deferrable initially deferred for each row execute function link_audit_entry();

-- A process that lets nobody in speaks for the service, whose names have no colon. It names a person only where it carries out
-- what that person has ordered, a bulk decision or an act on the batch of the payment, of which the process that took the order
-- has an entry; and only as the act that was ordered.
create function check_audit_actor() returns trigger language plpgsql as $$
begin
  if position(':' in new.actor) = 0 or new.actor like 'worker:%' or has_table_privilege('logins', 'insert')
    or exists (select from bulk_decisions b where b.id = new.detail -> 'by' ->> 'bulkDecision' and b.status = 'running'
      and b.decided_by ->> 'id' = new.actor and new.act = any(case b.decision
        when 'release' then array['payment.screening_released', 'payment.screening_release_proposed']
        when 'reject' then array['payment.screening_rejected']
        else array['payment.decided'] end)
      and exists (select from bulk_decision_payments p where p.bulk_decision_id = b.id and p.instruction_id = new.subject))
    or exists (select from payment_instructions i
      join payment_batch_rows r on r.id = i.idempotency_key and r.instruction_id = i.id
      join audit_log l on l.subject = r.batch_id and l.actor = new.actor where i.id = new.subject
        and (l.act, new.act) in (('payment_batch.approved', 'payment.approved'),
          ('payment_batch.approval_rejected', 'payment.approval_rejected'),
          -- A rejection cancels what waits for no approval any more.
          ('payment_batch.approval_rejected', 'payment.cancellation_requested'),
          ('payment_batch.cancelled', 'payment.cancellation_requested')))
  then
    return new;
  end if;
  raise exception 'this role may not write to the audit log as %', new.actor using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_actor before insert on audit_log for each row execute function check_audit_actor();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are only ever added';
end $$;
create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_chain_kept before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();

-- How far the log was sent to the sink of the settings, by links; the row is there from the first look on. One process sends
-- at a time. Source: docs/GAPS.md#audit-stream
create table audit_stream (
  singleton boolean primary key default true check (singleton),
  position bigint not null default 0,
  holder text,
  held_until timestamptz not null default '-infinity'
);
