-- Payments above these amounts need approvals of members, by account and side. Source: docs/GAPS.md#P17
create table approval_rules (
  account_id text not null references accounts (id),
  environment environment not null,
  currency text not null,
  above numeric not null check (above >= 0),
  approvals smallint not null check (approvals between 1 and 3),
  primary key (account_id, environment, currency, above)
);

-- No call to a partner begins before the last approval. Source: docs/GAPS.md#P17
create function check_approval() returns trigger language plpgsql as $$
begin
  if exists (select from payment_instructions where id = new.instruction_id and approval is not null
    and (approval ->> 'state' <> 'approved'
      or jsonb_array_length(approval -> 'given') < (approval ->> 'needed')::integer)) then
    raise exception 'payment % lacks approvals', new.instruction_id using errcode = 'CR015';
  end if;
  return new;
end $$;
create trigger dispatch_approval before insert or update of state on dispatches
  for each row when (new.state = 'sending')
  execute function check_approval();
