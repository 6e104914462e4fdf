-- Requests with keys of an account that changed something or were refused, of the last seven days. An id begins with its
-- time. Nothing that a client wrote is in it: no path, query or body. Source: docs/GAPS.md#request-log
create table request_log (
  id text collate "C" primary key,
  account_id text not null references accounts (id),
  environment environment not null,
  key_id text not null,
  method text not null,
  operation text not null,
  status smallint not null,
  -- From its arrival to its answer.
  ms integer not null,
  -- Code of the refusal, and the first field at fault with its code.
  error_code text,
  fault_field text,
  fault_code text,
  -- Id of what it made, or of what its path names.
  subject text
);
-- Filters by operation and subject read the rows of the key or the side.
create index request_log_side on request_log (account_id, environment, id desc);
create index request_log_failures on request_log (account_id, environment, (status / 100), id desc) where status >= 400;
create index request_log_key on request_log (key_id, id desc);
