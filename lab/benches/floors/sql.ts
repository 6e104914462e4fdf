/** Columns of a payment instruction that a create fills; the floor writes the same values. */
const INSTRUCTION_COLUMNS = `id, account_id, request_id, client_reference, amount, currency, beneficiary_country,
  purpose_code, private_sealed, requested_route, value_date, release_at, partner_id, partner_name, route_id, channel,
  timeline, route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at,
  last_updated_at, environment, uetr`;

/** The service's own tables with their indexes, empty and apart, so that floors and ours do not meet each other. */
export const FLOOR_TABLES_SQL = [
  'payment_instructions',
  'idempotency_keys',
  'outbox',
  'status_history',
  'dispatches',
  'events',
]
  .map((table) => `create table floor.${table} (like public.${table} including all);`)
  .join('\n');

/** F1: one row by its key. */
export const READ_SQL = `select id, status, amount, currency, beneficiary_country, purpose_code, timeline,
  expected_date::text, submitted_at from floor.payment_instructions where id = $1`;

/** F2: instruction, idempotency key, history and outbox item in one statement. */
export const INSERT_SQL = `
  with instruction as (
    insert into floor.payment_instructions (${INSTRUCTION_COLUMNS})
    values ($1, 'acc_1', 'req_1', null, $2, $3, $4, $5, $6, $7, null, null, 'partner_1', 'Floor', 'route_1', 'api',
      'same_day', $8, $9, $10, $11, $12, $13, $13, 'test', gen_random_uuid())
    returning id
  ),
  key as (
    insert into floor.idempotency_keys (scope, operation, key, body_hash, claimed_until, created_at)
    values ('acc_1', 'create', $1, $6, $13, $13)
  ),
  history as (
    insert into floor.status_history (instruction_id, status, effective_at, sort_at, rank, recorded_at)
    values ($1, 'submitted', $13, $13, 1, $13)
  ),
  start as (insert into floor.outbox (topic, subject) values ('payment.start', $1))
  select id from instruction`;

/** F3, after the partner's answer: status, dispatch, history and event in one statement. */
export const SUBMITTED_SQL = `
  with instruction as (
    update floor.payment_instructions set status = 'submitted', version = version + 1, partner_reference = $2,
      dispatched_at = now(), last_updated_at = now()
    where id = $1 returning id
  ),
  dispatch as (
    insert into floor.dispatches (instruction_id, attempt, partner_id, partner_name, route_id, channel, timeline,
      route_reasons, fee_estimated, expected_date, state, started_at)
    values ($1, 1, 'partner_1', 'Floor', 'route_1', 'api', 'same_day', '[]', 5, current_date, 'delivered', now())
  ),
  history as (
    insert into floor.status_history (instruction_id, status, effective_at, sort_at, rank, recorded_at)
    values ($1, 'submitted', now(), now(), 1, now())
  ),
  event as (
    insert into floor.events (id, account_id, environment, type, subject, sequence, payload, created_at)
    values ('evt_' || $1, 'acc_1', 'test', 'payment.submitted', $1, 1, '{}', now())
  ),
  started as (delete from floor.outbox where subject = $1)
  select id from instruction`;
