import type { ReportKey } from '../../domain/payments/report-key';
import type { ComplianceHold } from '../../domain/payments/compliance-hold';
import type { InformationRequest } from '../../domain/payments/information';
import type { KeptDecision } from '../../domain/payments/operator-decision';
import type { Recall } from '../../domain/payments/recall';
import type { ReturnedMoney } from '../../domain/payments/returned-money';
import type { Cancellation, DispatchState, PaymentState } from '../../domain/payments/state';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Disposition } from '../../domain/payments/transitions';
import type { Queryable } from '../database';
import { PooledBatcher } from '../../lib/batching';
import { rowsOf } from '../parameters';

interface DispatchRow {
  attempt: number;
  partner: string;
  state: DispatchState;
  sends: number;
  started: number;
  ended: number | null;
  denied: number | null;
  refusal: string | null;
}

interface Row {
  position: number;
  read_at: Date;
  id: string;
  version: number;
  account_id: string;
  partner_id: string;
  status: PaymentStatus;
  event_sequence: number;
  client_reference: string | null;
  submitted_at: Date;
  amount: string;
  currency: string;
  fee_estimated: string;
  expected_date: string;
  cut_off_zone: string;
  waiting_reason: string | null;
  release_at: Date | null;
  cancellation: Cancellation | null;
  recall: Recall | null;
  returned: ReturnedMoney | null;
  operator_decision: KeptDecision | null;
  compliance_hold: ComplianceHold | null;
  information: InformationRequest[] | null;
  history_statuses: PaymentStatus[];
  dispatch: DispatchRow | null;
  known: boolean;
  ended_ms: string | null;
  settlement_hash: string | null;
  resubmitted_as: string | null;
  waiting: {
    id: string;
    status: PaymentStatus;
    at: number;
    message: string | null;
    code: string | null;
    returned: ReturnedMoney | null;
  }[];
  claimed: boolean;
  repeat: {
    id: string;
    hash: string;
    status: PaymentStatus;
    disposition: Disposition;
    at: number;
  } | null;
}

/** Unix milliseconds of a moment: JSON has no other that keeps them. */
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

const STATE_SQL = `
  select w.position::integer, clock_timestamp() as read_at, i.id, i.version, i.account_id, i.partner_id, i.status, i.event_sequence,
    i.client_reference, i.submitted_at, i.amount, i.currency, i.fee_estimated, i.expected_date, i.waiting_reason,
    i.cancellation, i.release_at, i.operator_decision, i.compliance_hold, i.information,
    i.resubmitted_as, i.recall, i.returned,
    (select r.cut_off_zone from routes r where r.id = i.route_id) as cut_off_zone,
    array(select distinct h.status from status_history h where h.instruction_id = i.id) as history_statuses,
    (select json_build_object('attempt', d.attempt, 'partner', d.partner_id, 'state', d.state, 'sends', d.sends,
        'started', ${ms('d.started_at')}, 'ended', ${ms('d.finished_at')}, 'denied', ${ms('d.denied_at')},
        'refusal', d.refusal)
      from dispatches d where d.instruction_id = i.id order by d.attempt desc limit 1) as dispatch,
    w.partner_id is null or exists (
      select from dispatches d where d.instruction_id = i.id and d.partner_id = w.partner_id) as known,
    case when i.status in ('failed', 'cancelled') then ${ms(`greatest(
      (select max(r.effective_at) from partner_reports r
        where r.instruction_id = i.id and r.partner_id = i.partner_id and r.disposition = 'applied'
          and r.status = i.status),
      (select max(d.finished_at) from dispatches d where d.instruction_id = i.id
        and d.partner_id = i.partner_id and d.state = 'rejected'))`)}
      end as ended_ms,
    i.status = 'pending' and not exists (
        select from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id)
      and exists (
        select from unmatched_reports u where u.partner_id = i.partner_id and u.instruction_id = i.id) as claimed,
    (select s.body_hash from settlements s where s.instruction_id = i.id) as settlement_hash,
    coalesce((
      select json_agg(json_build_object('id', r.id, 'status', r.status, 'at', ${ms('r.effective_at')},
        'message', r.message, 'code', r.reason_code, 'returned', case when r.returned_amount is not null then
          json_build_object('amount', r.returned_amount::text, 'currency', r.returned_currency) end) order by r.recorded_at, r.id)
      from partner_reports r where r.instruction_id = i.id and r.disposition = 'waiting'), '[]'::json) as waiting,
    (select json_build_object('id', r.id, 'hash', r.body_hash, 'status', r.status, 'disposition', r.disposition,
        'at', ${ms('r.recorded_at')})
      from partner_reports r where r.instruction_id = i.id and r.partner_id = w.partner_id and r.kind = w.kind
        and r.dedupe_key = w.dedupe_key) as repeat
  from ${rowsOf('text', 'text', 'text', 'text')} with ordinality
    as w (id, partner_id, kind, dedupe_key, position)
  join payment_instructions i on i.id = w.id`;

function moment(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}

function toDispatch(row: DispatchRow): PaymentState['dispatch'] {
  return {
    attempt: row.attempt,
    partnerId: row.partner,
    state: row.state,
    sends: row.sends,
    startedAt: new Date(row.started),
    endedAt: moment(row.ended),
    deniedAt: moment(row.denied),
    refusal: row.refusal,
  };
}

function toRepeat(row: Row['repeat']): PaymentState['repeat'] {
  if (row === null) return null;
  return {
    id: row.id,
    bodyHash: row.hash,
    status: row.status,
    disposition: row.disposition,
    recordedAt: new Date(row.at),
  };
}

function toState(row: Row): PaymentState {
  const dispatch = row.dispatch === null ? null : toDispatch(row.dispatch);
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    partnerId: row.partner_id,
    status: row.status,
    eventSequence: row.event_sequence,
    clientReference: row.client_reference,
    submittedAt: row.submitted_at,
    amount: row.amount,
    currency: row.currency,
    feeEstimated: row.fee_estimated,
    expectedDate: row.expected_date,
    cutOffZone: row.cut_off_zone,
    waitingReason: row.waiting_reason,
    releaseAt: row.release_at,
    complianceHold: row.compliance_hold,
    information: row.information ?? [],
    cancellation: row.cancellation,
    recall: row.recall,
    returned: row.returned,
    operatorDecision: row.operator_decision,
    historyStatuses: row.history_statuses,
    dispatch,
    dispatchedAt: dispatch?.startedAt ?? null,
    knownToPartner: row.known,
    endedByPartnerAt: row.ended_ms === null ? null : new Date(Number(row.ended_ms)),
    settlementHash: row.settlement_hash,
    resubmittedAs: row.resubmitted_as,
    waiting: row.waiting.map(({ id, status, at, message, code, returned }) => ({
      reportId: id,
      status,
      effectiveAt: new Date(at),
      message,
      reasonCode: code,
      returned,
    })),
    repeat: toRepeat(row.repeat),
    isClaimed: row.claimed,
  };
}

interface Question {
  instructionId: string;
  report: ReportKey | null;
}

/** A payment as it was read. */
export interface ReadPayment {
  state: PaymentState;
  /** When, by Postgres' clock: the one clock of what is decided about a payment. */
  at: Date;
}

async function serve(database: Queryable, questions: readonly Question[]): Promise<(ReadPayment | null)[]> {
  const rows = await database.query<Row>(STATE_SQL, [
    questions.map(({ instructionId }) => instructionId),
    questions.map(({ report }) => report?.partnerId ?? null),
    questions.map(({ report }) => report?.kind ?? null),
    questions.map(({ report }) => report?.dedupeKey ?? null),
  ]);
  const states = new Array<ReadPayment | null>(questions.length).fill(null);
  for (const row of rows) states[row.position - 1] = { state: toState(row), at: row.read_at };
  return states;
}

const states = new PooledBatcher(serve, { maxBatchSize: 50, maxConcurrent: 1 });

/**
 * What a decision about a payment needs to know. Look-ups that arrive together share a statement.
 * @param report who reports and under which key; null for Corridor itself
 * @returns null when there is no such instruction
 */
export function readPaymentState(
  database: Queryable,
  instructionId: string,
  report: ReportKey | null,
): Promise<ReadPayment | null> {
  return states.submit(database, { instructionId, report });
}
