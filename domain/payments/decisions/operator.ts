import { DomainError } from '../../errors';
import {
  clientCancellationPlan,
  dispatchUpdate,
  unchangedPlan,
  type AuditEntry,
  type Decision,
  type PaymentChange,
} from '../change';
import { planPartnerReport, planTransition } from '../plan';
import { isCancellationOpen, isWithPartner, type PaymentState } from '../state';
import type { PaymentStatus } from '../status';

/**
 * What an operator can establish about a payment that cannot go on by itself: the partner has it; the partner never
 * received it; it is to be tried now; nobody is to try any more.
 */
export const OPERATOR_DECISIONS = ['delivered', 'never_received', 'try_now', 'give_up'] as const;
export type OperatorDecision = (typeof OPERATOR_DECISIONS)[number];

export interface OperatorRequest {
  decision: OperatorDecision;
  reason: string;
  partnerReference: string | null;
  at: Date;
  audit: AuditEntry;
}

function notPossible(state: PaymentState, why: string): DomainError {
  const extra = { current: state.status };
  return new DomainError('INVALID_TRANSITION', `This decision does not fit the payment: ${why}.`, { extra });
}

function delivered(state: PaymentState, { partnerReference, at }: OperatorRequest): PaymentChange {
  const { dispatch } = state;
  if (state.status !== 'pending' || dispatch === null) throw notPossible(state, 'it is not waiting after a dispatch');
  const message = 'Established by an operator';
  const report = { reportId: null, status: 'submitted' as const, effectiveAt: dispatch.startedAt, message };
  const update = dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null, refusal: null });
  return { plan: planPartnerReport(state, report), at, partnerReference, dispatch: update };
}

function neverReceived(state: PaymentState, { at }: OperatorRequest): PaymentChange {
  const { dispatch } = state;
  // A call that is under way, or a process that was frozen in one, is not what the operator asked the partner about.
  if (state.status !== 'pending' || dispatch?.state !== 'unknown') {
    throw notPossible(state, 'no call to the partner that has ended is in doubt');
  }
  const fault = 'never received, established by an operator';
  const update = dispatchUpdate(dispatch, { state: 'not_delivered', fault, deniedAt: null, refusal: null });
  if (!isCancellationOpen(state)) return { plan: unchangedPlan(state), at, dispatch: update };
  const plan = clientCancellationPlan(state, at);
  return { plan, at, dispatch: update, cancellation: { status: 'cancelled' } };
}

function giveUp(state: PaymentState, { at, reason }: OperatorRequest): PaymentChange {
  if (state.status !== 'pending') throw notPossible(state, 'the partner has it, and its reports decide');
  if (isWithPartner(state)) throw notPossible(state, 'first establish whether the partner received it');
  const plan = planTransition(state, { reportId: null, status: 'failed', effectiveAt: at, message: reason });
  return { plan, at };
}

function tryNow(state: PaymentState, { at }: OperatorRequest): PaymentChange {
  if (state.status !== 'pending') throw notPossible(state, 'it is not waiting to be sent');
  return { plan: unchangedPlan(state), at };
}

const DECISIONS: Record<OperatorDecision, (state: PaymentState, request: OperatorRequest) => PaymentChange> = {
  delivered,
  never_received: neverReceived,
  try_now: tryNow,
  give_up: giveUp,
};

/**
 * Applies what an operator established about a payment, with the reason, and tells the workflow.
 * @throws DomainError INVALID_TRANSITION when it does not fit what is known of the payment
 * Source: docs/GAPS.md#P10
 */
export function decideOperator(state: PaymentState, request: OperatorRequest): Decision<{ status: PaymentStatus }> {
  const change = DECISIONS[request.decision](state, request);
  const message = { topic: 'changed', disposition: 'operator', reportId: null, retry: true } as const;
  const whole: PaymentChange = { ...change, messages: [...(change.messages ?? []), message], audit: request.audit };
  return { result: { status: whole.plan.status }, change: whole };
}
