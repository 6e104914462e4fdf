import { DomainError } from '../../errors';
import type { EventBody } from '../../webhooks/events';
import { unchangedPlan, type AuditEntry, type Decision, type PaymentChange } from '../instruction/change';
import type { Recall, RecallReason } from '../settlement/recall';
import { isEarlierPartner, type PaymentState } from '../instruction/state';
import type { PaymentStatus } from '../instruction/status';

/** The state of a recall for the client. */
export interface RecallResult {
  status: PaymentStatus;
  recall: Recall;
}

/** A recall as a client asks for it. Source: docs/GAPS.md#recalls */
export interface RecallRequest {
  reasonCode: RecallReason;
  reason: string | null;
  at: Date;
  audit: AuditEntry;
}

/** The event of a recall, without the client's words, which may name people. */
function recallEvent({ id: instructionId, clientReference }: PaymentState, recall: Recall): EventBody {
  const { status, reasonCode, requestedAt, answeredAt } = recall;
  return {
    type: 'payment.recall_updated',
    object: { instructionId, clientReference, status, reasonCode, requestedAt, answeredAt },
  };
}

/**
 * Asks for settled money back. The status stays settled: only the report of a return changes it. A repeat returns the
 * first recall.
 * @throws DomainError INVALID_TRANSITION unless it is settled
 * Source: docs/GAPS.md#recalls
 */
export function decideRecall(state: PaymentState, request: RecallRequest): Decision<RecallResult> {
  const { status } = state;
  if (state.recall !== null) return { result: { status, recall: state.recall }, change: null };
  if (status !== 'settled') {
    const message = `An instruction that is ${status} cannot be recalled: only settled money can.`;
    throw new DomainError('INVALID_TRANSITION', message, { extra: { current: status, allowed: [] } });
  }
  const { reasonCode, reason, at, audit } = request;
  const requestedAt = at.toISOString();
  const recall: Recall = { status: 'requested', reasonCode, reason, requestedAt, answeredAt: null };
  const change: PaymentChange = {
    plan: unchangedPlan(state),
    at,
    recall,
    notices: [recallEvent(state, recall)],
    messages: [{ topic: 'recall' }],
    audit,
  };
  return { result: { status, recall }, change };
}

function refusedRecall(state: PaymentState, recall: Recall, at: Date): { recall: Recall; change: PaymentChange } {
  const after: Recall = { ...recall, status: 'refused', answeredAt: at.toISOString() };
  const settledFlags = ['recall_unanswered'];
  const notices = [recallEvent(state, after)];
  return { recall: after, change: { plan: unchangedPlan(state), at, recall: after, notices, settledFlags } };
}

/**
 * Takes a partner's refusal of a recall. One that comes after the return, or from a partner that the payment has left,
 * changes nothing.
 * Source: docs/GAPS.md#recalls
 */
export function decideRecallRefused(state: PaymentState, partnerId: string, at: Date): Decision<null> {
  const { recall } = state;
  if (recall?.status !== 'requested' || isEarlierPartner(state, partnerId)) return { result: null, change: null };
  return { result: null, change: refusedRecall(state, recall, at).change };
}

/**
 * Records the refusal of a recall that an operator learned by telephone or letter.
 * @throws DomainError INVALID_TRANSITION when there is no recall, or the money was returned
 * Source: docs/GAPS.md#recalls
 */
export function decideRecallRefusedByOperator(
  state: PaymentState,
  { at, audit }: { at: Date; audit: AuditEntry },
): Decision<RecallResult> {
  const { recall, status } = state;
  if (recall?.status === 'refused') return { result: { status, recall }, change: null };
  if (recall?.status !== 'requested') {
    const message = recall === null ? 'There is no recall.' : 'The money was returned.';
    throw new DomainError('INVALID_TRANSITION', message, { extra: { current: status, allowed: [] } });
  }
  const done = refusedRecall(state, recall, at);
  return { result: { status, recall: done.recall }, change: { ...done.change, audit } };
}
