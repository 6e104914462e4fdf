import type { ReportKey } from '../../../domain/payments/reports/report-key';
import type { ReturnedMoney } from '../../../domain/payments/settlement/returned-money';
import type { BatchCancelledBy, DispatchState, PaymentState } from '../../../domain/payments/instruction/state';
import { UNPAID_OUTCOMES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import { currentApproval } from '../../../domain/payments/review/approval';
import { judgeConditions, type ConditionFact } from '../../../domain/payments/review/conditions';
import type { Disposition } from '../../../domain/payments/reports/transitions';
import { IS_SCREENED_SQL } from '../../compliance/screened-with';
import { isMemberSql } from '../../auth/member-sql';
import type { Queryable } from '../../database';
import { PooledBatcher } from '../../../lib/batching';
import { rowsOf } from '../../parameters';
import { CONDITION_FACTS_SQL } from '../review/condition-facts';
import { selectColumns, unixMs, type InstructionValues } from './instruction-columns';
import { isOneOfSql } from '../../status-sql';

/** Columns that are a member of the state each. */
const STATE_COLUMNS = [
  'id',
  'version',
  'accountId',
  'partnerId',
  'status',
  'eventSequence',
  'clientReference',
  'submittedAt',
  'lastUpdatedAt',
  'amount',
  'currency',
  'feeEstimated',
  'expectedDate',
  'waitingReason',
  'releaseAt',
  'complianceHold',
  'contradiction',
  'approval',
  'information',
  'cancellation',
  'recall',
  'returned',
  'bookings',
  'proof',
  'payeeCheck',
  'conditions',
  'operatorDecision',
  'resubmittedAs',
] as const satisfies readonly (keyof InstructionValues)[];

/** SQL of the moment that holds instruction `i` for its beneficiary, as `PaymentState` has it; read anew each time. */
const BENEFICIARY_HELD_SQL = `case when i.beneficiary_id is not null then (
    select v.held_until from beneficiary_versions v where v.beneficiary_id = i.beneficiary_id
      and v.version = i.beneficiary_version and v.confirmed_at is null) end as "beneficiaryHeldUntil"`;

/** SQL of who cancelled the batch of instruction `i`; read anew each time. */
const BATCH_CANCELLED_SQL = `case when i.batch_id is not null then (
    select b.cancelled_by || jsonb_build_object('batchId', b.id) from payment_batches b
      where b.id = i.batch_id and b.status in ('cancelling', 'cancelled')) end as "batchCancelledBy"`;

/** SQL of the ids of those who approved instruction `i` and are no members of its account any more. */
const FORMER_APPROVERS_SQL = `case when i.approval is not null then array(
    select u.id from users u where u.id in (select g ->> 'by' from jsonb_array_elements(i.approval -> 'given') g)
      and not ${isMemberSql('i.account_id')})
    end as "formerApprovers"`;

/** SQL of what is known of the conditions of instruction `i`, in their order; null where it waits for none. */
const CONDITIONS_SQL = `case when i.conditions is not null and i.status = 'pending' then (
    select json_agg(${CONDITION_FACTS_SQL} order by f.place)
    from condition_facts(i.conditions, i.account_id, i.environment) f) end as "conditionFacts"`;

interface DispatchRow {
  attempt: number;
  partner: string;
  state: DispatchState;
  sends: number;
  destination: string | null;
  started: number;
  ended: number | null;
  denied: number | null;
  refusal: string | null;
}

interface Row extends Pick<InstructionValues, (typeof STATE_COLUMNS)[number]> {
  cutOffZone: string;
  partnerGeneration: number | null;
  beneficiaryHeldUntil: Date | null;
  batchCancelledBy: BatchCancelledBy | null;
  isScreened: boolean;
  formerApprovers: string[] | null;
  conditionFacts: ConditionFact[] | null;
  historyStatuses: PaymentStatus[];
  dispatch: DispatchRow | null;
  knownToPartner: boolean;
  /** Unix milliseconds. */
  endedMs: string | null;
  settlement: { hash: string; at: number; booked: PaymentState['bookedSettlement'] } | null;
  waiting: {
    id: string;
    status: PaymentStatus;
    at: number;
    message: string | null;
    code: string | null;
    returned: ReturnedMoney | null;
  }[];
  isClaimed: boolean;
  repeat: {
    id: string;
    hash: string;
    status: PaymentStatus;
    disposition: Disposition;
    at: number;
  } | null;
}

/** @param more SQL of further columns, of instruction `i` or question `w` */
export const stateSql = (more: string): string => `
  select ${more}, clock_timestamp() as "readAt", ${selectColumns(STATE_COLUMNS)},
    (select r.cut_off_zone from routes r where r.id = i.route_id) as "cutOffZone",
    case when i.status = 'pending' then (select p.generation from partners p where p.id = i.partner_id) end
      as "partnerGeneration",
    ${BENEFICIARY_HELD_SQL}, ${CONDITIONS_SQL}, ${BATCH_CANCELLED_SQL}, ${FORMER_APPROVERS_SQL}, ${IS_SCREENED_SQL} as "isScreened",
    array(select distinct h.status from status_history h where h.instruction_id = i.id) as "historyStatuses",
    (select json_build_object('attempt', d.attempt, 'partner', d.partner_id, 'state', d.state, 'sends', d.sends,
        'destination', d.destination, 'started', ${unixMs('d.started_at')}, 'ended', ${unixMs('d.finished_at')}, 'denied', ${unixMs('d.denied_at')},
        'refusal', d.refusal)
      from dispatches d where d.instruction_id = i.id order by d.attempt desc limit 1) as dispatch,
    w.partner_id is null or exists (
      select from dispatches d where d.instruction_id = i.id and d.partner_id = w.partner_id) as "knownToPartner",
    case when ${isOneOfSql('i.status', UNPAID_OUTCOMES)} then ${unixMs(`greatest(
      (select max(r.effective_at) from partner_reports r
        where r.instruction_id = i.id and r.partner_id = i.partner_id and r.disposition = 'applied'
          and r.status = i.status),
      (select max(d.finished_at) from dispatches d where d.instruction_id = i.id
        and d.partner_id = i.partner_id and d.state = 'rejected'))`)}
      end as "endedMs",
    i.status = 'pending' and not exists (
        select from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id)
      and exists (
        select from unmatched_reports u where u.partner_id = i.partner_id and u.instruction_id = i.id) as "isClaimed",
    (select json_build_object('hash', s.body_hash, 'at', ${unixMs('s.confirmed_at')}, 'booked', case when s.is_booked then
          json_build_object('amount', s.confirmation ->> 'actualAmount', 'currency', s.confirmation ->> 'actualCurrency', 'witness',
            (select r.body_hash from partner_reports r where r.instruction_id = i.id and r.kind = 'settlement'
              and r.disposition = 'applied' and r.id <> s.report_id order by r.recorded_at limit 1)) end)
      from settlements s where s.instruction_id = i.id) as settlement,
    coalesce((
      select json_agg(json_build_object('id', r.id, 'status', r.status, 'at', ${unixMs('r.effective_at')},
        'message', r.message, 'code', r.reason_code, 'returned', case when r.returned_amount is not null then
          json_build_object('amount', r.returned_amount::text, 'currency', r.returned_currency) end) order by r.recorded_at, r.id)
      from partner_reports r where r.instruction_id = i.id and r.disposition = 'waiting'), '[]'::json) as waiting,
    (select json_build_object('id', r.id, 'hash', r.body_hash, 'status', r.status, 'disposition', r.disposition,
        'at', ${unixMs('r.recorded_at')})
      from partner_reports r where r.instruction_id = i.id and r.partner_id = w.partner_id and r.kind = w.kind
        and r.dedupe_key = w.dedupe_key) as repeat
  from ${rowsOf('text', 'text', 'text', 'text')} with ordinality
    as w (id, partner_id, kind, dedupe_key, position)
  join payment_instructions i on i.id = w.id`;

const STATE_SQL = stateSql('w.position::integer');

function moment(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}

function toDispatch(row: DispatchRow): PaymentState['dispatch'] {
  return {
    attempt: row.attempt,
    partnerId: row.partner,
    state: row.state,
    sends: row.sends,
    destination: row.destination,
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

export function readPaymentOf({ readAt: at, ...row }: StateRow): ReadPayment {
  return { state: toState(row), at };
}

/** The state of a payment by its row; conditions and approvals are judged by what is known now. */
function toState({
  information,
  bookings,
  dispatch: row,
  endedMs,
  waiting,
  repeat,
  settlement,
  approval,
  formerApprovers,
  conditions,
  conditionFacts,
  ...rest
}: Row): PaymentState {
  const dispatch = row === null ? null : toDispatch(row);
  return {
    ...rest,
    information: information ?? [],
    bookings: bookings ?? [],
    approval: approval === null ? null : currentApproval(approval, formerApprovers ?? []),
    conditions:
      conditions === null || conditionFacts === null ? conditions : judgeConditions(conditions, conditionFacts),
    dispatch,
    dispatchedAt: dispatch?.startedAt ?? null,
    endedByPartnerAt: endedMs === null ? null : new Date(Number(endedMs)),
    waiting: waiting.map(({ id, status, at, message, code, returned }) => ({
      reportId: id,
      status,
      effectiveAt: new Date(at),
      message,
      reasonCode: code,
      returned,
    })),
    settlementHash: settlement?.hash ?? null,
    settlementConfirmedAt: moment(settlement?.at ?? null),
    bookedSettlement: settlement?.booked ?? null,
    repeat: toRepeat(repeat),
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

/** A row of a statement of `stateSql`. */
export type StateRow = Row & { readAt: Date };

/**
 * Runs a statement about several payments with the reports that the caller asks about.
 * @param sql of `stateSql`
 */
export async function queryStates<More>(
  database: Queryable,
  sql: string,
  questions: readonly Question[],
): Promise<(StateRow & More)[]> {
  return database.query<StateRow & More>(sql, [
    questions.map(({ instructionId }) => instructionId),
    questions.map(({ report }) => report?.partnerId ?? null),
    questions.map(({ report }) => report?.kind ?? null),
    questions.map(({ report }) => report?.dedupeKey ?? null),
  ]);
}

/** Answers many questions with one statement, in their order; null for an unknown payment. */
async function serveStates(database: Queryable, questions: readonly Question[]): Promise<(ReadPayment | null)[]> {
  const states = new Array<ReadPayment | null>(questions.length).fill(null);
  const rows = await queryStates<{ position: number }>(database, STATE_SQL, questions);
  for (const { position, ...row } of rows) states[position - 1] = readPaymentOf(row);
  return states;
}

const states = new PooledBatcher(serveStates, { maxBatchSize: 50, maxConcurrent: 1 });

/**
 * Reads the state that decisions about a payment need. Concurrent look-ups share a statement.
 * @param report the reporting partner and its deduplication key; null for Corridor itself
 * @returns null when there is no such instruction
 */
export function readPaymentState(
  database: Queryable,
  instructionId: string,
  report: ReportKey | null,
): Promise<ReadPayment | null> {
  return states.submit(database, { instructionId, report });
}

/**
 * The same of several payments in one statement, for Corridor itself.
 * @returns one for each id, in their order
 */
export function readPaymentStates(
  database: Queryable,
  instructionIds: readonly string[],
): Promise<(ReadPayment | null)[]> {
  return serveStates(
    database,
    instructionIds.map((instructionId) => ({ instructionId, report: null })),
  );
}
