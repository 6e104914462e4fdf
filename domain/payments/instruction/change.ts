import type { EventBody } from '../../webhooks/events';
import type { Approval } from '../review/approval';
import type { ComplianceHold } from '../review/compliance-hold';
import type { Conditions } from '../review/conditions';
import type { Contradiction } from '../review/contradiction';
import type { RouteTerms } from '../routing/failover';
import type { InformationRequest, SealedWords } from '../review/information';
import type { PayeeCheck } from '../review/payee-check';
import type { KeptDecision } from '../review/operator-decision';
import { destinationName } from '../dispatch/destination';
import { emptyPlan, planTransition, type HistoryEntry, type TransitionPlan } from './plan';
import type { Booking, Proof } from '../settlement/booking';
import type { Recall } from '../settlement/recall';
import type { Reconciliation } from '../settlement/reconciliation';
import type { NewDates } from '../routing/redating';
import type { ReturnedMoney } from '../settlement/returned-money';
import type { Cancellation, Dispatch, PaymentState } from './state';
import { isOutcome, type PaymentStatus } from './status';
import type { ReportKey } from '../reports/report-key';
import type { ConfirmedSettlement } from '../reports/report-schema';
import type { Disposition } from '../reports/transitions';

/** A partner's report, as it is stored whatever its disposition. */
export interface Report extends ReportKey {
  id: string;
  bodyHash: string;
  status: PaymentStatus;
  effectiveAt: Date;
  partnerReference: string | null;
  message: string | null;
  bankReference: string | null;
  /** Code of the reason, of ISO 20022 or of the partner's own. */
  reasonCode: string | null;
  /** Of a return, how much came back, where that was said. */
  returned?: ReturnedMoney | null;
  requestId: string | null;
  /** Exact bytes and signature headers, sealed; null for answers to questions of ours. */
  evidence: Buffer | null;
}

/** Two facts about money that contradict each other. Source: docs/GAPS.md#P5 */
export interface CaseToOpen {
  kind:
    | 'conflicting_report'
    | 'conflicting_settlement'
    | 'reconciliation_mismatch'
    | 'partner_continues'
    | 'stop_refused'
    | 'conflicting_submission'
    | 'earlier_partner'
    | 'listed_beneficiary'
    | 'statement_contradicts'
    | 'given_up'
    | 'return_mismatch'
    | 'booking_overdue';
  /** The report that it is about; null where the partner said it in an answer to a call of ours. */
  reportId: string | null;
  detail: object;
}

/** A report for the workflow, as operators read it in the history. Source: docs/GAPS.md#P4 */
interface ReportMessage {
  topic: 'changed';
  reportId: string;
  /** Status that the partner reported; the status that the payment has then is added where it is written. */
  reported: PaymentStatus;
  disposition: Disposition;
  /** When it was recorded, ISO 8601. */
  at: string;
  /** How long it waits for further reports, which travel with it; 0 for a report on which the workflow acts. */
  delayMs: number;
}

/** How long a report on which the workflow does not act waits for others of its payment. Source: docs/GAPS.md#P4 */
const REPORT_DELAY_MS = 500;

/** Messages that the relay delivers to Temporal, written in the transaction of the change. */
export type Message =
  /** The workflow must act at once: the payment has moved without a report, or an operator has decided. */
  | { topic: 'changed'; disposition: 'applied' | 'operator'; reportId: null; retry?: boolean }
  | ReportMessage
  /** Its bank has booked it: payments that wait for that are judged anew. */
  | { topic: 'proved' }
  /** The partner is to be asked to cancel. */
  | { topic: 'cancel' }
  /** The partner is to be asked to give settled money back. */
  | { topic: 'recall' }
  /**
   * The payment has ended here, or was rerouted, and a partner works on it: it is to be asked to stop.
   * `partnerId`: which one, where it is not the one that the payment has now.
   */
  | { topic: 'stop'; partnerId?: string };

/**
 * Members of the latest dispatch that change; `begin` makes the attempt or sends it again, `recover` puts one on record
 * whose record was lost.
 */
export type DispatchChange =
  | { kind: 'begin'; attempt: number; destination: string }
  | {
      kind: 'recover';
      attempt: number;
      destination: string | null;
      state: Dispatch['state'];
      fault: string | null;
    }
  | {
      kind: 'update';
      attempt: number;
      state: Dispatch['state'];
      sends: number;
      destination: string | null;
      fault: string | null;
      endedAt: Date | null;
      deniedAt: Date | null;
      refusal: string | null;
    };

/** Receipt of a screening as it is stored; its contents are opaque here. */
export interface KeptScreening extends Record<string, unknown> {
  id: string;
}

/** Who did it, for the audit log. */
export interface AuditEntry {
  actor: string;
  act: string;
  requestId: string | null;
  detail: object;
}

/** Everything that one decision changes; the database applies it as a whole or not at all. */
export interface PaymentChange {
  plan: TransitionPlan;
  /** When it is recorded. */
  at: Date;
  report?: Report;
  settlement?: {
    bodyHash: string;
    confirmedAt: Date;
    /** As the partner, or its bank, said it. */
    confirmation: Pick<ConfirmedSettlement, 'actualAmount' | 'actualCurrency'>;
    reconciliation: Reconciliation;
    /** Whether a booking is the confirmation. */
    isBooked: boolean;
  };
  cases?: CaseToOpen[];
  /** Kinds of cases that end, where all that they say is over. */
  closedCases?: readonly ('statement_contradicts' | 'return_mismatch' | 'booking_overdue')[];
  /** What its banks have booked, as it is then. */
  bookings?: readonly Booking[];
  /** What its bank's books say of it then. */
  proof?: Proof;
  /** What the payee's bank says of the name, as it is then. */
  payeeCheck?: PayeeCheck;
  /** What it waits for, with what is known of it then. */
  conditions?: Conditions;
  /** The name that it suggests. */
  words?: SealedWords;
  /** Events beside those of the statuses. */
  notices?: EventBody[];
  partnerReference?: string | null;
  bankReference?: string | null;
  waitingReason?: string;
  /** Members that change; the others stay. */
  cancellation?: Partial<Cancellation>;
  /** What was asked back, as it is then. */
  recall?: Recall;
  dispatch?: DispatchChange;
  /** The route that it is rerouted to. */
  reroute?: RouteTerms;
  /** New dates by the route that it has. */
  redate?: NewDates;
  messages?: Message[];
  /** What an operator decided, in the place of an earlier decision. */
  operatorDecision?: KeptDecision;
  /** The payment by which it was instructed again. */
  resubmittedAs?: string;
  /** What compliance decided. */
  complianceHold?: ComplianceHold;
  /** What contradicts it, or that a person has decided about that. */
  contradiction?: Contradiction;
  /** The approvals of members, as they are then. */
  approval?: Approval;
  /** What the client was asked, as it is then, and the words of the one that is new or answered. */
  information?: { requests: readonly InformationRequest[]; words: SealedWords };
  /** What it was screened with again, and what that found. */
  screening?: KeptScreening;
  /** Flags about this payment that are shown to operators until they are cleared. */
  raisedFlags?: readonly { kind: string; detail: object }[];
  /** Kinds of flags about this payment that are taken down. */
  settledFlags?: readonly string[];
  audit?: AuditEntry;
}

/** The result of a decision and the change it makes; a null change changes nothing. */
export interface Decision<Result> {
  result: Result;
  change: PaymentChange | null;
}

/** @returns a plan that leaves the status as it is */
export function unchangedPlan(state: PaymentState, disposition: Disposition = 'applied'): TransitionPlan {
  return emptyPlan(state.status, disposition);
}

/** @returns the plan that cancels a payment which no partner has, as its client wants it */
export function clientCancellationPlan(state: PaymentState, at: Date): TransitionPlan {
  const message = 'Cancelled by the client';
  return planTransition(state, { reportId: null, status: 'cancelled', effectiveAt: at, message });
}

/** @returns an update of the latest dispatch that changes what `members` names */
export function dispatchUpdate(
  dispatch: Dispatch,
  members: Partial<Omit<Dispatch, 'attempt' | 'partnerId' | 'startedAt'>> & { fault?: string | null },
): DispatchChange {
  const { attempt, state, sends, destination, endedAt, deniedAt, refusal } = dispatch;
  return { kind: 'update', attempt, state, sends, destination, endedAt, deniedAt, refusal, fault: null, ...members };
}

/** When the money arrived, by the confirmation, else by the report that settled it; null for other changes. */
export function settledAtOf(change: PaymentChange): Date | null {
  if (change.settlement !== undefined) return change.settlement.confirmedAt;
  return change.plan.history.find((entry) => entry.status === 'settled')?.effectiveAt ?? null;
}

/**
 * The client's cancellation after a change: done when the payment ends as cancelled, refused when it ends otherwise,
 * whatever the partner replied. A partner that refused may still cancel.
 * @returns null where it does not change
 */
export function cancellationAfter(state: PaymentState, change: PaymentChange): Partial<Cancellation> | null {
  if (change.cancellation !== undefined) return change.cancellation;
  const { cancellation } = state;
  const { status } = change.plan;
  if (cancellation === null || cancellation.status === 'cancelled') return null;
  if (status === 'cancelled') return { status };
  return cancellation.status === 'requested' && isOutcome(status) ? { status: 'refused' } : null;
}

/**
 * The message about a report, unless the payment has an outcome and so no workflow. A report that the workflow need
 * not act on at once is sent later.
 */
function reportMessages(state: PaymentState, { report, plan, at }: PaymentChange): ReportMessage[] {
  if (report === undefined || isOutcome(state.status)) return [];
  const hasMoved = plan.status !== state.status;
  const isUrgent =
    plan.disposition === 'waiting' || (hasMoved && (isOutcome(plan.status) || state.status === 'pending'));
  const { id: reportId, status: reported } = report;
  const { disposition } = plan;
  const delayMs = isUrgent ? 0 : REPORT_DELAY_MS;
  return [{ topic: 'changed', reportId, reported, disposition, at: at.toISOString(), delayMs }];
}

/**
 * The messages to send after a change: about its report, those it carries, and `proved` once there is proof. When a
 * partner is first known to have the payment, a pending cancellation is sent again: before, the partner could only
 * reply that there was nothing to cancel.
 * Source: docs/GAPS.md#P7
 */
export function messagesAfter(state: PaymentState, change: PaymentChange): readonly Message[] {
  const { plan } = change;
  const isProved = change.proof?.state === 'proved' && state.proof?.state !== 'proved';
  const messages: Message[] = [
    ...reportMessages(state, change),
    ...(change.messages ?? []),
    ...(isProved ? [{ topic: 'proved' as const }] : []),
  ];
  const isTaken = state.status === 'pending' && plan.status !== 'pending' && !isOutcome(plan.status);
  const status = cancellationAfter(state, change)?.status ?? state.cancellation?.status;
  if (!isTaken || status !== 'requested') return messages;
  return [...messages, { topic: 'cancel' }];
}

function bookedSettlementAfter(
  { bookedSettlement: booked }: PaymentState,
  { settlement, report, plan }: PaymentChange,
): PaymentState['bookedSettlement'] {
  const isWitness = report?.kind === 'settlement' && plan.disposition === 'applied';
  if (settlement?.isBooked !== true) return booked && isWitness ? { ...booked, witness: report.bodyHash } : booked;
  const { actualAmount, actualCurrency } = settlement.confirmation;
  return { amount: String(actualAmount), currency: actualCurrency, witness: null };
}

/** The recall after a change: returned with the payment, even if it was refused before; null if it does not change. */
export function recallAfter(state: PaymentState, change: PaymentChange): Recall | null {
  if (change.recall !== undefined) return change.recall;
  const { recall } = state;
  const isDone = recall !== null && recall.status !== 'returned' && change.plan.status === 'returned';
  return isDone ? { ...recall, status: 'returned', answeredAt: change.at.toISOString() } : null;
}

/** A dispatch whose record was lost, as far as it can be known: one call of the next attempt, which has ended. */
export function lostDispatch({ dispatch, partnerId, partnerGeneration }: PaymentState, at: Date): Dispatch {
  const attempt = (dispatch?.attempt ?? 0) + 1;
  const call = { attempt, partnerId, sends: 1, destination: destinationName(partnerGeneration), startedAt: at };
  return { ...call, state: 'unknown', endedAt: at, deniedAt: null, refusal: null };
}

/** The dispatch after a change; null before the first one. */
function dispatchAfter(state: PaymentState, change: PaymentChange): Dispatch | null {
  const { dispatch } = change;
  if (dispatch === undefined) return state.dispatch;
  if (dispatch.kind === 'update') {
    if (state.dispatch === null) return null;
    const { state: newState, sends, destination, endedAt, deniedAt, refusal } = dispatch;
    return { ...state.dispatch, state: newState, sends, destination, endedAt, deniedAt, refusal };
  }
  if (dispatch.kind === 'recover') return { ...lostDispatch(state, change.at), state: dispatch.state };
  const again = state.dispatch?.attempt === dispatch.attempt ? state.dispatch : null;
  return {
    attempt: dispatch.attempt,
    partnerId: state.partnerId,
    state: 'sending',
    sends: (again?.sends ?? 0) + 1,
    destination: dispatch.destination,
    startedAt: again?.startedAt ?? change.at,
    endedAt: null,
    deniedAt: null,
    refusal: again?.refusal ?? null,
  };
}

function statusesAfter(state: PaymentState, history: readonly HistoryEntry[]): PaymentStatus[] {
  return [...new Set([...state.historyStatuses, ...history.map(({ status }) => status)])];
}

/** Whether the client can see a change; only then the time of the last update moves. */
export function isVisible({
  plan,
  settlement,
  cancellation,
  recall,
  information,
  report,
  waitingReason,
  approval,
  proof,
  payeeCheck,
  conditions,
  reroute,
  redate,
}: PaymentChange): boolean {
  if (plan.history.length > 0 || plan.returned !== undefined || settlement !== undefined || cancellation !== undefined)
    return true;
  if (recall !== undefined || information !== undefined || approval !== undefined) return true;
  if (proof !== undefined || payeeCheck !== undefined || conditions !== undefined) return true;
  if (reroute !== undefined || redate !== undefined || waitingReason !== undefined) return true;
  return report !== undefined && report.bankReference !== null;
}

/**
 * The state after a change, without reading it again, for a caller that decides once more at once. It has no reports,
 * so it serves only Corridor's own decisions.
 */
export function stateAfter(state: PaymentState, change: PaymentChange, version: number): PaymentState {
  const { plan } = change;
  const resolved = new Set(plan.resolved.map(({ reportId }) => reportId));
  const cancellation = cancellationAfter(state, change);
  const dispatch = dispatchAfter(state, change);
  const { partnerId, feeEstimated, cutOffZone } = change.reroute ?? state;
  const { expectedDate, releaseAt } = change.reroute ?? change.redate ?? state;
  return {
    ...state,
    ...{ partnerId, feeEstimated, cutOffZone, expectedDate, releaseAt },
    version,
    lastUpdatedAt: isVisible(change) ? change.at : state.lastUpdatedAt,
    status: plan.status,
    eventSequence: state.eventSequence + plan.events.length,
    historyStatuses: statusesAfter(state, plan.history),
    waiting: state.waiting.filter(({ reportId }) => reportId === null || !resolved.has(reportId)),
    waitingReason: plan.status === 'pending' ? (change.waitingReason ?? state.waitingReason) : null,
    cancellation:
      cancellation === null
        ? state.cancellation
        : { status: 'requested', reason: null, requestedAt: '', ...state.cancellation, ...cancellation },
    recall: recallAfter(state, change) ?? state.recall,
    returned: plan.returned ?? state.returned,
    bookings: change.bookings ?? state.bookings,
    proof: change.proof ?? state.proof,
    payeeCheck: change.payeeCheck ?? state.payeeCheck,
    conditions: change.conditions ?? state.conditions,
    dispatch,
    dispatchedAt: dispatch?.startedAt ?? null,
    operatorDecision: change.operatorDecision ?? state.operatorDecision,
    complianceHold: change.complianceHold ?? state.complianceHold,
    contradiction: change.contradiction ?? state.contradiction,
    isScreened: state.isScreened || change.screening !== undefined,
    approval: change.approval ?? state.approval,
    information: change.information?.requests ?? state.information,
    resubmittedAs: change.resubmittedAs ?? state.resubmittedAs,
    settlementHash: change.settlement?.bodyHash ?? state.settlementHash,
    settlementConfirmedAt: change.settlement?.confirmedAt ?? state.settlementConfirmedAt,
    bookedSettlement: bookedSettlementAfter(state, change),
    repeat: null,
    isClaimed: state.isClaimed && change.dispatch === undefined,
  };
}
