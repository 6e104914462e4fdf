import { DomainError } from '../../errors';
import type { EventBody } from '../../webhooks/events';
import { unchangedPlan, type AuditEntry, type Decision, type PaymentChange } from '../instruction/change';
import { isEarlierPartner, isWithPartner, type PaymentState } from '../instruction/state';
import { CANCELLABLE_STATUSES, isOutcome } from '../instruction/status';
import {
  awaitsPayeeDecision,
  PAYEE_DECISION_MS,
  type PayeeCheck,
  type PayeeCheckResult,
  type PayeeRule,
} from '../review/payee-check';
import { decideCancellation } from './cancellation';
import { nextWait } from './next-wait';

/** A check as it is taken: the name that the bank suggests is sealed under the id. */
export interface TakenPayeeCheck {
  partnerId: string;
  result: PayeeCheckResult;
  source: PayeeCheck['source'];
  name: { id: string; sealed: Buffer } | null;
  /** What the account's rule says about this result. */
  rule: PayeeRule;
  /** It came with a report that is known: another one may have come after it. */
  isRepeat: boolean;
}

function noticeOf({ id, clientReference }: PaymentState, { result, decision, at }: PayeeCheck): EventBody {
  return {
    type: 'payment.payee_checked',
    object: { instructionId: id, clientReference, result, decision, checkedAt: at },
  };
}

/** Ends the wait of a payment that waited only for the decision about its payee, and signals its workflow. */
function endOfPayeeWait(state: PaymentState, at: Date): Pick<PaymentChange, 'waitingReason' | 'messages'> {
  if (state.status !== 'pending' || state.waitingReason !== 'payee_check') return {};
  const waitingReason = nextWait(state, at);
  const retry = waitingReason === 'engine_busy';
  return { waitingReason, messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry }] };
}

/** The state without a refused cancellation if the partner that refused no longer has the payment. */
function withdrawableState(state: PaymentState): PaymentState {
  const isFree = state.status === 'pending' && !isWithPartner(state) && state.cancellation?.status === 'refused';
  return isFree ? { ...state, cancellation: null } : state;
}

function isRefused(state: PaymentState): boolean {
  return withdrawableState(state).cancellation?.status === 'refused';
}

/** The change by a decision about the payee; a withdrawal includes a cancellation. */
function payeeDecisionChange(
  state: PaymentState,
  check: PayeeCheck,
  { at, reason = null, audit }: { at: Date; reason?: string | null; audit: AuditEntry },
): PaymentChange {
  const withdrawal =
    check.decision === 'withdrawn' ? decideCancellation(withdrawableState(state), { reason, at, audit }).change : null;
  const released = { plan: unchangedPlan(state), at, audit, ...endOfPayeeWait(state, at) };
  return { ...(withdrawal ?? released), payeeCheck: check, notices: [noticeOf(state, check)] };
}

const ruled = (rule: PayeeRule): AuditEntry => ({
  actor: 'corridor',
  act: 'payment.payee_decided',
  requestId: null,
  detail: { rule },
});

/**
 * How the result of a payee check is decided by the account's rule; `pending` if a person must decide, null if nothing
 * needs a decision.
 */
function decisionOf(state: PaymentState, { result, rule }: TakenPayeeCheck): PayeeCheck['decision'] {
  const isClear = result === 'match' || result === 'not_possible';
  if (isClear || isOutcome(state.status)) return null;
  if (rule === 'release') return 'released';
  const canWithdraw = CANCELLABLE_STATUSES.includes(state.status) && !isRefused(state);
  return rule === 'withdraw' && canWithdraw ? 'withdrawn' : 'pending';
}

/**
 * Records the result of the payee's bank comparing the name. It changes no status. A close or no match needs a
 * decision by a person of the account, unless its rule decides. The same result again changes nothing, nor does a
 * repeated report with an older one.
 * @throws DomainError NOT_FOUND when the instruction was never dispatched to this partner
 * Source: docs/GAPS.md#P24
 */
export function decidePayeeCheck(state: PaymentState, taken: TakenPayeeCheck, at: Date): Decision<null> {
  const { result, source, name, rule } = taken;
  if (!state.knownToPartner || isEarlierPartner(state, taken.partnerId)) return { result: null, change: null };
  if (state.payeeCheck?.result === result || (taken.isRepeat && state.payeeCheck !== null))
    return { result: null, change: null };
  // Who cannot say now has not answered what is asked.
  if (result === 'not_possible' && awaitsPayeeDecision(state.payeeCheck)) return { result: null, change: null };
  const decision = decisionOf(state, taken);
  const isPending = decision === 'pending';
  const check: PayeeCheck = {
    ...{ result, source, at: at.toISOString(), nameId: name?.id ?? null, decision },
    expiresAt: isPending ? new Date(at.getTime() + PAYEE_DECISION_MS).toISOString() : null,
    decidedAt: decision === null || isPending ? null : at.toISOString(),
  };
  const words = name === null ? {} : { words: { ...name, kind: 'question' as const } };
  if (check.decidedAt !== null)
    return { result: null, change: { ...payeeDecisionChange(state, check, { at, audit: ruled(rule) }), ...words } };
  const change = { plan: unchangedPlan(state), at, payeeCheck: check, notices: [noticeOf(state, check)], ...words };
  return { result: null, change };
}

/** A person's decision about the payee. */
export interface PayeeDecision {
  decision: 'released' | 'withdrawn';
  reason: string | null;
  audit: AuditEntry;
}

/**
 * Releases a payment whose payee's name did not match, or withdraws it, which cancels it. A repeat changes nothing.
 * @throws DomainError INVALID_TRANSITION where no decision is needed, or the other decision was made;
 * CANCELLATION_NOT_ALLOWED
 * Source: docs/GAPS.md#P24
 */
export function decidePayee(state: PaymentState, { decision, reason, audit }: PayeeDecision, at: Date): Decision<null> {
  const { payeeCheck: check, status: current } = state;
  if (check?.decision === decision) return { result: null, change: null };
  if (!awaitsPayeeDecision(check) || isOutcome(current)) {
    const message = 'No decision about the payee is awaited.';
    throw new DomainError('INVALID_TRANSITION', message, {
      extra: { current: check?.decision ?? current, allowed: [] },
    });
  }
  if (decision === 'withdrawn' && isRefused(state)) {
    const message = 'The partner has refused to cancel the payment.';
    throw new DomainError('CANCELLATION_NOT_ALLOWED', message, { extra: { current } });
  }
  const next = { ...check, decision, expiresAt: null, decidedAt: at.toISOString() };
  const change = payeeDecisionChange(state, next, { at, reason, audit });
  if (decision === 'withdrawn' && state.cancellation !== null) return { result: null, change: { ...change, audit } };
  return { result: null, change };
}

/**
 * Ends a decision about a payee that was not made in time: the payment is withdrawn if it can still be cancelled;
 * otherwise nothing is left to decide.
 * Source: docs/GAPS.md#P24
 */
export function decideExpiredPayeeCheck(state: PaymentState, at: Date): Decision<null> {
  const { payeeCheck: check } = state;
  if (!awaitsPayeeDecision(check) || new Date(check.expiresAt) > at) return { result: null, change: null };
  const canWithdraw = withdrawableState(state).cancellation === null && CANCELLABLE_STATUSES.includes(state.status);
  const next = {
    ...{ ...check, expiresAt: null, decidedAt: canWithdraw ? at.toISOString() : null },
    decision: canWithdraw ? ('withdrawn' as const) : null,
  };
  const audit = { ...ruled('withdraw'), detail: { expired: true } };
  return {
    result: null,
    change: payeeDecisionChange(state, next, { at, reason: 'The payee was not confirmed in time', audit }),
  };
}
