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
-- commit alone, by somebody who waits for nothing else.
create function link_audit_entry() returns trigger language plpgsql as $$
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

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are only ever added';
end $$;
create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_chain_kept before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
