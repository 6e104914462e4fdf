import {
  dispatchUpdate,
  unchangedPlan,
  type CaseToOpen,
  type Decision,
  type DispatchChange,
  type Message,
  type PaymentChange,
} from '../instruction/change';
import type { RouteTerms } from '../routing/failover';
import { planPartnerReport, planTransition } from '../instruction/plan';
import { isCancellationOpen, liveDispatch, type Dispatch, type PaymentState } from '../instruction/state';
import { isUnpaid } from '../instruction/status';
import { clientCancellation, type Call } from './dispatch';
import { rerouteMembers, type FailoverOutcome } from './failover';

/** @returns the dispatch while that call is still the last one, else null */
function lastCall(state: PaymentState, call: Call): Dispatch | null {
  const { dispatch } = state;
  return dispatch?.attempt === call.attempt && dispatch.sends === call.sends ? dispatch : null;
}

/** @returns the dispatch while that call is still the last one and nothing is known of its outcome, else null */
function openCall(state: PaymentState, call: Call): Dispatch | null {
  const dispatch = lastCall(state, call);
  return dispatch?.state === 'sending' || dispatch?.state === 'unknown' ? dispatch : null;
}

/** A call that the partner has answered by taking the payment. */
export interface Delivery extends Call {
  /** Who took it. */
  partnerId: string;
  partnerReference: string | null;
  /** What the partner said at once. */
  status: 'submitted' | 'accepted' | 'processing';
}

/**
 * Cases and messages for a payment that has ended here while the partner now says that it has it: the partner is asked
 * to stop it. Nothing follows if the partner's own report ended it after a single call, since that report presupposes
 * the call.
 */
function askToStop(state: PaymentState): { cases: CaseToOpen[]; messages: Message[] } {
  const nothing = { cases: [], messages: [] };
  if (state.status !== 'failed' && state.status !== 'cancelled') return nothing;
  const { dispatch, endedByPartnerAt } = state;
  if (dispatch?.state === 'delivered' && dispatch.sends === 1 && endedByPartnerAt !== null) return nothing;
  const detail = { current: state.status, reported: 'submitted', kind: 'submission' };
  return { cases: [{ kind: 'partner_continues', reportId: null, detail }], messages: [{ topic: 'stop' }] };
}

/** The change by the delivery to a partner that the payment has left: a case is opened. */
function casesOfEarlierDelivery(
  state: PaymentState,
  { partnerId, status: reported }: Delivery,
  at: Date,
): PaymentChange {
  const detail = { current: state.status, reported, kind: 'submission', partnerId };
  const cases: CaseToOpen[] = [{ kind: 'earlier_partner', reportId: null, detail }];
  return { plan: unchangedPlan(state), at, cases, messages: [{ topic: 'stop', partnerId }] };
}

/**
 * Records that the partner took the instruction; earlier reports stay. If this is an earlier attempt, or the payment has
 * ended meanwhile, a case is opened; in the latter case the partner is asked to stop.
 * @param at when the partner answered
 */
export function decideDelivered(state: PaymentState, delivery: Delivery, at: Date): Decision<null> {
  const { attempt, partnerReference, status } = delivery;
  const { dispatch } = state;
  const isLast = dispatch !== null && dispatch.attempt === attempt;
  if (!isLast || liveDispatch(state) === null)
    return { result: null, change: casesOfEarlierDelivery(state, delivery, at) };
  const update = {
    dispatch: dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null, refusal: null }),
  };
  // Submitted is what we did, at the time of the dispatch; the rest is what the partner said.
  const effectiveAt = status === 'submitted' ? dispatch.startedAt : at;
  const plan = planPartnerReport(state, { reportId: null, status, effectiveAt, message: null });
  return { result: null, change: { plan, at, partnerReference, ...update, ...askToStop(state) } };
}

/** A partner's definitive no, and the route that the payment then gets. */
export interface Rejection {
  /** The partner's words. */
  message: string;
  /** The partner's code of the reason; null where it gave none. */
  reasonCode: string | null;
  /** Null where no other route is left. */
  next: RouteTerms | null;
}

/**
 * Records that the partner rejected the instruction for good. The payment is rerouted to the next route; without one
 * it fails, and if its client asked for cancellation it is cancelled.
 * Source: docs/GAPS.md#P10
 */
export function decideRejected(
  state: PaymentState,
  call: Call,
  { message, reasonCode, next }: Rejection,
  at: Date,
): Decision<FailoverOutcome> {
  const open = openCall(state, call);
  if (open === null || state.status !== 'pending')
    return { result: 'stays', change: contradictedRejection(state, call, at) };
  const dispatch = dispatchUpdate(open, { state: 'rejected', fault: message, endedAt: at });
  if (next !== null && open.sends === 1) {
    if (isCancellationOpen(state)) return { result: 'stays', change: { ...clientCancellation(state, at), dispatch } };
    return { result: 'rerouted', change: { ...rerouteMembers(state, next), at, dispatch } };
  }
  const report = { reportId: null, status: 'failed' as const, effectiveAt: at, message, reasonCode };
  return { result: 'stays', change: { plan: planTransition(state, report), at, dispatch } };
}

/**
 * Opens a case where a partner rejects a payment that a report says it has; null where the payment has failed or was
 * cancelled, which a rejection does not contradict.
 */
function contradictedRejection(state: PaymentState, call: Call, at: Date): PaymentChange | null {
  const { status: current } = state;
  if (lastCall(state, call) === null || liveDispatch(state) === null) return null;
  if (current === 'pending' || isUnpaid(current)) return null;
  const detail = { current, reported: 'failed', kind: 'submission' };
  const cases: CaseToOpen[] = [{ kind: 'conflicting_submission', reportId: null, detail }];
  return { plan: unchangedPlan(state), at, cases };
}

/** What a call left behind that neither delivered the instruction nor ended it. */
export type Undelivered =
  /** Provably nothing was written: the call does not count. `next`: the route to reroute to, or null. */
  | { kind: 'not_delivered'; fault: string; next: RouteTerms | null }
  /** Somebody before the partner, or the partner itself, turned it away without a verdict. */
  | { kind: 'not_taken'; fault: string }
  /** It may have arrived. `refusal`: the words of an answer that would have been a rejection at the first call. */
  | { kind: 'unknown'; fault: string; refusal: string | null };

/** The change of a dispatch whose call was not delivered, or whose delivery is unknown. */
function undeliveredUpdate(open: Dispatch, { kind, fault, ...rest }: Undelivered, at: Date): DispatchChange {
  if (kind === 'unknown') {
    const refusal = 'refusal' in rest ? rest.refusal : null;
    return dispatchUpdate(open, { state: 'unknown', fault, endedAt: at, deniedAt: null, refusal });
  }
  const sends = kind === 'not_delivered' ? open.sends - 1 : open.sends;
  return dispatchUpdate(open, { state: 'not_delivered', fault, sends, endedAt: at, deniedAt: null, refusal: null });
}

/**
 * Records the result of a call that was not delivered; a call that is not the last one changes nothing. A payment is
 * rerouted if no call of its attempt was written to the network. If its client asked for cancellation, it is cancelled
 * instead once the partner is known not to have it.
 * Source: docs/GAPS.md#P7, docs/GAPS.md#P10
 */
export function decideUndelivered(
  state: PaymentState,
  call: Call,
  outcome: Undelivered,
  at: Date,
): Decision<FailoverOutcome> {
  const open = openCall(state, call);
  if (open === null) return { result: 'stays', change: null };
  const dispatch = undeliveredUpdate(open, outcome, at);
  if (state.status === 'pending' && outcome.kind !== 'unknown' && isCancellationOpen(state)) {
    return { result: 'stays', change: { ...clientCancellation(state, at), dispatch } };
  }
  const next = outcome.kind === 'not_delivered' && open.sends === 1 ? outcome.next : null;
  if (next === null || state.status !== 'pending') {
    return { result: 'stays', change: { plan: unchangedPlan(state), at, dispatch } };
  }
  return { result: 'rerouted', change: { ...rerouteMembers(state, next), at, dispatch } };
}
