import type { InstructionState } from '../../domain/payments/plan';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Disposition } from '../../domain/payments/transitions';
import type { Queryable } from '../database';
import { Gatherers } from '../gather';

/** An instruction as a transition needs it; `version` guards the write that follows. */
export interface TransitionState extends InstructionState {
  id: string;
  version: number;
  accountId: string;
  clientReference: string | null;
  submittedAt: Date;
  amount: string;
  currency: string;
  feeEstimated: string;
  expectedDate: string;
  cancellationRequested: boolean;
  /** Whether it was ever dispatched to the partner that asks; true for the engine itself. */
  knownToPartner: boolean;
  settlementHash: string | null;
  /** An earlier report with the same deduplication key. */
  repeat: EarlierReport | null;
}

export interface EarlierReport {
  id: string;
  bodyHash: string;
  status: PaymentStatus;
  disposition: Disposition;
  previousStatus: PaymentStatus;
  resultingStatus: PaymentStatus;
  recordedAt: Date;
}

interface Row {
  position: number;
  id: string;
  version: number;
  account_id: string;
  status: PaymentStatus;
  event_sequence: number;
  client_reference: string | null;
  submitted_at: Date;
  amount: string;
  currency: string;
  fee_estimated: string;
  expected_date: string;
  cancellation_requested: boolean;
  history_statuses: PaymentStatus[];
  dispatched_ms: string | null;
  known: boolean;
  settlement_hash: string | null;
  waiting: { id: string; status: PaymentStatus; at: number; message: string | null }[];
  repeat: {
    id: string;
    hash: string;
    status: PaymentStatus;
    disposition: Disposition;
    previous: PaymentStatus;
    resulting: PaymentStatus;
    at: number;
  } | null;
}

const STATE_SQL = `
  select w.position::integer, i.id, i.version, i.account_id, i.status, i.event_sequence, i.client_reference, i.submitted_at, i.amount,
    i.currency, i.fee_estimated, i.expected_date,
    coalesce(i.cancellation ->> 'status' = 'requested', false) as cancellation_requested,
    array(select distinct h.status from status_history h where h.instruction_id = i.id) as history_statuses,
    (select (extract(epoch from min(d.started_at)) * 1000)::bigint from dispatches d
      where d.instruction_id = i.id and d.state <> 'not_delivered') as dispatched_ms,
    w.partner_id is null or exists (
      select from dispatches d where d.instruction_id = i.id and d.partner_id = w.partner_id) as known,
    (select s.body_hash from settlements s where s.instruction_id = i.id) as settlement_hash,
    coalesce((
      select json_agg(json_build_object('id', r.id, 'status', r.status,
        'at', (extract(epoch from r.effective_at) * 1000)::bigint, 'message', r.message) order by r.recorded_at, r.id)
      from partner_reports r where r.instruction_id = i.id and r.disposition = 'waiting'), '[]'::json) as waiting,
    (select json_build_object('id', r.id, 'hash', r.body_hash, 'status', r.status, 'disposition', r.disposition,
        'previous', r.previous_status, 'resulting', r.resulting_status,
        'at', (extract(epoch from r.recorded_at) * 1000)::bigint)
      from partner_reports r where r.instruction_id = i.id and r.partner_id = w.partner_id and r.kind = w.kind
        and r.dedupe_key = w.dedupe_key) as repeat
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
    as w (id, partner_id, kind, dedupe_key, position)
  join payment_instructions i on i.id = w.id`;

function toState(row: Row): TransitionState {
  const { repeat } = row;
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    status: row.status,
    eventSequence: row.event_sequence,
    clientReference: row.client_reference,
    submittedAt: row.submitted_at,
    amount: row.amount,
    currency: row.currency,
    feeEstimated: row.fee_estimated,
    expectedDate: row.expected_date,
    cancellationRequested: row.cancellation_requested,
    historyStatuses: row.history_statuses,
    dispatchedAt: row.dispatched_ms === null ? null : new Date(Number(row.dispatched_ms)),
    knownToPartner: row.known,
    settlementHash: row.settlement_hash,
    waiting: row.waiting.map(({ id, status, at, message }) => ({
      reportId: id,
      status,
      effectiveAt: new Date(at),
      message,
    })),
    repeat:
      repeat === null
        ? null
        : {
            id: repeat.id,
            bodyHash: repeat.hash,
            status: repeat.status,
            disposition: repeat.disposition,
            previousStatus: repeat.previous,
            resultingStatus: repeat.resulting,
            recordedAt: new Date(repeat.at),
          },
  };
}

/** Names a report among those of its partner about one instruction. */
export interface ReportKey {
  partnerId: string;
  kind: 'status' | 'settlement' | 'cancellation';
  dedupeKey: string;
}

interface Question {
  instructionId: string;
  report: ReportKey | null;
}

async function serve(database: Queryable, questions: readonly Question[]): Promise<(TransitionState | null)[]> {
  const rows = await database.query<Row>(STATE_SQL, [
    questions.map(({ instructionId }) => instructionId),
    questions.map(({ report }) => report?.partnerId ?? null),
    questions.map(({ report }) => report?.kind ?? null),
    questions.map(({ report }) => report?.dedupeKey ?? null),
  ]);
  const states = new Array<TransitionState | null>(questions.length).fill(null);
  for (const row of rows) states[row.position - 1] = toState(row);
  return states;
}

const states = new Gatherers(serve, { maxAtOnce: 50, maxParallel: 1 });

/**
 * What a transition needs to know. Questions that arrive together share a statement.
 * @param report who reports and under which key; null for the engine itself
 */
export function readTransitionState(
  database: Queryable,
  instructionId: string,
  report: ReportKey | null,
): Promise<TransitionState | null> {
  return states.ask(database, { instructionId, report });
}
