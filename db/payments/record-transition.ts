import { timePart } from '../../domain/ids';
import type { TransitionPlan } from '../../domain/payments/plan';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Disposition } from '../../domain/payments/transitions';
import type { Reconciliation } from '../../domain/payments/reconciliation';
import type { Queryable } from '../database';
import { fanOutSql } from '../events';
import { newId } from '../ids';
import { TOPICS } from '../outbox';
import type { Cancellation } from './read-instruction';
import type { ReportKey, TransitionState } from './transition-state';

/** A report as it is kept, whatever becomes of it. */
export interface ReportRow extends ReportKey {
  id: string;
  bodyHash: string;
  status: PaymentStatus;
  effectiveAt: Date;
  partnerReference: string | null;
  message: string | null;
  bankReference: string | null;
  disposition: Disposition;
  requestId: string | null;
}

/** What else the same transaction changes. */
export interface TransitionExtras {
  /** When it is recorded; now by default. */
  at?: Date;
  report?: ReportRow;
  settlement?: { bodyHash: string; confirmedAt: Date; confirmation: object; reconciliation: Reconciliation };
  reconciliationCase?: { kind: string; detail: object };
  partnerReference?: string | null;
  waitingReason?: string | null;
  /** Members that change; the others stay. */
  cancellation?: Partial<Cancellation>;
  dispatch?: { attempt: number; state: 'delivered' | 'rejected'; fault: string | null };
  /** Whether the workflow is to be told; the workflow itself needs no telling. */
  signal: boolean;
}

const WRITE_SQL = `
  with instruction as (
    update payment_instructions set
      version = version + 1,
      status = $3,
      event_sequence = event_sequence + $4,
      last_updated_at = case when $5::boolean then $6 else last_updated_at end,
      partner_reference = coalesce($7, partner_reference),
      settled_at = coalesce($8, settled_at),
      waiting_reason = case when $3 = 'pending' then coalesce($9, waiting_reason) end,
      cancellation = case when $10::jsonb is null then cancellation else coalesce(cancellation, '{}') || $10::jsonb end,
      dispatched_at = coalesce(dispatched_at, $11)
    where id = $1 and version = $2
    returning id, account_id, version
  ),
  report as (
    insert into partner_reports (id, instruction_id, partner_id, kind, dedupe_key, body_hash, status, effective_at,
      partner_reference, message, bank_reference, disposition, previous_status, resulting_status, request_id, recorded_at)
    select r.id, instruction.id, r.partner_id, r.kind, r.dedupe_key, r.body_hash, r.status, r.effective_at,
      r.partner_reference, r.message, r.bank_reference, r.disposition, r.previous_status, $3, r.request_id, $6
    from instruction, jsonb_to_recordset($12::jsonb) as r(id text, partner_id text, kind text, dedupe_key text,
      body_hash text, status text, effective_at timestamptz, partner_reference text, message text, bank_reference text,
      disposition text, previous_status text, request_id text)
  ),
  history as (
    insert into status_history (instruction_id, status, effective_at, sort_at, rank, message, report_id, recorded_at)
    select instruction.id, h.status, h.effective_at, h.sort_at, h.rank, h.message, h.report_id, $6
    from instruction, jsonb_to_recordset($13::jsonb) as h(status text, effective_at timestamptz, sort_at timestamptz,
      rank smallint, message text, report_id text)
  ),
  event as (
    insert into events (id, account_id, type, subject, sequence, payload, created_at)
    select e.id, instruction.account_id, e.type, instruction.id, e.sequence, e.payload, $6
    from instruction, jsonb_to_recordset($14::jsonb) as e(id text, type text, sequence integer, payload jsonb)
    returning id, account_id, type, created_at
  ),
  settlement as (
    insert into settlements (instruction_id, report_id, body_hash, confirmed_at, confirmation, reconciliation, recorded_at)
    select instruction.id, s.report_id, s.body_hash, s.confirmed_at, s.confirmation, s.reconciliation, $6
    from instruction, jsonb_to_recordset($15::jsonb) as s(report_id text, body_hash text, confirmed_at timestamptz,
      confirmation jsonb, reconciliation jsonb)
  ),
  opened as (
    insert into reconciliation_cases (id, instruction_id, report_id, kind, detail, created_at)
    select c.id, instruction.id, c.report_id, c.kind, c.detail, $6
    from instruction, jsonb_to_recordset($16::jsonb) as c(id text, report_id text, kind text, detail jsonb)
  ),
  resolved as (
    update partner_reports r set disposition = w.disposition, resulting_status = $3
    from instruction, jsonb_to_recordset($17::jsonb) as w(id text, disposition text)
    where r.id = w.id
  ),
  sent as (
    update dispatches d set state = o.state, fault = o.fault, finished_at = $6,
      partner_reference = coalesce($7, d.partner_reference)
    from instruction, jsonb_to_recordset($18::jsonb) as o(attempt integer, state text, fault text)
    where d.instruction_id = instruction.id and d.attempt = o.attempt
  ),
  signal as (
    insert into outbox (topic, subject, payload)
    select '${TOPICS.signalPayment}', instruction.id, $19::jsonb || jsonb_build_object('version', instruction.version)
    from instruction where $19::jsonb is not null
  ),
  ${fanOutSql('$20')}
  select version from instruction`;

function rows(items: object[]): string {
  return JSON.stringify(items);
}

function reportRows(report: ReportRow | undefined, previousStatus: string): object[] {
  if (report === undefined) return [];
  return [
    {
      id: report.id,
      partner_id: report.partnerId,
      kind: report.kind,
      dedupe_key: report.dedupeKey,
      body_hash: report.bodyHash,
      status: report.status,
      effective_at: report.effectiveAt,
      partner_reference: report.partnerReference,
      message: report.message,
      bank_reference: report.bankReference,
      disposition: report.disposition,
      previous_status: previousStatus,
      request_id: report.requestId,
    },
  ];
}

function eventRows(state: TransitionState, plan: TransitionPlan, nowMs: number): object[] {
  return plan.events.map((event) => ({
    id: newId('event', nowMs),
    type: `payment.${event.status}`,
    sequence: event.sequence,
    payload: {
      instructionId: state.id,
      status: event.status,
      previousStatus: event.previousStatus,
      clientReference: state.clientReference,
      sequence: event.sequence,
    },
  }));
}

function caseRows(plan: TransitionPlan, extras: TransitionExtras): object[] {
  const opened = extras.reconciliationCase;
  const own = opened === undefined ? [] : [{ report_id: extras.report?.id ?? '', ...opened }];
  const late = plan.resolved
    .filter(({ disposition }) => disposition === 'conflicting')
    .map(({ reportId }) => ({ report_id: reportId, kind: 'conflicting_report', detail: { status: plan.status } }));
  return [...own, ...late].map((row) => ({ id: newId('reconciliationCase'), ...row }));
}

/** When the money arrived: the confirmation's word, else that of the report that settled it. */
function settledAt(plan: TransitionPlan, extras: TransitionExtras): Date | null {
  if (extras.settlement !== undefined) return extras.settlement.confirmedAt;
  return plan.history.find((entry) => entry.status === 'settled')?.effectiveAt ?? null;
}

function cancellationAfter(state: TransitionState, plan: TransitionPlan, extras: TransitionExtras): string | null {
  if (extras.cancellation !== undefined) return JSON.stringify(extras.cancellation);
  if (!state.cancellationRequested || plan.status !== 'cancelled') return null;
  return JSON.stringify({ status: 'cancelled' });
}

function settlementRows(extras: TransitionExtras): object[] {
  const { settlement } = extras;
  if (settlement === undefined) return [];
  return [
    {
      report_id: extras.report?.id ?? '',
      body_hash: settlement.bodyHash,
      confirmed_at: settlement.confirmedAt,
      confirmation: settlement.confirmation,
      reconciliation: settlement.reconciliation,
    },
  ];
}

/** What the workflow is told of a report: small values only, since its history is visible to operators. */
function signalOf(plan: TransitionPlan, extras: TransitionExtras): string | null {
  if (!extras.signal) return null;
  const { report } = extras;
  return JSON.stringify({ reportId: report?.id ?? null, status: plan.status, disposition: plan.disposition });
}

/**
 * Applies a plan: status, history, report, events with their deliveries, and what the engine must learn, all in one
 * statement. Nothing else in Corridor writes a payment status.
 * @returns the new version, or null when the instruction changed since `state` was read: read again and plan again
 * Source: docs/ARCHITECTURE.md, "Invariants"
 */
export async function recordTransition(
  database: Queryable,
  state: TransitionState,
  plan: TransitionPlan,
  extras: TransitionExtras,
): Promise<number | null> {
  const now = extras.at ?? new Date();
  const changed = plan.history.length > 0 || extras.settlement !== undefined || extras.cancellation !== undefined;
  const written = await database.query<{ version: number }>(WRITE_SQL, [
    state.id,
    state.version,
    plan.status,
    plan.events.length,
    changed,
    now,
    extras.partnerReference ?? extras.report?.partnerReference ?? null,
    settledAt(plan, extras),
    extras.waitingReason ?? null,
    cancellationAfter(state, plan, extras),
    state.dispatchedAt,
    rows(reportRows(extras.report, plan.previousStatus)),
    rows(
      plan.history.map(({ effectiveAt, sortAt, reportId, ...rest }) => ({
        ...rest,
        effective_at: effectiveAt,
        sort_at: sortAt,
        report_id: reportId,
      })),
    ),
    rows(eventRows(state, plan, now.getTime())),
    rows(settlementRows(extras)),
    rows(caseRows(plan, extras)),
    rows(plan.resolved.map(({ reportId, disposition }) => ({ id: reportId, disposition }))),
    rows(extras.dispatch === undefined ? [] : [extras.dispatch]),
    signalOf(plan, extras),
    timePart(now.getTime()),
  ]);
  return written[0]?.version ?? null;
}

/** How often a transition is planned again when another one comes first; beyond that something is wrong. */
const MAX_TRIES = 50;

/**
 * Runs `attempt` until its write meets the version that it read.
 * @param attempt returns null when the write lost to another one
 */
export async function untilWritten<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Error(`a transition lost ${MAX_TRIES} times to others`);
}
