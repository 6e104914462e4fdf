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
  current payment_instructions%rowtype;
  is_with_partner boolean;
begin
  select * into current from payment_instructions where id = new.id;
  select exists (select from dispatches where instruction_id = new.id
    and state in ('sending', 'unknown', 'delivered')) into is_with_partner;
  if current.status in ('submitted', 'accepted', 'processing', 'settled', 'returned')
    and not exists (select from dispatches where instruction_id = new.id) then
    raise exception 'payment % is % without a dispatch', new.id, current.status using errcode = 'CR003';
  end if;
  if current.status = 'cancelled' and is_with_partner and not exists (
    select from partner_reports where instruction_id = new.id and status = 'cancelled' and disposition = 'applied'
  ) then
    raise exception 'payment % is cancelled while its partner may have it', new.id using errcode = 'CR004';
  end if;
  return null;
end $$;
create constraint trigger payment_dispatch after update of status on payment_instructions
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function check_payment_dispatch();

-- A pending payment alone is dispatched.
create function check_dispatch_begins() returns trigger language plpgsql as $$
declare
  current text;
begin
  -- The lock makes a change of the status in another transaction visible, or wait.
  select status into current from payment_instructions where id = new.instruction_id for no key update;
  if current <> 'pending' then
    raise exception 'payment % is % and cannot be dispatched', new.instruction_id, current using errcode = 'CR005';
  end if;
  return null;
end $$;
create constraint trigger dispatch_begins after insert or update of state on dispatches
  deferrable initially deferred for each row when (new.state = 'sending')
  execute function check_dispatch_begins();

-- No call to a partner begins while a person must look at the payment. Source: docs/GAPS.md#P13
create function check_compliance_hold() returns trigger language plpgsql as $$
begin
  if exists (select from payment_instructions
    where id = new.instruction_id and compliance_hold->>'state' in ('review', 'rejected')) then
    raise exception 'payment % is held by compliance', new.instruction_id using errcode = 'CR010';
  end if;
  return new;
end $$;
create trigger dispatch_compliance before insert or update of state on dispatches
  for each row when (new.state = 'sending')
  execute function check_compliance_hold();

-- Another attempt begins only where nothing of the earlier ones may have arrived, and goes where the payment goes.
-- Source: docs/GAPS.md#P10
create function check_attempt() returns trigger language plpgsql as $$
begin
  if exists (select from dispatches where instruction_id = new.instruction_id and attempt < new.attempt
    and not ((state = 'rejected' and sends = 1) or (state = 'not_delivered' and sends = 0))) then
    raise exception 'payment % may have arrived by an earlier attempt', new.instruction_id using errcode = 'CR011';
  end if;
  if exists (select from dispatches where instruction_id = new.instruction_id and attempt > new.attempt) then
    raise exception 'attempt % of payment % is over', new.attempt, new.instruction_id using errcode = 'CR012';
  end if;
  if not exists (select from payment_instructions
    where id = new.instruction_id and partner_id = new.partner_id and route_id = new.route_id) then
    raise exception 'payment % goes by another route', new.instruction_id using errcode = 'CR013';
  end if;
  return null;
end $$;
create constraint trigger dispatch_attempt after insert or update of state on dispatches
  deferrable initially deferred for each row when (new.state = 'sending')
  execute function check_attempt();

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
