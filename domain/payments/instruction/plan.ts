import type { ReturnedMoney } from '../settlement/returned-money';
import { STATUS_RANK, type PaymentStatus } from './status';
import { decide, type Disposition } from '../reports/transitions';

/** What is known of an instruction when something is reported about it. */
export interface InstructionState {
  status: PaymentStatus;
  /** Number of events written so far; the first one names no previous status. */
  eventSequence: number;
  /** Statuses that the history has. */
  historyStatuses: readonly PaymentStatus[];
  /** When the instruction was sent to its partner, or null. */
  dispatchedAt: Date | null;
  /** Reports that wait for a missing step, the oldest first. */
  waiting: readonly ReportedStatus[];
}

/** A status as it was reported, by a partner or by the service itself. */
export interface ReportedStatus {
  /** Null for what Corridor itself established. */
  reportId: string | null;
  status: PaymentStatus;
  effectiveAt: Date;
  message: string | null;
  /** Code of the reason, as the partner wrote it. */
  reasonCode?: string | null;
  /** Of a return, how much came back. */
  returned?: ReturnedMoney | null;
}

/** One line of a payment's history. */
export interface HistoryEntry {
  status: PaymentStatus;
  effectiveAt: Date;
  /** Place in the history: never before the dispatch, unless the entry is the waiting before it. */
  sortAt: Date;
  rank: number;
  message: string | null;
  reasonCode: string | null;
  reportId: string | null;
}

/** An event of a change of status. Source: docs/GAPS.md#W2 */
export interface StatusEvent {
  status: PaymentStatus;
  previousStatus: PaymentStatus | null;
  sequence: number;
  /** Code of the reason, where one was given. */
  reasonCode?: string;
  /** Of a return, how much came back, where that was said. */
  returned?: ReturnedMoney;
}

/** Everything that a report changes; the database applies it as a whole or not at all. */
export interface TransitionPlan {
  disposition: Disposition;
  previousStatus: PaymentStatus;
  status: PaymentStatus;
  history: HistoryEntry[];
  events: StatusEvent[];
  /** Reports that waited and what became of them. */
  resolved: { reportId: string; disposition: Disposition }[];
  /** How much came back, where a return was applied that says so. */
  returned?: ReturnedMoney;
}

/** @returns a plan that leaves a status as it is */
export function emptyPlan(status: PaymentStatus, disposition: Disposition): TransitionPlan {
  return { disposition, previousStatus: status, status, history: [], events: [], resolved: [] };
}

/** The history entry of a report; one from before the dispatch is sorted as at the dispatch. */
function entryOf(report: ReportedStatus, dispatchedAt: Date | null): HistoryEntry {
  const early = dispatchedAt !== null && report.status !== 'pending' && report.effectiveAt < dispatchedAt;
  return {
    status: report.status,
    effectiveAt: report.effectiveAt,
    sortAt: early ? dispatchedAt : report.effectiveAt,
    rank: STATUS_RANK[report.status],
    message: report.message,
    reasonCode: report.reasonCode ?? null,
    reportId: report.reportId,
  };
}

/** Adds a report to a plan: its history entry, its event and its status. */
function applyReport(plan: TransitionPlan, report: ReportedStatus, state: InstructionState): void {
  plan.history.push(entryOf(report, state.dispatchedAt));
  const sequence = state.eventSequence + plan.events.length + 1;
  const { status, reasonCode } = report;
  const reason = typeof reasonCode === 'string' ? { reasonCode } : {};
  const money = status === 'returned' && report.returned ? { returned: report.returned } : {};
  Object.assign(plan, money);
  plan.events.push({ status, previousStatus: sequence === 1 ? null : plan.status, sequence, ...reason, ...money });
  plan.status = report.status;
}

/**
 * Decides the waiting reports again, since the status has moved. Of several about the same return, the first that
 * names an amount says how much came back.
 */
function resolveWaiting(plan: TransitionPlan, state: InstructionState): void {
  const named = state.waiting.find(({ returned }) => returned)?.returned ?? null;
  for (const waiting of state.waiting) {
    if (waiting.reportId === null) continue;
    const disposition = decide(plan.status, waiting.status);
    if (disposition === 'waiting') continue;
    if (disposition === 'applied') applyReport(plan, { ...waiting, returned: waiting.returned ?? named }, state);
    plan.resolved.push({ reportId: waiting.reportId, disposition });
  }
}

/**
 * Plans everything that a reported status changes: history, events, dispositions of this report and of waiting ones.
 * Source: specification, "States and transitions"; docs/GAPS.md#P3
 */
export function planTransition(state: InstructionState, report: ReportedStatus): TransitionPlan {
  const disposition = decide(state.status, report.status);
  const plan = emptyPlan(state.status, disposition);
  if (disposition === 'applied') {
    applyReport(plan, report, state);
    resolveWaiting(plan, state);
  }
  // A status that the history has already is not written twice, however often it is reported late.
  if (disposition === 'stale' && !state.historyStatuses.includes(report.status)) {
    plan.history.push(entryOf(report, state.dispatchedAt));
  }
  return plan;
}

/**
 * Plans what a partner's report changes. If the instruction is still pending here, the report overtook our record of
 * the dispatch and proves it: `submitted` is applied first, so that every status that was passed has its event. A
 * return proves it, too, and then waits as usual.
 * Source: docs/GAPS.md#P3
 */
export function planPartnerReport(state: InstructionState, report: ReportedStatus): TransitionPlan {
  const disposition = decide(state.status, report.status);
  const isOvertaking = state.status === 'pending' && report.status !== 'submitted';
  if (!isOvertaking || (disposition !== 'applied' && disposition !== 'waiting')) return planTransition(state, report);
  const plan = emptyPlan('pending', disposition);
  const effectiveAt = state.dispatchedAt ?? report.effectiveAt;
  applyReport(plan, { reportId: null, status: 'submitted', effectiveAt, message: null }, state);
  if (disposition === 'applied') applyReport(plan, report, state);
  resolveWaiting(plan, state);
  return plan;
}

/**
 * The plan for an instruction that has to wait before its dispatch; null when its history has begun already.
 * Source: docs/GAPS.md#P1
 */
export function planWaiting(state: InstructionState, since: Date, message: string): TransitionPlan | null {
  if (state.status !== 'pending' || state.historyStatuses.length > 0) return null;
  const plan = emptyPlan('pending', 'applied');
  applyReport(plan, { reportId: null, status: 'pending', effectiveAt: since, message }, state);
  return plan;
}

/** The plan for an instruction that waits for something else than before, which its history is to say. */
export function planFurtherWait(at: Date, message: string): TransitionPlan {
  const entry = entryOf({ reportId: null, status: 'pending', effectiveAt: at, message }, null);
  return { ...emptyPlan('pending', 'applied'), history: [entry] };
}
