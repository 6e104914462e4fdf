-- Payments above these amounts need approvals of members, by account and side. Source: docs/GAPS.md#P17
create table approval_rules (
  account_id text not null references accounts (id),
  environment environment not null,
  currency text not null,
  above numeric not null check (above >= 0),
  approvals smallint not null check (approvals between 1 and 3),
  primary key (account_id, environment, currency, above)
);
