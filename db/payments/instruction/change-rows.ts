import {
  cancellationAfter,
  isVisible,
  messagesAfter,
  recallAfter,
  settledAtOf,
  type DispatchChange,
  type Message,
  type PaymentChange,
  type Report,
} from '../../../domain/payments/instruction/change';
import type { TransitionPlan } from '../../../domain/payments/instruction/plan';
import { FINAL_STATUSES } from '../../../domain/payments/instruction/status';
import { generationIn, takesFiles } from '../../../domain/payments/dispatch/destination';
import { bankReferenceOf } from '../../../domain/payments/iso20022/bank-reference';
import type { FormerDate } from '../../../domain/payments/routing/redating';
import { returnedView } from '../../../domain/payments/settlement/returns';
import { reasonOfEvent } from '../../../domain/payments/reports/reasons';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import type { EventBody } from '../../../domain/webhooks/events';
import { newId } from '../../../lib/ids';
import { currentTraceparent } from '../../../lib/trace-context';
import { TOPICS, type Topic } from '../../outbox';

/** Rows of each part of a change; a statement has at least the parts that have rows. */
export interface Parts {
  report: object[];
  history: object[];
  event: object[];
  settlement: object[];
  opened: object[];
  closed: object[];
  resolved: object[];
  begun: object[];
  sent: object[];
  message: object[];
  screened: object[];
  words: object[];
  raised: object[];
  cleared: object[];
  audit: object[];
  compared: object[];
}

/** A change as one statement writes it; the rows of its parts name the instruction. */
export interface WrittenChange {
  instruction: { id: string; version: number; at: Date } & Record<string, unknown>;
  parts: Parts;
}

function reportRows(report: Report | undefined, plan: TransitionPlan): object[] {
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
      reason_code: report.reasonCode,
      returned_amount: report.returned?.amount ?? null,
      returned_currency: report.returned?.currency ?? null,
      disposition: plan.disposition,
      previous_status: plan.previousStatus,
      request_id: report.requestId,
      evidence: report.evidence?.toString('base64') ?? null,
    },
  ];
}

function historyRows(plan: TransitionPlan): object[] {
  return plan.history.map(({ effectiveAt, sortAt, reportId, reasonCode, ...rest }) => ({
    ...rest,
    reason_code: reasonCode,
    effective_at: effectiveAt,
    sort_at: sortAt,
    report_id: reportId,
  }));
}

function eventRow({ type, object }: EventBody, sequence: number | null, nowMs: number): object {
  return { id: newId('event', nowMs), type, sequence, payload: object };
}

function noticeRows({ notices = [] }: PaymentChange, nowMs: number): object[] {
  return notices.map((notice) => eventRow(notice, null, nowMs));
}

function eventRows(state: PaymentState, plan: TransitionPlan, nowMs: number): object[] {
  return plan.events.map(({ status, previousStatus, sequence, reasonCode, returned }) => {
    const { id: instructionId, clientReference } = state;
    const reason = reasonOfEvent(status, reasonCode ?? null);
    const money = returned === undefined ? {} : { returned: returnedView(state, returned) };
    const object = { instructionId, status, previousStatus, clientReference, sequence, ...reason, ...money };
    return eventRow({ type: `payment.${status}`, object }, sequence, nowMs);
  });
}

function settlementRows({ settlement, report }: PaymentChange): object[] {
  if (settlement === undefined) return [];
  return [
    {
      report_id: report?.id ?? '',
      body_hash: settlement.bodyHash,
      confirmed_at: settlement.confirmedAt,
      confirmation: settlement.confirmation,
      reconciliation: settlement.reconciliation,
      is_booked: settlement.isBooked,
    },
  ];
}

function caseRows({ cases = [] }: PaymentChange): object[] {
  return cases.map(({ kind, reportId, detail }) => ({
    id: newId('reconciliationCase'),
    report_id: reportId ?? '',
    kind,
    detail,
  }));
}

/**
 * The row of a dispatch that begins or is recovered. A recovered one has a reference too, because its partner may be a
 * bank that takes files.
 */
function begunRows({ id }: PaymentState, { dispatch, at }: PaymentChange): object[] {
  if (dispatch === undefined || dispatch.kind === 'update') return [];
  const { kind, attempt, destination } = dispatch;
  const hasReference = kind === 'recover' || takesFiles(destination);
  const call = { attempt, destination, reference: hasReference ? bankReferenceOf(id, String(attempt)) : null };
  if (kind === 'begin') return [{ ...call, state: 'sending', fault: null, ended_at: null }];
  const { state, fault } = dispatch;
  return [{ ...call, state, fault, ended_at: at }];
}

function dispatchUpdateRows(dispatch: DispatchChange | undefined): object[] {
  if (dispatch?.kind !== 'update') return [];
  const { attempt, state, sends, destination, fault, endedAt, deniedAt, refusal } = dispatch;
  return [{ attempt, state, sends, destination, fault, ended_at: endedAt, denied_at: deniedAt, refusal }];
}

const MESSAGE_TOPICS: Record<Message['topic'], Topic> = {
  changed: TOPICS.signalPayment,
  proved: TOPICS.judgeConditions,
  cancel: TOPICS.cancelPayment,
  recall: TOPICS.recallPayment,
  stop: TOPICS.stopPayment,
};

/** The outbox rows of messages to a workflow: small values only, since its history shows them to operators. */
function messageRows(messages: readonly Message[]): object[] {
  return messages.map(({ topic, ...message }) => {
    const { delayMs = 0, ...payload } = { delayMs: undefined, ...message };
    return { topic: MESSAGE_TOPICS[topic], delay_ms: delayMs, payload };
  });
}

/** The row of a sealed question or answer, under the name of its kind; empty without one. */
function wordsRows({ information, words = information?.words }: PaymentChange): object[] {
  if (words === undefined) return [];
  const { id, kind, sealed } = words;
  return [{ id, [kind]: sealed.toString('base64') }];
}

function clearedRows({ settledFlags = [] }: PaymentChange): object[] {
  return settledFlags.map((kind) => ({ kind }));
}

function auditRows({ audit }: PaymentChange): object[] {
  if (audit === undefined) return [];
  const { requestId, ...rest } = audit;
  return [{ ...rest, request_id: requestId }];
}

/** The date that a change replaces, in a list of its own, or an empty list. */
function formerDates({ expectedDate }: PaymentState, { reroute, redate, at }: PaymentChange): FormerDate[] {
  const moved = reroute ?? redate;
  if (moved === undefined || moved.expectedDate === expectedDate) return [];
  const because = reroute === undefined && redate !== undefined ? redate.because : 'rerouted';
  return [{ expectedSettlementDate: expectedDate, replacedAt: at.toISOString(), because }];
}

/** One row, for a comparison of its shipment, if a change ends the payment or moves its dates. Source: docs/GAPS.md#S2 */
function comparedRows(state: PaymentState, change: PaymentChange): object[] {
  const { status } = change.plan;
  const isOut = status !== state.status && FINAL_STATUSES.includes(status);
  return isOut || formerDates(state, change).length > 0 ? [{}] : [];
}

/** When the attempt that it has after the change was begun; null before the first one. */
function dispatchedAtOf({ dispatch: before }: PaymentState, { dispatch, at }: PaymentChange): Date | null {
  const isNew = dispatch !== undefined && dispatch.kind !== 'update' && dispatch.attempt !== before?.attempt;
  return isNew ? at : (before?.startedAt ?? null);
}

/** What of the receipt of a screening the row keeps; null where it was not screened. */
function screenedOf({ screening }: PaymentChange): object | null {
  if (screening === undefined) return null;
  const { editions, blocked_countries, algorithm } = screening;
  return { editions, blocked_countries, algorithm };
}

/** A change as the rows of the statement that writes it. */
export function rowsOfChange(state: PaymentState, change: PaymentChange): WrittenChange {
  const { plan, at, dispatch } = change;
  return {
    instruction: {
      id: state.id,
      version: state.version,
      last_updated: state.lastUpdatedAt,
      status: plan.status,
      events: plan.events.length,
      changed: isVisible(change),
      at,
      partner_reference: change.partnerReference ?? null,
      bank_reference: change.bankReference ?? null,
      settled_at: settledAtOf(change),
      waiting_reason: change.waitingReason ?? null,
      cancellation: cancellationAfter(state, change),
      recall: recallAfter(state, change),
      returned: plan.returned ?? null,
      bookings: change.bookings ?? null,
      proof: change.proof ?? null,
      payee_check: change.payeeCheck ?? null,
      conditions: change.conditions ?? null,
      operator_decision: change.operatorDecision ?? null,
      resubmitted_as: change.resubmittedAs ?? null,
      compliance_hold: change.complianceHold ?? null,
      screened: screenedOf(change),
      contradiction: change.contradiction ?? null,
      approval: change.approval ?? null,
      information: change.information?.requests ?? null,
      dispatched_at: dispatchedAtOf(state, change),
      generation: dispatch?.kind === 'begin' ? generationIn(dispatch.destination) : null,
      moved: change.reroute ?? change.redate ?? null,
      former_dates: formerDates(state, change),
      traceparent: currentTraceparent(),
    },
    parts: {
      report: reportRows(change.report, plan),
      history: historyRows(plan),
      event: [...eventRows(state, plan, at.getTime()), ...noticeRows(change, at.getTime())],
      settlement: settlementRows(change),
      opened: caseRows(change),
      closed: (change.closedCases ?? []).map((kind) => ({ kind })),
      resolved: plan.resolved.map(({ reportId, disposition }) => ({ id: reportId, disposition })),
      begun: begunRows(state, change),
      sent: dispatchUpdateRows(dispatch),
      message: messageRows(messagesAfter(state, change)),
      screened: change.screening === undefined ? [] : [change.screening],
      words: wordsRows(change),
      raised: [...(change.raisedFlags ?? [])],
      cleared: clearedRows(change),
      audit: auditRows(change),
      compared: comparedRows(state, change),
    },
  };
}
