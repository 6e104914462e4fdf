import {
  clientCancellationPlan,
  dispatchUpdate,
  unchangedPlan,
  type Decision,
  type PaymentChange,
  type Report,
} from '../instruction/change';
import { planTransition } from '../instruction/plan';
import { isSameDestination } from '../dispatch/destination';
import { isCancellationOpen, isEarlierPartner, liveDispatch, type PaymentState } from '../instruction/state';
import { changeByReport } from './report';
import { latestEnd, type Call } from './dispatch';

/** Two denials this far apart, the second this long after the last call ended, prove it. Source: docs/GAPS.md#P14 */
const BETWEEN_DENIALS_MS = 5_000;
const AFTER_SEND_MS = 10_000;

/**
 * The change by a report that a partner repeats, and that proved nothing when it first came: the partner has the
 * payment. Null if the payment is not pending, or the partner is an earlier one.
 */
function proofByRepeat(state: PaymentState, report: Report, at: Date): PaymentChange | null {
  const { status, dispatch } = state;
  if (status !== 'pending' || dispatch === null || isEarlierPartner(state, report.partnerId)) return null;
  const submitted = { reportId: null, status: 'submitted' as const, effectiveAt: dispatch.startedAt, message: null };
  const plan = planTransition(state, submitted);
  const update = dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null });
  return { plan, at, partnerReference: report.partnerReference, dispatch: update };
}

/**
 * Records that a partner has the instruction, by its answer to an inquiry, which is a report like any other.
 * @param report of kind `inquiry`; equal answers share a deduplication key, so a repeated one is stored once
 * Source: docs/GAPS.md#P3
 */
export function decideKnown(state: PaymentState, report: Report, at: Date): Decision<null> {
  if (state.repeat !== null) return { result: null, change: proofByRepeat(state, report, at) };
  return { result: null, change: changeByReport(state, report, at) };
}

/**
 * What follows a denial: ask again, send again, nothing (it has moved or was withdrawn), or a flag for operators, where it
 * contradicts or its partner was elsewhere when the payment was sent.
 */
export type DenialOutcome = 'ask_again' | 'send_again' | 'moved' | 'contradicts' | 'elsewhere';

/** The call that an inquiry is about. */
export interface Asked {
  /** The last call then; a later one makes the answer worthless. */
  call: Call;
  /** Postgres' clock before it was asked: the answer tells what was so then, or later. */
  at: Date;
  /** Name of the destination that was asked; null where it may have changed meanwhile. */
  destination: string | null;
}

/**
 * Records that a partner denies having received the instruction. A single denial does not prove it: the call may still
 * be in progress.
 * Source: docs/GAPS.md#P14
 */
export function decideNeverReceived(
  state: PaymentState,
  { call, at: askedAt, destination }: Asked,
  at: Date,
): Decision<DenialOutcome> {
  const dispatch = liveDispatch(state);
  if (state.status !== 'pending') {
    // A partner that took it after it was asked has not denied it.
    const isTaken = dispatch?.state === 'delivered' && (dispatch.endedAt ?? askedAt) <= askedAt;
    const isAbout = isTaken && dispatch.attempt === call.attempt;
    const isContradiction = isAbout && state.status !== 'failed' && state.status !== 'cancelled';
    if (!isContradiction) return { result: 'moved', change: null };
    return { result: isSameDestination(dispatch.destination, destination) ? 'contradicts' : 'elsewhere', change: null };
  }
  if (dispatch === null || dispatch.state === 'not_delivered') return { result: 'send_again', change: null };
  if (!isSameDestination(dispatch.destination, destination)) return { result: 'elsewhere', change: null };
  // A workflow knows that the partner took it; the partner's denial alone proves nothing.
  if (dispatch.state === 'delivered') return { result: 'contradicts', change: null };
  if (dispatch.attempt !== call.attempt || dispatch.sends !== call.sends) return { result: 'ask_again', change: null };
  const endedAt = dispatch.endedAt ?? latestEnd(at);
  const isConfirmed =
    dispatch.deniedAt !== null &&
    askedAt.getTime() - dispatch.deniedAt.getTime() >= BETWEEN_DENIALS_MS &&
    askedAt.getTime() - endedAt.getTime() >= AFTER_SEND_MS;
  if (!isConfirmed) {
    if (dispatch.deniedAt !== null) return { result: 'ask_again', change: null };
    const update = dispatchUpdate(dispatch, { state: 'unknown', endedAt, deniedAt: at });
    return { result: 'ask_again', change: { plan: unchangedPlan(state), at, dispatch: update } };
  }
  return acceptDenial(state, at);
}

/**
 * Decides a payment that its partner is known not to have: it fails by an earlier refusal, is cancelled if its client
 * asked for that, or is sent again. After an ambiguous call it stays with this partner.
 */
function acceptDenial(state: PaymentState, at: Date): Decision<DenialOutcome> {
  const { dispatch } = state;
  if (dispatch === null) return { result: 'send_again', change: null };
  const { refusal } = dispatch;
  if (refusal !== null) {
    const plan = planTransition(state, { reportId: null, status: 'failed', effectiveAt: at, message: refusal });
    const update = dispatchUpdate(dispatch, { state: 'rejected', fault: refusal, refusal: null });
    return { result: 'moved', change: { plan, at, dispatch: update } };
  }
  const update = dispatchUpdate(dispatch, { state: 'not_delivered', fault: 'never received', deniedAt: null });
  if (!isCancellationOpen(state)) {
    return { result: 'send_again', change: { plan: unchangedPlan(state), at, dispatch: update } };
  }
  const plan = clientCancellationPlan(state, at);
  return { result: 'moved', change: { plan, at, dispatch: update, cancellation: { status: 'cancelled' } } };
}
