-- What money hangs on, which no statement of Corridor gets past. Checks that run at commit see all that the statement that
-- decided has written. Source: docs/ARCHITECTURE.md, "Invariants"

-- Whatever changes a payment moves its version, and an outcome is final but for a return.
create function check_payment_change() returns trigger language plpgsql as $$
begin
  if new.version <= old.version then
    raise exception 'payment % changed without a new version', new.id using errcode = 'CR001';
  end if;
  if old.status is distinct from new.status then
    if old.status in ('failed', 'cancelled', 'returned')
      or (old.status = 'settled' and new.status <> 'returned') or new.status = 'pending' then
      raise exception 'payment % cannot go from % to %', new.id, old.status, new.status using errcode = 'CR002';
    end if;
  end if;
  return new;
end $$;
create trigger payment_change before update on payment_instructions for each row
  when (old.status is distinct from new.status or old.cancellation is distinct from new.cancellation
    or old.event_sequence is distinct from new.event_sequence
    or old.waiting_reason is distinct from new.waiting_reason)
  execute function check_payment_change();

-- No status contradicts the dispatches.
create function check_payment_dispatch() returns trigger language plpgsql as $$
declare
  payment record;
begin
  select i.status, exists (select from dispatches where instruction_id = i.id) as is_dispatched,
      exists (select from dispatches where instruction_id = i.id
        and state in ('sending', 'unknown', 'delivered')) as is_with_partner
    into payment from payment_instructions i where i.id = new.id;
  if payment.status in ('submitted', 'accepted', 'processing', 'settled', 'returned') and not payment.is_dispatched then
    raise exception 'payment % is % without a dispatch', new.id, payment.status using errcode = 'CR003';
  end if;
  if payment.status = 'cancelled' and payment.is_with_partner and not exists (
    select from partner_reports where instruction_id = new.id and status = 'cancelled' and disposition = 'applied'
  ) then
    raise exception 'payment % is cancelled while its partner may have it', new.id using errcode = 'CR004';
  end if;
  return null;
end $$;
create constraint trigger payment_dispatch after update of status on payment_instructions
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function check_payment_dispatch();

-- Another attempt begins only where nothing of the earlier ones may have arrived, and goes where the payment goes; a pending
-- payment alone is dispatched, and none of a cancelled batch. Source: docs/GAPS.md#P10
create function check_dispatch() returns trigger language plpgsql as $$
declare
  others record;
  payment record;
  batch text;
begin
  select bool_or(attempt < new.attempt
      and not ((state = 'rejected' and sends = 1) or (state = 'not_delivered' and sends = 0))) as may_have_arrived,
      bool_or(attempt > new.attempt) as are_later
    into others from dispatches where instruction_id = new.instruction_id;
  if others.may_have_arrived then
    raise exception 'payment % may have arrived by an earlier attempt', new.instruction_id using errcode = 'CR011';
  end if;
  if others.are_later then
    raise exception 'attempt % of payment % is over', new.attempt, new.instruction_id using errcode = 'CR012';
  end if;
  -- The lock makes a change of the status in another transaction visible, or wait.
  select status, batch_id, partner_id, route_id into payment
    from payment_instructions where id = new.instruction_id for no key update;
  if (payment.partner_id, payment.route_id) is distinct from (new.partner_id, new.route_id) then
    raise exception 'payment % goes by another route', new.instruction_id using errcode = 'CR013';
  end if;
  if payment.status is distinct from 'pending' then
    raise exception 'payment % is % and cannot be dispatched', new.instruction_id, payment.status using errcode = 'CR005';
  end if;
  if payment.batch_id is not null then
    -- Excludes a change of the batch's status: see the key (id, status) in 22-batches.sql.
    select status into batch from payment_batches where id = payment.batch_id for key share;
    if batch in ('cancelling', 'cancelled') then
      raise exception 'the batch of payment % is cancelled', new.instruction_id using errcode = 'CR019';
    end if;
  end if;
  return null;
end $$;
create constraint trigger dispatch after insert or update of state on dispatches
  deferrable initially deferred for each row when (new.state = 'sending')
  execute function check_dispatch();

-- What is known of the conditions of a payment, read anew each time: since when each is met, or null, and what was found.
-- A shipment is compared once nothing of it is newer than its comparison. Source: docs/GAPS.md#P27
create function condition_facts(conditions jsonb, account text, side environment)
  returns table (place bigint, since timestamptz, found text) language plpgsql stable as $$
begin
  return query
  select c.place, fact.since, fact.found
  from jsonb_array_elements(conditions -> 'items') with ordinality as c(item, place)
  left join lateral (
    select case when c.item -> 'oneOf' ? s.status then s.status_since end as since, s.status as found
      from shipments s where c.item ->> 'type' = 'shipment_status'
        and s.id = c.item ->> 'shipmentId' and s.account_id = account and s.environment = side
    union all
    select case when compared.is_compared and not compared.is_open then greatest(s.file_changed_at, compared.decided_at) end,
        case when not compared.is_compared then 'not_compared' else 'compared' end
      from shipments s
      cross join lateral (
        select s.compared_at >= s.file_changed_at and not exists (
            select from documents d where d.account_id = account and d.shipment_id = s.id and d.environment = side
              and d.status = 'generated' and d.announced_at is null) as is_compared,
          coalesce(bool_or(coalesce(decided.status, 'open') = 'open'), false) as is_open, max(decided.decided_at) as decided_at
        from jsonb_array_elements(s.findings) finding
        left join shipment_findings decided on decided.shipment_id = s.id and decided.id = finding ->> 'id'
        where c.item -> 'oneOf' ? (finding ->> 'severity')
      ) compared
      where c.item ->> 'type' = 'no_findings'
        and s.id = c.item ->> 'shipmentId' and s.account_id = account and s.environment = side
    union all
    (select paper.since, paper.found from (
        select case when d.status = 'generated' then d.finished_at end as since, d.status as found
          from documents d where d.account_id = account and d.environment = side and d.type = c.item ->> 'documentType'
            and (c.item ->> 'documentId' is null or d.id = c.item ->> 'documentId')
            and (c.item ->> 'sha256' is null or d.sha256 = c.item ->> 'sha256')
            and (c.item ->> 'shipmentId' is null or d.shipment_id = c.item ->> 'shipmentId')
        union all
        select null, 'awaited' from shipments s where s.id = c.item ->> 'shipmentId' and s.account_id = account
          and s.environment = side and not c.item ?| array['documentId', 'sha256']
      ) paper where c.item ->> 'type' = 'document' order by paper.since, paper.found = 'failed' limit 1)
    union all
    select case when p.proof ->> 'state' = 'proved' and p.status <> 'returned' then (p.proof ->> 'at')::timestamptz end, p.status
      from payment_instructions p where c.item ->> 'type' = 'payment_proved'
        and p.id = c.item ->> 'instructionId' and p.account_id = account and p.environment = side
    union all
    select case when p.proof ->> 'state' = 'proved' and p.status <> 'returned' then (p.proof ->> 'at')::timestamptz end, p.status
      from archive.payment_instructions p where c.item ->> 'type' = 'payment_proved'
        and p.id = c.item ->> 'instructionId' and p.account_id = account and p.environment = side
    union all
    select case when moment.at <= clock_timestamp() then moment.at end, 'moment'
      from (select (c.item ->> 'at')::timestamptz as at) moment where c.item ->> 'type' = 'not_before'
  ) fact on true;
end $$;

-- Whatever keeps a payment from leaving, as `decideDispatch` decides it too; each has a code of its own.
-- Source: docs/GAPS.md#P21
create function check_leave_to_send() returns trigger language plpgsql as $$
declare
  payment record;
begin
  select id, compliance_hold, approval, contradiction, payee_check, beneficiary_id, beneficiary_version, screened_with,
      conditions, account_id, environment
    into payment from payment_instructions where id = new.instruction_id;
  -- A person must look at it. Source: docs/GAPS.md#P13
  if payment.compliance_hold ->> 'state' in ('review', 'rejected') then
    raise exception 'payment % is held by compliance', payment.id using errcode = 'CR010';
  end if;
  -- The last approval was not given. Source: docs/GAPS.md#P17
  if payment.approval ->> 'state' <> 'approved'
    or jsonb_array_length(payment.approval -> 'given') < (payment.approval ->> 'needed')::integer then
    raise exception 'payment % lacks approvals', payment.id using errcode = 'CR015';
  end if;
  if payment.contradiction ->> 'state' = 'open' then
    raise exception 'payment % is contradicted', payment.id using errcode = 'CR016';
  end if;
  -- The payee's name did not match, and the decision is open. Source: docs/GAPS.md#P24
  if payment.payee_check ->> 'decision' in ('pending', 'withdrawn') then
    raise exception 'payment % is held for its payee check', payment.id using errcode = 'CR020';
  end if;
  -- Something that it waits for is not there. Source: docs/GAPS.md#P27
  if payment.conditions is not null and exists (
    select from condition_facts(payment.conditions, payment.account_id, payment.environment) f where f.since is null) then
    raise exception 'payment % waits for its conditions', payment.id using errcode = 'CR021';
  end if;
  -- Bank details were changed, and nobody has confirmed them. Source: docs/GAPS.md#P16
  if payment.beneficiary_id is not null and exists (select from beneficiary_versions v
    where v.beneficiary_id = payment.beneficiary_id and v.version = payment.beneficiary_version
      and v.confirmed_at is null and v.held_until > clock_timestamp()) then
    raise exception 'payment % is held for its beneficiary', payment.id using errcode = 'CR017';
  end if;
  -- Until this commits no other lists come into force.
  perform pg_advisory_xact_lock_shared(hashtext('corridor screening in force'));
  if split_part(payment.screened_with, ' ', 1) is distinct from (select lists from screening_in_force) then
    raise exception 'payment % is not screened with the lists in force', payment.id using errcode = 'CR018';
  end if;
  return new;
end $$;
create trigger leave_to_send before insert or update of state on dispatches
  for each row when (new.state = 'sending')
  execute function check_leave_to_send();

-- A route that the client named is never left, and none is once the payment was handed over. Source: docs/GAPS.md#P10
create function check_reroute() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' or old.requested_route ->> 'routeId' is not null then
    raise exception 'payment % cannot leave its route', new.id using errcode = 'CR014';
  end if;
  return new;
end $$;
create trigger payment_reroute before update of route_id, partner_id on payment_instructions
  for each row when (old.route_id is distinct from new.route_id or old.partner_id is distinct from new.partner_id)
  execute function check_reroute();
