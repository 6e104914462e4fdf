import type { Knex } from 'knex';

/**
 * What money hangs on stands in Postgres too: one payment per idempotency key for ever, at most one attempt that a
 * partner may have, and no status that contradicts the dispatches. The checks run at commit, when the statement that
 * decided has written everything.
 * Source: docs/ARCHITECTURE.md, "Invariants"; docs/GAPS.md#P3, docs/GAPS.md#P6, docs/GAPS.md#P7
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions add column idempotency_key text;
    alter table payment_instructions add column idempotency_hash bytea;
    alter table payment_instructions add column bank_reference text;
    create unique index payment_instructions_idempotency_key
      on payment_instructions (account_id, environment, idempotency_key) where idempotency_key is not null;
    create index payment_instructions_open on payment_instructions (last_updated_at, id)
      where status not in ('settled', 'failed', 'cancelled', 'returned');
    update payment_instructions i set idempotency_key = k.key, idempotency_hash = k.body_hash from idempotency_keys k
      where k.operation = 'createPaymentInstruction' and k.subject = i.id and k.scope = i.account_id;

    alter table dispatches add column denied_at timestamptz;
    alter table dispatches add column refusal text;
    create unique index dispatches_one_live on dispatches (instruction_id)
      where state in ('sending', 'unknown', 'delivered');

    alter table partner_reports add column evidence_sealed bytea;
    alter table partner_reports drop constraint partner_reports_kind_check;
    alter table partner_reports add constraint partner_reports_kind_check
      check (kind in ('status', 'settlement', 'inquiry', 'cancellation'));

    create function check_payment_change() returns trigger language plpgsql as $check$
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
    end $check$;

    create trigger payment_change before update on payment_instructions for each row
      when (old.status is distinct from new.status or old.cancellation is distinct from new.cancellation
        or old.event_sequence is distinct from new.event_sequence
        or old.waiting_reason is distinct from new.waiting_reason)
      execute function check_payment_change();

    create function check_payment_dispatch() returns trigger language plpgsql as $check$
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
    end $check$;

    create constraint trigger payment_dispatch after update of status on payment_instructions
      deferrable initially deferred for each row when (old.status is distinct from new.status)
      execute function check_payment_dispatch();

    create function check_dispatch_begins() returns trigger language plpgsql as $check$
    declare
      current text;
    begin
      -- The lock makes a change of the status in another transaction visible, or wait.
      select status into current from payment_instructions where id = new.instruction_id for update;
      if current <> 'pending' then
        raise exception 'payment % is % and cannot be dispatched', new.instruction_id, current using errcode = 'CR005';
      end if;
      return null;
    end $check$;

    create constraint trigger dispatch_begins after insert or update of state on dispatches
      deferrable initially deferred for each row when (new.state = 'sending')
      execute function check_dispatch_begins();
  `);
}
