import { DomainError, paymentNotFound } from '../../errors';
import {
  dispatchUpdate,
  unchangedPlan,
  type CaseToOpen,
  type Decision,
  type Message,
  type PaymentChange,
  type Report,
} from '../instruction/change';
import { planPartnerReport, type TransitionPlan } from '../instruction/plan';
import { isOutcome, isUnpaid, type PaymentStatus } from '../instruction/status';
import { laterReturnCases, planWithBookedReturn, returnCases } from '../settlement/returns';
import { isEarlierPartner, type EarlierReport, type PaymentState } from '../instruction/state';
import { allowedFrom, type Disposition } from '../reports/transitions';

/** Answer to a report. Source: docs/GAPS.md#P4 */
export interface ReportAnswer {
  instructionId: string;
  status: PaymentStatus;
  previousStatus: PaymentStatus;
  disposition: 'applied' | 'duplicate' | 'stale' | 'waiting';
  reportId: string;
  recordedAt: Date;
}

/** A refusal is answered after what led to it was kept: facts about money are never dropped. */
export type Verdict = { answer: ReportAnswer } | { refusal: DomainError };

interface Outcome {
  disposition: Disposition;
  status: PaymentStatus;
  previousStatus: PaymentStatus;
  reported: PaymentStatus;
}

/** A statement of a partner about a payment that it was not asked about. */
export type IncomingReport = Omit<Report, 'kind'> & { kind: 'status' };

/** The error that refuses a report which the status does not allow or contradicts. */
function refusalOf(
  current: PaymentStatus,
  disposition: 'refused' | 'conflicting',
  reported: PaymentStatus,
): DomainError {
  const extra = { current, allowed: allowedFrom(current) };
  if (disposition === 'refused') {
    const message = `An instruction that is ${current} cannot become ${reported}.`;
    return new DomainError('INVALID_TRANSITION', message, { extra });
  }
  const message = `The report of ${reported} contradicts the status ${current}; it is recorded and a reconciliation case is open.`;
  return new DomainError('CONFLICTING_REPORT', message, { extra });
}

/** The reply to a partner's report: its disposition and the status after it, or the error that refuses it. */
export function verdictOf(state: PaymentState, report: { id: string; recordedAt: Date }, outcome: Outcome): Verdict {
  const { disposition, status, previousStatus, reported } = outcome;
  if (disposition === 'refused' || disposition === 'conflicting') {
    return { refusal: refusalOf(status, disposition, reported) };
  }
  const answer = { instructionId: state.id, status, previousStatus, disposition };
  return { answer: { ...answer, reportId: report.id, recordedAt: report.recordedAt } };
}

/** The reply to a report that was received before, which changes nothing; a refusal if its body differs. */
export function repeatVerdict(state: PaymentState, earlier: EarlierReport, bodyHash: string): Verdict {
  if (earlier.bodyHash !== bodyHash) {
    const refusal = new DomainError('DUPLICATE', 'This Idempotency-Key was used for another report.', {
      details: [{ field: 'Idempotency-Key', code: 'reused', message: 'belongs to a report with another body' }],
    });
    return { refusal };
  }
  const wasTaken = earlier.disposition === 'applied' || earlier.disposition === 'stale';
  return verdictOf(state, earlier, {
    disposition: wasTaken ? 'duplicate' : earlier.disposition,
    status: state.status,
    previousStatus: state.status,
    reported: earlier.status,
  });
}

/**
 * Whether a partner works on a payment that ended here as failed or cancelled. What it says of the time before its own
 * word ended the payment is merely late.
 * Source: docs/GAPS.md#P3
 */
function isStillWorking(state: PaymentState, report: Report, disposition: Disposition): boolean {
  if (disposition !== 'stale') return false;
  if (state.status !== 'failed' && state.status !== 'cancelled') return false;
  if (isOutcome(report.status)) return false;
  return state.endedByPartnerAt === null || report.effectiveAt >= state.endedByPartnerAt;
}

/** The cases that a report opens. */
function casesOf(state: PaymentState, report: Report, plan: TransitionPlan): CaseToOpen[] {
  const detail = { current: state.status, reported: report.status, kind: report.kind };
  const late: CaseToOpen[] = plan.resolved
    .filter(({ disposition }) => disposition === 'conflicting')
    .map(({ reportId }) => ({ kind: 'conflicting_report', reportId, detail: { status: plan.status } }));
  if (plan.disposition === 'conflicting') return [{ kind: 'conflicting_report', reportId: report.id, detail }, ...late];
  late.push(...returnCases(state, plan, report.id), ...laterReturnCases(state, report.returned ?? null, report.id));
  if (!isStillWorking(state, report, plan.disposition)) return late;
  return [{ kind: 'partner_continues', reportId: report.id, detail }, ...late];
}

/** What an earlier partner says that does not contradict its having let the payment go. */
function isLettingGo(status: PaymentStatus): boolean {
  return isUnpaid(status);
}

/**
 * Keeps a report of an earlier partner and opens a case; if that partner works on the payment, it is asked to stop.
 * Source: docs/GAPS.md#P10
 */
function changeByEarlierPartner(state: PaymentState, report: Report, at: Date): PaymentChange {
  const { partnerId, status, kind } = report;
  const detail = { current: state.status, reported: status, kind, partnerId };
  const messages: Message[] = isOutcome(status) ? [] : [{ topic: 'stop', partnerId }];
  return {
    plan: unchangedPlan(state, isLettingGo(status) ? 'stale' : 'conflicting'),
    at,
    report,
    cases: [{ kind: 'earlier_partner', reportId: report.id, detail }],
    messages,
  };
}

/** The change by a partner's report, with the cases that it opens. */
export function changeByReport(state: PaymentState, report: Report, at: Date): PaymentChange {
  if (isEarlierPartner(state, report.partnerId)) return changeByEarlierPartner(state, report, at);
  const { id: reportId, status, effectiveAt, message, reasonCode, returned = null } = report;
  const planned = planPartnerReport(state, { reportId, status, effectiveAt, message, reasonCode, returned });
  // The return was reported without an amount: this is it.
  const isFirstAmount = state.status === 'returned' && state.returned === null && returned !== null;
  const plan = isFirstAmount ? { ...planned, returned } : planWithBookedReturn(state, planned);
  const { dispatch } = state;
  // A word that is refused or contradicts stands among the reports alone: what the payment shows are those it went by.
  const isTaken = plan.disposition !== 'refused' && plan.disposition !== 'conflicting';
  const isProven = dispatch !== null && dispatch.state !== 'delivered' && plan.status !== state.status;
  return {
    plan,
    at,
    report,
    cases: casesOf(state, report, plan),
    messages: isStillWorking(state, report, plan.disposition) ? [{ topic: 'stop' }] : [],
    partnerReference: isTaken ? report.partnerReference : null,
    bankReference: isTaken ? report.bankReference : null,
    ...(isProven ? { dispatch: dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null }) } : {}),
  };
}

/**
 * Decides a partner's status report by the table of transitions.
 * @param at when it is recorded
 * @returns the reply to the partner, and the change; a repeated report changes nothing
 * @throws DomainError NOT_FOUND when the instruction was never dispatched to this partner
 * Source: specification, "States and transitions"; docs/GAPS.md#P3, docs/GAPS.md#P4
 */
export function decideStatusReport(state: PaymentState, report: IncomingReport, at: Date): Decision<Verdict> {
  if (!state.knownToPartner) throw paymentNotFound();
  if (state.repeat !== null) return { result: repeatVerdict(state, state.repeat, report.bodyHash), change: null };
  const change = changeByReport(state, report, at);
  const { disposition, status, previousStatus } = change.plan;
  const outcome = { disposition, status, previousStatus, reported: report.status };
  return { result: verdictOf(state, { id: report.id, recordedAt: at }, outcome), change };
}
