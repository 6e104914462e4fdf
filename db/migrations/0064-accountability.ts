import type { Knex } from 'knex';

/**
 * Who may do what can be taken away and given back, and who did what cannot be written anew.
 *
 * Each audit entry is followed by a link whose hash covers the entry and the link before it. The link is made when the
 * transaction commits: the lock that gives links their order is held for the moment of the commit alone, by somebody
 * who waits for nothing else. Source: docs/GAPS.md#A3
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table accounts add column disabled_at timestamptz;
    alter table partners add column disabled_at timestamptz;
    alter table api_keys add column disabled_at timestamptz;
    alter table api_keys add column replaces text references api_keys (id);
    create index api_keys_replaces on api_keys (replaces) where replaces is not null;

    -- A key without a plan of its own has its account's.
    update accounts a set plan = k.plan from (
      select account_id, min(plan) as plan from api_keys where kind = 'client' group by account_id
      having count(distinct plan) = 1) k
    where k.account_id = a.id and a.plan = 'free' and k.plan is not null;
    update api_keys k set plan = null from accounts a where a.id = k.account_id and a.plan = k.plan;

    -- What a signature was seen with: the same request may come again, another one may not carry it.
    alter table seen_signatures add column request_hash bytea;
    alter table shipments add column idempotency_key text;
    alter table payment_instructions add column erased_at timestamptz;
    alter table users add column erased_at timestamptz;

    create index idempotency_keys_expiring on idempotency_keys (created_at)
      where operation <> 'createPaymentInstruction';

    create table audit_chain (
      position bigint generated always as identity primary key,
      entry_id bigint not null unique references audit_log (id),
      hash bytea not null
    );

    create function audit_entry_text(entry audit_log) returns text language sql stable as $$
      select jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.act, entry.subject,
        entry.account_id, entry.request_id, entry.detail)::text
    $$;

    create function link_audit_entry() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtext('corridor audit chain'));
      insert into audit_chain (entry_id, hash)
      select new.id, sha256(
        coalesce((select hash from audit_chain order by position desc limit 1), ''::bytea)
        || convert_to(audit_entry_text(new), 'UTF8'));
      return null;
    end $$;

    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of the audit log are only ever added';
    end $$;

    do $$
    declare entry audit_log;
    begin
      for entry in select * from audit_log order by id loop
        insert into audit_chain (entry_id, hash)
        select entry.id, sha256(
          coalesce((select hash from audit_chain order by position desc limit 1), ''::bytea)
          || convert_to(audit_entry_text(entry), 'UTF8'));
      end loop;
    end $$;

    create constraint trigger audit_log_linked after insert on audit_log
      deferrable initially deferred for each row execute function link_audit_entry();
    create trigger audit_log_kept before update or delete or truncate on audit_log
      for each statement execute function refuse_audit_change();
    create trigger audit_chain_kept before update or delete or truncate on audit_chain
      for each statement execute function refuse_audit_change();
  `);
}
