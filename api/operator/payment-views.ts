import type { output } from 'zod';
import type { PaymentNote } from '../../db/payments/review/payment-notes';
import type { PlainAssignment } from '../../db/payments/review/payment-assignments';
import type { AssignmentShape } from '../../domain/payments/review/case-work-schema';
import type { Information } from '../../db/payments/review/information';
import type { OperatorPaymentFacts, OperatorPaymentRow } from '../../db/payments/review/operator-payments';
import type { WaitingPaymentRow } from '../../db/payments/review/waiting-payments';
import type { KeptDecision, OperatorDecision } from '../../domain/payments/review/operator-decision';
import type { DecisionAnswer, OperatorPayment, WaitingPayment } from '../../domain/payments/review/operator-schema';
import { conditionViews } from '../../domain/payments/review/condition-schema';
import { informationStatus } from '../../domain/payments/review/information';
import { statedReason } from '../../domain/payments/reports/reasons';
import { returnedView } from '../../domain/payments/settlement/returns';
import { waitingMessage } from '../../domain/payments/dispatch/waiting';
import { workflowIds } from '../../workflows/contract';

type SummaryRow = Omit<WaitingPaymentRow, 'dispatchState' | 'flags' | 'clientReference' | 'information'>;

/** Who works on a payment. */
export function assignmentView({ personId: id, email, since }: PlainAssignment): output<typeof AssignmentShape> {
  return { person: { id, email }, since: new Date(since).toISOString() };
}

function summaryView(row: SummaryRow) {
  const { waitingReason: reason, waitingSince } = row;
  return {
    instructionId: row.id,
    status: row.status,
    environment: row.environment,
    account: { id: row.accountId, name: row.accountName },
    partner: { id: row.partnerId, name: row.partnerName },
    amount: Number(row.amount),
    currency: row.currency,
    submittedAt: row.submittedAt.toISOString(),
    waiting: reason === null ? null : { reason, message: waitingMessage(reason), since: waitingSince.toISOString() },
    assignment: row.assignment === null ? null : assignmentView(row.assignment),
  };
}

/** A payment in the operator's list. */
export function waitingPaymentView(row: WaitingPaymentRow): output<typeof WaitingPayment> {
  return { ...summaryView(row), dispatchState: row.dispatchState, flags: row.flags, information: row.information };
}

/** Why a payment failed or came back; null if that is not its status. Source: docs/GAPS.md#reasons */
function reasonView({ status, outcome }: OperatorPaymentRow, asked: 'failed' | 'returned') {
  if (status !== asked) return null;
  return { ...statedReason(outcome?.reasonCode ?? null), message: outcome?.message ?? null };
}

function returnView(payment: OperatorPaymentRow) {
  const reason = reasonView(payment, 'returned');
  if (reason === null) return null;
  return { ...reason, returned: payment.returned === null ? null : returnedView(payment, payment.returned) };
}

/** What was said about a payment, in plain text. */
export interface OperatorWords {
  information: readonly Information[];
  notes: readonly PaymentNote[];
}

/** A payment as the operator sees it: what it waits for, what was tried, what may be decided. */
export function operatorPaymentView(
  facts: OperatorPaymentFacts,
  { information, notes }: OperatorWords,
  allowedDecisions: OperatorDecision[],
): output<typeof OperatorPayment> {
  const { payment, dispatches, flags, cases, acts, history } = facts;
  const { routeId, clientReference, valueDate, partnerReference, cancellation, recall } = payment;
  const { resubmissionOf, resubmittedAs } = payment;
  return {
    ...summaryView(payment),
    ...{ routeId, clientReference, valueDate, partnerReference, cancellation, recall, allowedDecisions },
    ...{ resubmissionOf, resubmittedAs, failure: reasonView(payment, 'failed'), return: returnView(payment) },
    conditions: conditionViews(payment.conditions),
    lastUpdatedAt: payment.lastUpdatedAt.toISOString(),
    dispatches: dispatches.map(({ sends, feeEstimated, startedAt, endedAt, deniedAt, ...dispatch }) => ({
      ...dispatch,
      feeEstimated: Number(feeEstimated),
      calls: sends,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      deniedAt: deniedAt?.toISOString() ?? null,
    })),
    informationRequests: information.map(({ id: informationRequestId, ...one }) => ({
      ...one,
      informationRequestId,
      status: informationStatus(one, payment),
    })),
    flags: flags.map(({ raisedAt, ...flag }) => ({ ...flag, raisedAt: raisedAt.toISOString() })),
    cases: cases.map(({ openedAt, ...opened }) => ({ ...opened, openedAt: openedAt.toISOString() })),
    acts: acts.map(({ at, ...act }) => ({ ...act, at: at.toISOString() })),
    history: history.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    notes: notes.map((one) => ({
      noteId: one.id,
      notedBy: one.authorName ?? one.author,
      notedAt: one.at.toISOString(),
      note: one.text,
    })),
    workflowId: workflowIds.payment(payment.id),
  };
}

export function decisionView(instructionId: string, kept: KeptDecision): output<typeof DecisionAnswer> {
  const { decision, reason, status, by: decidedBy, at: decidedAt } = kept;
  return { instructionId, decision, reason, status, decidedBy, decidedAt };
}
