import type { TransitionPlan } from '../../domain/payments/plan';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Disposition } from '../../domain/payments/transitions';
import type { Reconciliation } from '../../domain/payments/reconciliation';
import type { Queryable } from '../database';
import { newId } from '../ids';
import type { Cancellation } from './read-instruction';
import type { ReportKey, TransitionState } from './transition-state';
import { writeChange, type Change } from './write-change';

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

function cancellationAfter(state: TransitionState, plan: TransitionPlan, extras: TransitionExtras): object | null {
  if (extras.cancellation !== undefined) return extras.cancellation;
  return state.cancellationRequested && plan.status === 'cancelled' ? { status: 'cancelled' } : null;
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
function signalOf(plan: TransitionPlan, { signal, report }: TransitionExtras): object | null {
  return signal ? { reportId: report?.id ?? null, status: plan.status, disposition: plan.disposition } : null;
}

function historyRows(plan: TransitionPlan): object[] {
  return plan.history.map(({ effectiveAt, sortAt, reportId, ...rest }) => ({
    ...rest,
    effective_at: effectiveAt,
    sort_at: sortAt,
    report_id: reportId,
  }));
}

function changeOf(state: TransitionState, plan: TransitionPlan, extras: TransitionExtras): Change {
  const at = extras.at ?? new Date();
  return {
    instruction: {
      id: state.id,
      version: state.version,
      status: plan.status,
      events: plan.events.length,
      changed: plan.history.length > 0 || extras.settlement !== undefined || extras.cancellation !== undefined,
      at,
      partner_reference: extras.partnerReference ?? extras.report?.partnerReference ?? null,
      settled_at: settledAt(plan, extras),
      waiting_reason: extras.waitingReason ?? null,
      cancellation: cancellationAfter(state, plan, extras),
      dispatched_at: state.dispatchedAt,
      signal: signalOf(plan, extras),
    },
    parts: {
      report: reportRows(extras.report, plan.previousStatus),
      history: historyRows(plan),
      event: eventRows(state, plan, at.getTime()),
      settlement: settlementRows(extras),
      opened: caseRows(plan, extras),
      resolved: plan.resolved.map(({ reportId, disposition }) => ({ id: reportId, disposition })),
      sent: extras.dispatch === undefined ? [] : [extras.dispatch],
    },
  };
}

/**
 * Applies a plan: status, history, report, events with their deliveries, and what the engine must learn, all in one
 * statement, which changes of other instructions that arrive together may share. Nothing else in Corridor writes a
 * payment status.
 * @returns the new version, or null when the instruction changed since `state` was read: read again and plan again
 * Source: docs/ARCHITECTURE.md, "Invariants"
 */
export async function recordTransition(
  database: Queryable,
  state: TransitionState,
  plan: TransitionPlan,
  extras: TransitionExtras,
): Promise<number | null> {
  return writeChange(database, changeOf(state, plan, extras));
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
