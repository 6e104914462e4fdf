import { screenedWithSql } from '../../compliance/screened-with';
import { fanOutSql } from '../../events';
import { lockLimitSql } from '../../lock-limits';
import { TOPICS } from '../../outbox';
import type { Parts } from './change-rows';

/** Not merged by Postgres into anything: `wanted` is read by several parts. */
export const WANTED = `
  ${lockLimitSql('$3')},
  wanted as materialized (
    select w.* from limits, jsonb_to_recordset($1::jsonb) as w(id text, version integer, last_updated timestamptz, status text, events integer,
      changed boolean, at timestamptz, partner_reference text, settled_at timestamptz, waiting_reason text,
      cancellation jsonb, dispatched_at timestamptz, generation integer, bank_reference text,
      operator_decision jsonb, compliance_hold jsonb, screened jsonb, contradiction jsonb, approval jsonb, moved jsonb,
      former_dates jsonb, resubmitted_as text, recall jsonb, returned jsonb, information jsonb, bookings jsonb, proof jsonb, payee_check jsonb,
      conditions jsonb,       traceparent text)
    where is_set is not null
  )`;

/** SQL that locks the payments of a shared statement, and skips those that another transaction holds. */
export const lockedSql = (isComparing: boolean): string => `${isComparing ? FILES : ''}
  locked as materialized (
    select found.id from wanted w cross join lateral (
      select i.id from payment_instructions i where i.id = w.id for no key update skip locked) found${isComparing ? NOT_FILED_IN_HELD : ''}
  )`;

/** The shipments whose documents name a payment of a shared statement; no `locked` where another transaction holds it. */
const FILES = `
  files as materialized (
    select i.id as instruction_id, s.id, s.account_id,
      (select l.id from shipments l where l.id = s.id for no key update skip locked) as locked
    from jsonb_to_recordset($n::jsonb) as c(instruction_id text)
    join payment_instructions i on i.id = c.instruction_id
    join documents d on d.instruction_id = i.id and d.account_id = i.account_id and d.environment = i.environment
    join shipments s on s.id = d.shipment_id and s.account_id = d.account_id and s.environment = d.environment
  ),`;
const NOT_FILED_IN_HELD = `
    where w.id not in (select instruction_id from files where files.locked is null)`;

/** Rows without a version: those that another transaction holds. */
export const SKIPPED_ROWS = `
  union all select id, null, null from wanted where id not in (select id from locked)`;

/** Columns of a payment that is rerouted, or redated on its route; the others keep their values. */
const MOVED = `
      partner_id = coalesce(w.moved ->> 'partnerId', i.partner_id),
      partner_name = coalesce(w.moved ->> 'partnerName', i.partner_name),
      route_id = coalesce(w.moved ->> 'routeId', i.route_id),
      channel = coalesce(w.moved ->> 'channel', i.channel),
      timeline = coalesce(w.moved ->> 'timeline', i.timeline),
      route_reasons = coalesce(w.moved -> 'routeReasons', i.route_reasons),
      expected_date = coalesce((w.moved ->> 'expectedDate')::date, i.expected_date),
      date_explanation = coalesce(w.moved -> 'dateExplanation', i.date_explanation),
      fee_estimated = coalesce((w.moved ->> 'feeEstimated')::numeric, i.fee_estimated),
      fee_breakdown = coalesce(w.moved -> 'feeBreakdown', i.fee_breakdown),
      release_at = case when w.moved is null then i.release_at else (w.moved ->> 'releaseAt')::timestamptz end,
      date_history = i.date_history || w.former_dates,`;

/** What a statement is for, beside its parts. */
export interface InstructionPart {
  isShared: boolean;
  isMoving: boolean;
}

/** A reference of the partner, which is none of the partner that the payment is rerouted to. */
const keptSql = (column: string, isMoving: boolean): string =>
  isMoving ? `case when i.partner_id = coalesce(w.moved ->> 'partnerId', i.partner_id) then ${column} end` : column;

/**
 * A call begins only where its partner still is: a move of the partner waits for the call, or the call for the move and then
 * finds it. Source: docs/GAPS.md#P21
 */
const IS_WHERE_IT_WAS = `
      and (w.generation is null or exists (
        select from partners p where p.id = i.partner_id and p.generation = w.generation for key share))`;

/** Nor does one begin where its partner has reported about it since the state was read: see `isClaimed`. */
const IS_UNCLAIMED = `
      and (w.generation is null or not exists (
        select from unmatched_reports u where u.partner_id = i.partner_id and u.instruction_id = i.id)
        or exists (select from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id))`;

export const instructionSql = ({
  isShared,
  isMoving,
  isBeginning,
}: InstructionPart & { isBeginning: boolean }): string => `
  instruction as (
    update payment_instructions i set${isMoving ? MOVED : ''}
      version = i.version + 1,
      status = w.status,
      event_sequence = i.event_sequence + w.events,
      last_updated_at = case when w.changed then w.at else i.last_updated_at end,
      changed_at = case when w.changed and pg_current_xact_id() is not null then clock_timestamp() else i.changed_at end,
      partner_reference = coalesce(w.partner_reference, ${keptSql('i.partner_reference', isMoving)}),
      bank_reference = coalesce(w.bank_reference, ${keptSql('i.bank_reference', isMoving)}),
      settled_at = coalesce(w.settled_at, i.settled_at),
      waiting_reason = case when w.status = 'pending' then coalesce(w.waiting_reason, i.waiting_reason) end,
      waiting_since = case when w.status <> 'pending' then null
        when w.waiting_reason is null then i.waiting_since else w.at end,
      operator_decision = coalesce(w.operator_decision, i.operator_decision),
      resubmitted_as = coalesce(w.resubmitted_as, i.resubmitted_as),
      recall = coalesce(w.recall, i.recall),
      returned = coalesce(w.returned, i.returned),
      bookings = coalesce(w.bookings, i.bookings),
      proof = coalesce(w.proof, i.proof),
      payee_check = coalesce(w.payee_check, i.payee_check),
      conditions = coalesce(w.conditions, i.conditions),
      compliance_hold = coalesce(w.compliance_hold, i.compliance_hold),
      screened_with = coalesce(${screenedWithSql('w.screened')}, i.screened_with),
      contradiction = coalesce(w.contradiction, i.contradiction),
      approval = coalesce(w.approval, i.approval),
      information = coalesce(w.information, i.information),
      cancellation = case when w.cancellation is null then i.cancellation
        else coalesce(i.cancellation, '{}') || w.cancellation end,
      dispatched_at = coalesce(w.dispatched_at, i.dispatched_at)
    from wanted w${isShared ? ' join locked on locked.id = w.id' : ''}
    where i.id = w.id and i.version = w.version and date_trunc('milliseconds', i.last_updated_at) = w.last_updated${isBeginning ? IS_WHERE_IT_WAS + IS_UNCLAIMED : ''}
    returning i.id, i.account_id, i.environment, i.request_id, i.partner_id, i.partner_name, i.route_id, i.channel, i.timeline,
      i.route_reasons, i.fee_estimated, i.expected_date, i.version, w.status, w.at, w.partner_reference
  )`;

/** What the outbox carries later belongs to the trace of the change. @param id SQL of the payment's id */
const traceOf = (id: string): string => `(select w.traceparent from wanted w where w.id = ${id})`;

/** SQL of each part; `$n` is the parameter of its rows. */
export const PART_SQL: Record<keyof Parts, string> = {
  event: `
  event as (
    insert into events (id, account_id, environment, type, subject, sequence, payload, created_at)
    select e.id, instruction.account_id, instruction.environment, e.type, instruction.id, e.sequence, e.payload, instruction.at
    from jsonb_to_recordset($n::jsonb) as e(instruction_id text, id text, type text, sequence integer, payload jsonb)
    join instruction on instruction.id = e.instruction_id
    returning id, account_id, environment, type, subject, payload, created_at
  ),
  ${fanOutSql('$2', { traceparent: traceOf('event.subject') })}`,
  message: `
  message as (
    insert into outbox (topic, subject, account_id, payload, available_at, traceparent)
    select m.topic, instruction.id, instruction.account_id, m.payload || jsonb_build_object('status', instruction.status,
      'version', instruction.version), now() + m.delay_ms * interval '1 millisecond', ${traceOf('instruction.id')}
    from jsonb_to_recordset($n::jsonb) as m(instruction_id text, topic text, payload jsonb, delay_ms integer)
    join instruction on instruction.id = m.instruction_id
  )`,
  report: `
  report as (
    insert into partner_reports (id, instruction_id, partner_id, kind, dedupe_key, body_hash, status, effective_at,
      partner_reference, message, bank_reference, reason_code, returned_amount, returned_currency, disposition,
      previous_status, resulting_status, request_id, evidence_sealed, recorded_at)
    select r.id, instruction.id, r.partner_id, r.kind, r.dedupe_key, r.body_hash, r.status, r.effective_at,
      r.partner_reference, r.message, r.bank_reference, r.reason_code, r.returned_amount, r.returned_currency,
      r.disposition, r.previous_status, instruction.status, r.request_id, decode(r.evidence, 'base64'), instruction.at
    from jsonb_to_recordset($n::jsonb) as r(instruction_id text, id text, partner_id text, kind text, dedupe_key text,
      body_hash text, status text, effective_at timestamptz, partner_reference text, message text, bank_reference text,
      reason_code text, returned_amount numeric, returned_currency text, disposition text, previous_status text,
      request_id text, evidence text)
    join instruction on instruction.id = r.instruction_id
  )`,
  history: `
  history as (
    insert into status_history (instruction_id, status, effective_at, sort_at, rank, message, reason_code, report_id,
      recorded_at)
    select instruction.id, h.status, h.effective_at, h.sort_at, h.rank, h.message, h.reason_code, h.report_id, instruction.at
    from jsonb_to_recordset($n::jsonb) as h(instruction_id text, status text, effective_at timestamptz,
      sort_at timestamptz, rank smallint, message text, reason_code text, report_id text)
    join instruction on instruction.id = h.instruction_id
  )`,
  settlement: `
  settlement as (
    insert into settlements (instruction_id, report_id, body_hash, confirmed_at, confirmation, reconciliation, is_booked,
      recorded_at)
    select instruction.id, s.report_id, s.body_hash, s.confirmed_at, s.confirmation, s.reconciliation, s.is_booked, instruction.at
    from jsonb_to_recordset($n::jsonb) as s(instruction_id text, report_id text, body_hash text,
      confirmed_at timestamptz, confirmation jsonb, reconciliation jsonb, is_booked boolean)
    join instruction on instruction.id = s.instruction_id
  )`,
  // One open case per instruction and kind; what says the same again is counted, and its report is kept all the same.
  opened: `
  opened as (
    insert into reconciliation_cases as known (id, instruction_id, report_id, kind, detail, created_at,
      count, last_seen_at, last_report_id, last_detail)
    select (array_agg(c.id order by c.id))[1], instruction.id, (array_agg(c.report_id order by c.id))[1], c.kind,
      (array_agg(c.detail order by c.id))[1], instruction.at, count(*), instruction.at,
      (array_agg(c.report_id order by c.id desc))[1], (array_agg(c.detail order by c.id desc))[1]
    from jsonb_to_recordset($n::jsonb) as c(instruction_id text, id text, report_id text, kind text, detail jsonb)
    join instruction on instruction.id = c.instruction_id
    group by instruction.id, instruction.at, c.kind
    on conflict (instruction_id, kind) where state = 'open' do update set
      count = known.count + excluded.count, last_seen_at = excluded.last_seen_at,
      last_report_id = excluded.last_report_id, last_detail = excluded.last_detail
  )`,
  // A case about a repeated debit has ended only where it never said anything else; the middle one of three is not kept.
  closed: `
  closed as (
    update reconciliation_cases c set state = 'closed', closed_at = instruction.at, closed_by = 'corridor',
      close_reason = 'the bank has booked the difference'
    from jsonb_to_recordset($n::jsonb) as w(instruction_id text, kind text)
    join instruction on instruction.id = w.instruction_id
    where c.instruction_id = instruction.id and c.kind = w.kind and c.state = 'open'
      and (c.kind <> 'statement_contradicts' or (c.count < 3
        and not jsonb_path_exists(jsonb_build_array(c.detail, c.last_detail), '$[*].discrepancies[*].type ? (@ <> "repeated")')))
  )`,
  resolved: `
  resolved as (
    update partner_reports r set disposition = w.disposition, resulting_status = instruction.status
    from jsonb_to_recordset($n::jsonb) as w(instruction_id text, id text, disposition text)
    join instruction on instruction.id = w.instruction_id
    where r.id = w.id
  )`,
  // The first call of an attempt, a further one of an attempt that the partner has not, or one whose record was lost; the
  // order to start is met. One
  // that a relay has leased is the relay's: waiting for it here could be a deadlock with the relay.
  begun: `
  begun as (
    insert into dispatches as known (instruction_id, attempt, partner_id, route_id, state, started_at, partner_name,
      channel, timeline, route_reasons, fee_estimated, expected_date, destination, reference, fault, finished_at)
    select instruction.id, b.attempt, instruction.partner_id, instruction.route_id, b.state, instruction.at,
      instruction.partner_name, instruction.channel, instruction.timeline, instruction.route_reasons,
      instruction.fee_estimated, instruction.expected_date, b.destination, b.reference, b.fault,
      b.ended_at
    from jsonb_to_recordset($n::jsonb) as b(instruction_id text, attempt integer, destination text, reference text,
      state text, fault text, ended_at timestamptz)
    join instruction on instruction.id = b.instruction_id
    on conflict (instruction_id, attempt) do update set state = excluded.state, sends = known.sends + 1,
      finished_at = excluded.finished_at, denied_at = null, fault = excluded.fault, destination = excluded.destination,
      expected_date = excluded.expected_date
  ),
  started as (
    delete from outbox where id in (
      select o.id from jsonb_to_recordset($n::jsonb) as b(instruction_id text)
      join instruction on instruction.id = b.instruction_id
      join outbox o on o.topic = '${TOPICS.startPayment}' and o.subject = instruction.id
      for update of o skip locked)
  )`,
  sent: `
  sent as (
    update dispatches d set state = o.state, fault = coalesce(o.fault, d.fault), sends = o.sends,
      finished_at = o.ended_at, denied_at = o.denied_at, refusal = o.refusal, destination = o.destination,
      partner_reference = coalesce(instruction.partner_reference, d.partner_reference)
    from jsonb_to_recordset($n::jsonb) as o(instruction_id text, attempt integer, state text, sends integer,
      destination text, fault text, ended_at timestamptz, denied_at timestamptz, refusal text)
    join instruction on instruction.id = o.instruction_id
    where d.instruction_id = instruction.id and d.attempt = o.attempt
  )`,
  screened: `
  screened as (
    insert into screenings (id, account_id, environment, request_id, instruction_id, algorithm, editions,
      blocked_countries, decision, countries, candidates, party_sealed, clearance_id, screened_at)
    select s.id, instruction.account_id, instruction.environment, instruction.request_id, instruction.id, s.algorithm,
      s.editions, s.blocked_countries, s.decision, s.countries, s.candidates, decode(s.party_sealed, 'base64'), s.clearance_id, instruction.at
    from jsonb_to_recordset($n::jsonb) as s(instruction_id text, id text, algorithm text, editions jsonb,
      blocked_countries jsonb, decision text, countries jsonb, candidates jsonb, party_sealed text, clearance_id text)
    join instruction on instruction.id = s.instruction_id
  )`,
  words: `
  words as (
    insert into information_words (id, instruction_id, question_sealed, answer_sealed)
    select w.id, instruction.id, decode(w.question, 'base64'), decode(w.answer, 'base64')
    from jsonb_to_recordset($n::jsonb) as w(instruction_id text, id text, question text, answer text)
    join instruction on instruction.id = w.instruction_id
    on conflict (id) do update set answer_sealed = excluded.answer_sealed
  )`,
  raised: `
  raised as (
    insert into operator_flags (subject, kind, detail)
    select instruction.id, r.kind, r.detail
    from jsonb_to_recordset($n::jsonb) as r(instruction_id text, kind text, detail jsonb)
    join instruction on instruction.id = r.instruction_id
    on conflict (subject, kind) where cleared_at is null do nothing
  )`,
  cleared: `
  cleared as (
    update operator_flags f set cleared_at = now()
    from jsonb_to_recordset($n::jsonb) as c(instruction_id text, kind text)
    join instruction on instruction.id = c.instruction_id
    where f.subject = instruction.id and f.kind = c.kind and f.cleared_at is null
  )`,
  audit: `
  audit as (
    insert into audit_log (actor, act, subject, account_id, request_id, detail)
    select a.actor, a.act, instruction.id, instruction.account_id, a.request_id, a.detail
    from jsonb_to_recordset($n::jsonb) as a(instruction_id text, actor text, act text, request_id text, detail jsonb)
    join instruction on instruction.id = a.instruction_id
  )`,
  compared: `
  compared as (update shipments s set file_changed_at = clock_timestamp() from filed where s.id = filed.id),
  ordered as (insert into outbox (topic, subject, account_id) select '${TOPICS.compareShipment}', id, account_id from filed)`,
};

/** The shipments that a statement compares again. One that waits takes them in their order, so that no two hold one each that the other needs. */
export const filedSql = (isShared: boolean): string =>
  isShared
    ? `
  filed as materialized (
    select distinct f.id, f.account_id from files f join instruction on instruction.id = f.instruction_id
  )`
    : `
  filed as materialized (
    select s.id, s.account_id from shipments s
    where (s.id, s.account_id, s.environment) in (
      select d.shipment_id, d.account_id, d.environment from jsonb_to_recordset($n::jsonb) as c(instruction_id text)
      join instruction on instruction.id = c.instruction_id
      join documents d on d.instruction_id = instruction.id and d.account_id = instruction.account_id
        and d.environment = instruction.environment)
    order by s.id for no key update
  )`;
