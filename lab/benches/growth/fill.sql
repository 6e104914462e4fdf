-- Fills a migrated database as 60 days of use would: `fill.payments` payments (set it before), three events, two reports,
-- a dispatch, a screening and a delivery of each. One payment in a hundred is open. What is rare or awkward is there on
-- purpose: the oldest fifth of the deliveries is parked at an endpoint that was switched off, one delivery in a thousand is
-- cancelled, and half of the open payments lie scattered among the closed ones.
-- Foreign keys are not checked and no trigger acts meanwhile, so the role must be a superuser.
set session_replication_role = replica;
set statement_timeout = 0;
set synchronous_commit = off;

-- As domain/ids.ts makes them: ten characters of time, then what would be random.
create function pg_temp.id_at(prefix text, at timestamptz, number bigint) returns text language sql immutable as $$
  select prefix || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * place)) & 31)::integer + 1, 1), '' order by place desc)
    || substr(md5(number::text), 1, 16)
  from (select floor(extract(epoch from at) * 1000)::bigint as ms) moment, generate_series(0, 9) place
$$;

insert into accounts (id, name) select 'acc_' || n, 'account ' || n from generate_series(1, 10) n;
insert into partners (id, name, adapter, url, environment)
  select 'ptn_' || n, 'partner ' || n, 'http', 'https://partner.example', 'live' from generate_series(1, 5) n;
insert into routes (id, partner_id, channel, currencies, countries, timelines, environment)
  select 'rt_' || n, 'ptn_' || n, 'sepa', '{EUR,USD}', '{DE}', '{same_day}', 'live' from generate_series(1, 5) n;
insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, enabled, created_at)
  select 'wh_' || n || kind, 'acc_' || n, 'live', 'https://receiver.example', '{*}', '', kind = 'on', now() - interval '61 days'
  from generate_series(1, 10) n, unnest(array['on', 'off']) kind;

-- One row a payment, from which all else is made. Account 1 has half of them, account 10 one in two thousand.
create temporary table filled as
  select number, number > total * 0.995 or number % 200 = 0 as is_open, at, pg_temp.id_at('instr_', at, number) as id,
    case when number % 2 = 0 then 'acc_1' when number % 2000 = 1 then 'acc_10' else 'acc_' || 2 + number % 8 end as account_id,
    1 + number % 5 as network
  from (select number, current_setting('fill.payments')::bigint as total,
      now() - interval '60 days' * (1 - number::float8 / current_setting('fill.payments')::bigint) as at
    from generate_series(1, current_setting('fill.payments')::bigint) number) numbers;
alter table filled add status text;
update filled set status = case
  when is_open then (array['pending', 'submitted', 'accepted', 'processing'])[1 + (number / 200 + number) % 4]
  when number % 100 in (1, 2) then 'failed' when number % 200 in (3, 4) then 'cancelled' when number % 200 in (5, 6) then 'returned'
  else 'settled' end;
analyze filled;

insert into payment_instructions (id, account_id, request_id, status, version, client_reference, amount, currency,
    beneficiary_country, purpose_code, private_sealed, requested_route, partner_id, partner_name, route_id, channel, timeline,
    route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, partner_reference, waiting_reason,
    waiting_since, submitted_at, dispatched_at, settled_at, last_updated_at, changed_at, environment, idempotency_key, uetr, bank_reference, screened_with)
  select id, account_id, 'req_' || number, status, 4, 'invoice-' || number, 100, case when number % 2000 in (7, 8) then 'CHF' else 'EUR' end,
    'DE', 'GDDS', decode(repeat(md5(number::text), 6), 'hex'), '{}', 'ptn_' || network, 'partner ' || network, 'rt_' || network,
    'sepa', 'same_day', '[{"code": "fastest"}]', at::date + 1, '{"cutOff": "17:00"}', 1, '{"fixed": "1.00"}',
    case when status <> 'pending' then 'north-' || number end,
    case when status = 'pending' and number % 3 > 0 then
      (array['compliance_review', 'value_date', 'partner_outage', 'blocked', 'engine_outage'])[1 + number % 5] end,
    case when status = 'pending' and number % 3 > 0 then at end, at,
    case when status <> 'pending' then at + interval '1 second' end, case when status in ('settled', 'returned') then at + interval '1 hour' end, least(at + interval '1 hour', now()),
    least(at + interval '1 hour', now()), 'live',
    'key-' || number, md5(number::text)::uuid, case when status in ('settled', 'returned') then 'bank-' || number end,
    (select lists from screening_in_force) || ' ' || current_setting('fill.algorithm')
  from filled;

insert into dispatches (instruction_id, attempt, partner_id, partner_name, route_id, channel, timeline, route_reasons,
    fee_estimated, expected_date, state, started_at, finished_at)
  select id, 1, 'ptn_' || network, 'partner ' || network, 'rt_' || network, 'sepa', 'same_day', '[{"code": "fastest"}]', 1,
    at::date + 1,
    case when status <> 'pending' then 'delivered' when number % 2 = 0 then 'unknown' else 'not_delivered' end,
    at + interval '1 second', at + interval '2 seconds'
  from filled where status <> 'pending' or number % 10 in (0, 1);

insert into status_history (instruction_id, status, effective_at, sort_at, rank, recorded_at, message)
  select id, word, at + interval '1 second' * rank, at + interval '1 second' * rank, rank, at, 'as the partner says'
  from filled, lateral (values ('pending', 0), (case when is_open then 'submitted' else status end, 4)) as known (word, rank);

insert into partner_reports (id, instruction_id, partner_id, kind, dedupe_key, body_hash, status, effective_at, disposition,
    previous_status, resulting_status, recorded_at)
  select pg_temp.id_at('rep_', at + interval '1 second' * step, number * 2 + step), id, 'ptn_' || network, 'status',
    'step-' || step, md5(number::text), 'processing', at,
    case when number % 5000 = 9 and step = 1 then 'waiting' else 'applied' end, 'submitted', 'processing', at
  from filled, generate_series(0, 1) step where status <> 'pending';

insert into screenings (id, account_id, environment, request_id, instruction_id, algorithm, editions, decision, countries,
    candidates, screened_at, blocked_countries)
  select pg_temp.id_at('scr_', at, number), account_id, 'live', 'req_' || number, id, current_setting('fill.algorithm'),
    '["list-1"]', 'clear', '["DE"]', '[]', at, '["IR", "KP"]'
  from filled;

insert into events (id, account_id, environment, type, subject, sequence, payload, created_at, transaction_id)
  select pg_temp.id_at('evt_', at + interval '1 second' * step, number * 3 + step), account_id, 'live',
    case when step = 0 then 'payment.submitted' when step = 1 then 'payment.processing' else 'payment.' || status end, id, step + 1,
    '{"instructionId": "instr", "status": "settled", "amount": "100.00", "currency": "EUR"}', at + interval '1 second' * step,
    '0'
  from filled, generate_series(0, 2) step;

create temporary table sent as
  select number, at, account_id, current_setting('fill.payments')::bigint as total, status as payment_status,
    pg_temp.id_at('dlv_', at + interval '3 seconds', number) as id,
    pg_temp.id_at('evt_', at + interval '2 seconds', number * 3 + 2) as event_id
  from filled;
alter table sent add status text;
update sent set status = case when number <= total * 0.2 then 'paused' when number > total * 0.995 then 'pending'
  when number % 2000 in (7, 8) then 'cancelled' when number % 200 in (11, 12) then 'failed' else 'delivered' end;

insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, status, in_sender, next_attempt_at, created_at, finished_at)
  select id, account_id, 'live', event_id, 'payment.' || payment_status,
    'wh_' || substr(account_id, 5) || case when status = 'paused' then 'off' else 'on' end, status,
    status = 'pending' and number % 2 = 0,
    case when status = 'pending' and number % 2 = 0 then at when status = 'pending' then timestamptz '2100-01-01' end, at,
    case when status not in ('paused', 'pending') then at + interval '4 seconds' end
  from sent;

insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code)
  select id, 1, at, 40, case when status in ('delivered', 'cancelled') then 200 else 503 end from sent
  where status <> 'pending' or number % 2 = 1;

insert into operator_flags (subject, kind, detail, created_at)
  select id, case when number % 2 = 0 then 'silence' else 'waiting_report' end, '{}', at from filled where is_open and number % 6000 = 0;
insert into reconciliation_cases (id, instruction_id, report_id, kind, detail, state, created_at, last_seen_at, last_report_id, last_detail)
  select pg_temp.id_at('case_', at, number), id, 'rep_1',
    (array['reconciliation_mismatch', 'partner_continues', 'conflicting_report'])[1 + number % 3], '{}',
    case when number % 10000 in (5, 6) then 'open' else 'closed' end, at, at, 'rep_1', '{}'
  from filled where number % 100 in (5, 6);
insert into audit_log (actor, act, subject, account_id, at) select 'operator', 'payment.held', id, account_id, at from filled where number % 50 = 0;
insert into idempotency_keys (scope, operation, key, body_hash, claimed_until, subject, status_code, created_at)
  select account_id, case when number % 10 = 0 then 'sendTestEvent' else 'createPaymentInstruction' end, 'key-' || number, '', at, id, 201, at
  from filled;
insert into outbox (topic, subject, account_id, available_at)
  select case when number % 20 = 0 then 'payment.start' else 'delivery.start' end, id, account_id, now() from sent
  where number > total * 0.998;
insert into shipments (id, account_id, request_id, origin_country, destination_country, status, description, created_at, updated_at, environment)
  select pg_temp.id_at('shp_', at, number), account_id, 'req_' || number, 'DE', 'US', case when number % 1000 = 20 then 'customs' else 'delivered' end,
    'goods', at, at, 'live'
  from filled where number % 20 = 0;
insert into documents (id, account_id, request_id, type, status, number, locale, instruction_id, created_at, expires_at, finished_at, sha256, size_bytes, environment)
  select pg_temp.id_at('doc_', at, number), account_id, 'req_' || number, 'payment_receipt', 'generated', 'R-' || number, 'en', id, at,
    at + interval '30 days', at, md5(number::text), 1000, 'live'
  from filled where number % 20 = 1;
drop table filled, sent;
set session_replication_role = origin;
