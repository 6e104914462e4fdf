import {
  clientCancellationPlan,
  dispatchUpdate,
  unchangedPlan,
  type CaseToOpen,
  type Decision,
  type DispatchChange,
  type Message,
  type PaymentChange,
} from '../change';
import { planPartnerReport, planTransition, planWaiting } from '../plan';
import type { Dispatch, PaymentState } from '../state';
import { isHeldForReview } from '../compliance-hold';
import { isCancellationOpen } from '../state';
import type { PaymentStatus } from '../status';
import { WAITING_MESSAGES, type WaitingReason } from '../waiting';

/** Where an instruction stands; the version tells which of two is the newer. */
export interface StatusVersion {
  status: PaymentStatus;
  version: number;
}

/** What is to be done with an instruction whose dispatch is due. */
export type DispatchOrder =
  /** The right to send is taken. `isFirstSend`: no call of this attempt may have left before. */
  | { kind: 'send'; attempt: number; sends: number; isFirstSend: boolean }
  /** An earlier call may or may not have reached the partner: ask, never send blindly. */
  | { kind: 'ambiguous' }
  /** A person has to look first. */
  | { kind: 'review' }
  /** It is no longer pending: a report overtook us, or it was cancelled. */
  | { kind: 'moved' };

const UNRECORDED = 'an earlier call was not recorded';

function cancelled(state: PaymentState, at: Date): PaymentChange {
  return { plan: clientCancellationPlan(state, at), at, cancellation: { status: 'cancelled' } };
}

function begin(state: PaymentState, attempt: number, sends: number, at: Date): Decision<DispatchOrder> {
  const order = { kind: 'send' as const, attempt, sends, isFirstSend: sends === 1 };
  return { result: order, change: { plan: unchangedPlan(state), at, dispatch: { kind: 'begin', attempt } } };
}

/**
 * Takes the right to send an instruction to its partner: the dispatch is on record before the call is made, so that a
 * crash in between is seen as ambiguous by whoever comes next.
 * Source: docs/GAPS.md#P10
 */
export function decideDispatch(state: PaymentState, at: Date): Decision<DispatchOrder> {
  const { dispatch } = state;
  if (state.status !== 'pending') return { result: { kind: 'moved' }, change: null };
  if (dispatch === null || dispatch.state === 'not_delivered') {
    if (isCancellationOpen(state)) return { result: { kind: 'moved' }, change: cancelled(state, at) };
    if (isHeldForReview(state.complianceHold)) return { result: { kind: 'review' }, change: null };
    return dispatch === null ? begin(state, 1, 1, at) : begin(state, dispatch.attempt, dispatch.sends + 1, at);
  }
  if (dispatch.state !== 'sending') return { result: { kind: 'ambiguous' }, change: null };
  const change = dispatchUpdate(dispatch, { state: 'unknown', endedAt: at, fault: UNRECORDED });
  return { result: { kind: 'ambiguous' }, change: { plan: unchangedPlan(state), at, dispatch: change } };
}

/** Names one call of one attempt: what is known of it is written by whoever made it, and by nobody else. */
export interface Call {
  attempt: number;
  sends: number;
}

/** @returns the dispatch while that call is still the last one and nothing is known of its outcome, else null */
function openCall(state: PaymentState, call: Call): Dispatch | null {
  const { dispatch } = state;
  if (dispatch === null || dispatch.attempt !== call.attempt || dispatch.sends !== call.sends) return null;
  return dispatch.state === 'sending' || dispatch.state === 'unknown' ? dispatch : null;
}

export interface Delivery extends Call {
  partnerReference: string | null;
  /** What the partner said at once. */
  status: 'submitted' | 'accepted' | 'processing';
}

/** The client was told that the payment has ended, and now the partner says that it has it. */
function askToStop(state: PaymentState): { cases: CaseToOpen[]; messages: Message[] } {
  if (state.status !== 'failed' && state.status !== 'cancelled') return { cases: [], messages: [] };
  const detail = { current: state.status, reported: 'submitted', kind: 'submission' };
  return { cases: [{ kind: 'partner_continues', reportId: null, detail }], messages: [{ topic: 'stop' }] };
}

/**
 * The partner took the instruction. Reports that overtook this stay as they are.
 * @param at when the partner's answer came
 */
export function decideDelivered(state: PaymentState, delivery: Delivery, at: Date): Decision<null> {
  const { attempt, partnerReference, status } = delivery;
  const { dispatch } = state;
  const isLast = dispatch !== null && dispatch.attempt === attempt;
  const update = isLast
    ? { dispatch: dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null, refusal: null }) }
    : {};
  // Submitted is what we did, at the time of the dispatch; the rest is what the partner said.
  const effectiveAt = status === 'submitted' ? (dispatch?.startedAt ?? at) : at;
  const plan = planPartnerReport(state, { reportId: null, status, effectiveAt, message: null });
  return { result: null, change: { plan, at, partnerReference, ...update, ...askToStop(state) } };
}

/**
 * The partner refused the instruction for good.
 * @param message the partner's words
 */
export function decideRejected(state: PaymentState, call: Call, message: string, at: Date): Decision<null> {
  const open = openCall(state, call);
  if (open === null) return { result: null, change: null };
  const dispatch = dispatchUpdate(open, { state: 'rejected', fault: message, endedAt: at });
  if (state.status === 'pending') {
    const plan = planTransition(state, { reportId: null, status: 'failed', effectiveAt: at, message });
    return { result: null, change: { plan, at, dispatch } };
  }
  // A report of the partner overtook its own refusal: which of the two holds is for people to find out.
  const detail = { current: state.status, reported: 'failed', kind: 'submission' };
  const cases: CaseToOpen[] = [{ kind: 'conflicting_submission', reportId: null, detail }];
  return { result: null, change: { plan: unchangedPlan(state), at, cases } };
}

/** What a call left behind that neither delivered the instruction nor ended it. */
export type Undelivered =
  /** Provably nothing was written: the call does not count. */
  | { kind: 'not_delivered'; fault: string }
  /** Somebody before the partner, or the partner itself, turned it away without a verdict. */
  | { kind: 'not_taken'; fault: string }
  /** It may have arrived. `refusal`: the words of an answer that would have been a rejection at the first call. */
  | { kind: 'unknown'; fault: string; refusal: string | null };

function undeliveredUpdate(open: Dispatch, { kind, fault, ...rest }: Undelivered, at: Date): DispatchChange {
  if (kind === 'unknown') {
    const refusal = 'refusal' in rest ? rest.refusal : null;
    return dispatchUpdate(open, { state: 'unknown', fault, endedAt: at, deniedAt: null, refusal });
  }
  const sends = kind === 'not_delivered' ? open.sends - 1 : open.sends;
  return dispatchUpdate(open, { state: 'not_delivered', fault, sends, endedAt: at, deniedAt: null, refusal: null });
}

/** Keeps what became of a call; a caller whose call is no longer the last one changes nothing. */
export function decideUndelivered(state: PaymentState, call: Call, outcome: Undelivered, at: Date): Decision<null> {
  const open = openCall(state, call);
  if (open === null) return { result: null, change: null };
  const dispatch = undeliveredUpdate(open, outcome, at);
  return { result: null, change: { plan: unchangedPlan(state), at, dispatch } };
}

/**
 * The instruction has to wait before it can be submitted. The history begins with `pending` the first time; the reason
 * is always the newest one.
 * Source: docs/GAPS.md#P1
 */
export function decideWaiting(state: PaymentState, because: WaitingReason, at: Date): Decision<null> {
  // Whatever else it waits for: nothing of it happens before the review.
  const reason = isHeldForReview(state.complianceHold) ? 'compliance_review' : because;
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES[reason]);
  if (plan !== null) return { result: null, change: { plan, at, waitingReason: reason } };
  if (state.status !== 'pending' || state.waitingReason === reason) return { result: null, change: null };
  return { result: null, change: { plan: unchangedPlan(state), at, waitingReason: reason } };
}
