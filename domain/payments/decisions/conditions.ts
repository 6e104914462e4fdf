import { WAITING_MESSAGES } from '../dispatch/waiting';
import { unchangedPlan, type Decision, type PaymentChange } from '../instruction/change';
import { planWaiting } from '../instruction/plan';
import type { PaymentState } from '../instruction/state';
import { areMetInTime, isBeingCompared, nextMoment, toKept, type Conditions } from '../review/conditions';
import { awaitsPayeeDecision } from '../review/payee-check';
import { cancellationChange, mayBeWithPartner } from './approval';
import { nextWait } from './next-wait';

/** What the conditions of a payment come to; `until`: when the clock alone may change that. */
export type ConditionsWait = { kind: 'waits'; until: Date } | { kind: 'ended' } | { kind: 'none' };

/** The comparison of papers tells of itself; a payment that it keeps from expiring looks again after so long. */
const COMPARISON_MS = 60_000;

const EXPIRED = 'Cancelled: its conditions were not met in time';

/** The change that cancels a payment because its conditions were not met in time. */
function conditionsExpiry(state: PaymentState, conditions: Conditions, at: Date): PaymentChange {
  const open = conditions.items.flatMap(({ type, metAt }) => (metAt === null ? [type] : []));
  return {
    ...cancellationChange(state, at, EXPIRED),
    conditions,
    audit: { actor: 'corridor', act: 'payment.conditions_expired', requestId: null, detail: { open } },
  };
}

/** Ends the wait of a payment that waited only for its conditions, and signals its workflow. */
function endOfConditionsWait(state: PaymentState, at: Date): Pick<PaymentChange, 'waitingReason' | 'messages'> {
  if (state.waitingReason !== 'conditions') return {};
  const waitingReason = nextWait(state, at);
  const retry = waitingReason === 'engine_busy';
  return { waitingReason, messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry }] };
}

/**
 * Records that a payment waits for its conditions, before its workflow rests: what meets them signals no other workflow.
 */
function startOfConditionsWait(state: PaymentState, at: Date): Pick<PaymentChange, 'plan' | 'waitingReason'> | null {
  const isShown = state.waitingReason === 'conditions' || awaitsPayeeDecision(state.payeeCheck);
  if (isShown || nextWait(state, at) !== 'conditions') return null;
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES.conditions) ?? unchangedPlan(state);
  return { plan, waitingReason: 'conditions' };
}

/** @returns the conditions as they are kept once all of them are met */
export function heldConditions(conditions: Conditions, at: Date): Conditions {
  return { ...toKept(conditions), heldAt: conditions.heldAt ?? at.toISOString() };
}

/**
 * Judges the conditions of a payment that no partner has: records the state of each, lets the payment go on once all
 * are met, and cancels it if they were not met in time.
 * Source: docs/GAPS.md#P27
 */
export function decideConditions(state: PaymentState, at: Date): Decision<ConditionsWait> {
  const { conditions } = state;
  if (conditions === null || state.status !== 'pending' || mayBeWithPartner(state))
    return { result: { kind: 'none' }, change: null };
  const base = { plan: unchangedPlan(state), at };
  const isNews = conditions.isNews === true;
  if (areMetInTime(conditions)) {
    const isKnown = conditions.heldAt !== null && !isNews && state.waitingReason !== 'conditions';
    const change = { ...base, conditions: heldConditions(conditions, at), ...endOfConditionsWait(state, at) };
    return { result: { kind: 'none' }, change: isKnown ? null : change };
  }
  const isOver = at >= new Date(conditions.expiresAt);
  // What has come in time may be compared later.
  if (isOver && !isBeingCompared(conditions))
    return { result: { kind: 'ended' }, change: conditionsExpiry(state, toKept(conditions), at) };
  // Whether they were met all the time shows once papers are compared; otherwise all have to be met before the end anew.
  const heldAt = isBeingCompared(conditions) ? conditions.heldAt : null;
  const start = startOfConditionsWait(state, at);
  const isKnown = !isNews && heldAt === conditions.heldAt && start === null;
  const change = isKnown ? null : { ...base, ...start, conditions: { ...toKept(conditions), heldAt } };
  const until = isOver ? new Date(at.getTime() + COMPARISON_MS) : nextMoment(conditions);
  return { result: { kind: 'waits', until }, change };
}

/** @returns when the conditions of a payment that no partner has expire, met or not; null where it has none */
export function conditionsDeadline(
  state: Pick<PaymentState, 'status' | 'conditions' | 'dispatch' | 'isClaimed' | 'contradiction'>,
): Date | null {
  const { conditions, status } = state;
  if (conditions === null || status !== 'pending' || mayBeWithPartner(state)) return null;
  return new Date(conditions.expiresAt);
}
