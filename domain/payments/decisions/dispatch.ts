import {
  clientCancellationPlan,
  dispatchUpdate,
  lostDispatch,
  unchangedPlan,
  type Decision,
  type PaymentChange,
} from '../instruction/change';
import { isHeldForReview, isReleasedByPerson, type ListsFault } from '../review/compliance-hold';
import { awaitsPayeeDecision } from '../review/payee-check';
import { isContradicted } from '../review/contradiction';
import { planFurtherWait, planWaiting } from '../instruction/plan';
import {
  beneficiaryHold,
  isCancellationOpen,
  liveDispatch,
  type Dispatch,
  type PaymentState,
} from '../instruction/state';
import type { PaymentStatus } from '../instruction/status';
import { destinationName, generationIn } from '../dispatch/destination';
import { decideApprovalWait, decideLapse } from './approval';
import { decideConditions, heldConditions } from './conditions';
import { cancelledWithBatch } from './cancellation';
import { decideExpiredPayeeCheck } from './payee-check';
import { WAITING_MESSAGES } from '../dispatch/waiting';

/** Status of an instruction; the version orders two of them. */
export interface StatusVersion {
  status: PaymentStatus;
  version: number;
}

/** Where an instruction would be sent. */
export interface DispatchTarget {
  partnerId: string;
  /** Name of the destination that the caller has prepared for; absent: the one that the partner has. */
  destination?: string;
  /** Why the screening of the instruction cannot be relied on. */
  listsFault?: ListsFault | null;
  /** Rules of its bank that the order would break, as a sentence; null where it breaks none. */
  brokenRules?: string | null;
}

/** What is to be done with an instruction whose dispatch is due. */
export type DispatchOrder =
  /** The right to send was taken at `takenAt`. `isFirstSend`: no call of this attempt may have left before. */
  | { kind: 'send'; attempt: number; sends: number; isFirstSend: boolean; takenAt: Date }
  /** An earlier call may or may not have reached the partner: ask, never send blindly. */
  | { kind: 'ambiguous' }
  /** A person has to look first. */
  | { kind: 'review' }
  /** A person has to decide first which of two records is right. */
  | { kind: 'contradiction' }
  /** Its newest receipt is not of the lists in force: it is to be screened, and then tried again. */
  | { kind: 'unscreened' }
  /** Members of its account have to approve it first, until `endsAt`. */
  | { kind: 'approval'; endsAt: Date }
  /**
   * Bank details of its saved beneficiary were changed, its payee's name does not match, or its conditions are not met: not
   * before that moment, unless a member confirms it, or what they are about changes.
   */
  | { kind: 'held'; because: 'beneficiary_changed' | 'payee_check' | 'conditions'; until: Date }
  /** It would break rules of its bank. */
  | { kind: 'bank_rules' }
  /** It is no longer pending: a report overtook us, or it was cancelled. */
  | { kind: 'moved' }
  /** It was rerouted: its partner is not the one that the caller was about to send it to. */
  | { kind: 'rerouted' }
  /** Its partner has moved since the caller prepared for it. */
  | { kind: 'partner_moved' };

const UNRECORDED = 'an earlier call was not recorded';
const CLAIMED = 'its partner has reported about it, and no dispatch was on record';

/**
 * From taking the right to send until the first byte this much may pass. A process that was slower, or that stood still,
 * sends nothing any more: others may have asked, been told that it never arrived, and acted on it.
 */
export const BEGIN_WITHIN_MS = 6_000;

/**
 * Beside those six seconds the clock of a worker may be two off without being noticed (db/database-clock.ts); the answer
 * is waited for five seconds more (activities/partners/partner-call.ts).
 */
const LONGEST_CALL_MS = 14_000;

/** @returns when a call of which nothing is recorded has ended at the latest: at `at` it may be under way still */
export function latestEnd(at: Date): Date {
  return new Date(at.getTime() + LONGEST_CALL_MS);
}

/** @returns the cancellation of a payment that no partner has, as its client asked */
export function clientCancellation(state: PaymentState, at: Date): PaymentChange {
  return { plan: clientCancellationPlan(state, at), at, cancellation: { status: 'cancelled' } };
}

/** Begins a call, of a new attempt unless one is live. The attempt is bound to this destination. */
function beginAttempt(state: PaymentState, destination: string, at: Date): Decision<DispatchOrder> {
  const again = liveDispatch(state);
  const attempt = again?.attempt ?? (state.dispatch?.attempt ?? 0) + 1;
  const sends = (again?.sends ?? 0) + 1;
  const order = { kind: 'send' as const, attempt, sends, isFirstSend: sends === 1, takenAt: at };
  const dispatch = { kind: 'begin' as const, attempt, destination };
  const conditions = state.conditions === null ? {} : { conditions: heldConditions(state.conditions, at) };
  return { result: order, change: { plan: unchangedPlan(state), at, dispatch, ...conditions } };
}

/** The change that holds a payment because no watch list can be relied on. Source: docs/GAPS.md#P13 */
function listsHold(state: PaymentState, because: ListsFault, at: Date): PaymentChange {
  return {
    plan: planWaiting(state, state.submittedAt, WAITING_MESSAGES.compliance_review) ?? unchangedPlan(state),
    at,
    complianceHold: { state: 'review', because },
    waitingReason: 'compliance_review',
    audit: { actor: 'dispatch', act: 'payment.held', requestId: null, detail: { because } },
  };
}

/**
 * The change that makes a payment wait because its order breaks rules of its bank; null if it waits for that already.
 * Source: docs/GAPS.md#P23
 */
function rulesHold(state: PaymentState, brokenRules: string, at: Date): PaymentChange | null {
  if (state.waitingReason === 'bank_rules') return null;
  const message = `${WAITING_MESSAGES.bank_rules}: ${brokenRules}`;
  const plan = planWaiting(state, state.submittedAt, message) ?? planFurtherWait(at, message);
  return { plan, at, waitingReason: 'bank_rules' };
}

/**
 * Claims the right to send an instruction to its partner, or says why it must not be sent. The dispatch is recorded
 * before the call, so that the next run sees a crash in between as ambiguous. `check_leave_to_send` in Postgres holds
 * the same conditions.
 * @param target where the caller would send it
 * Source: docs/GAPS.md#P10, docs/GAPS.md#P21
 */
export function decideDispatch(state: PaymentState, target: DispatchTarget, at: Date): Decision<DispatchOrder> {
  const {
    partnerId,
    destination = destinationName(state.partnerGeneration),
    listsFault = null,
    brokenRules = null,
  } = target;
  const dispatch = liveDispatch(state);
  if (state.status !== 'pending') return { result: { kind: 'moved' }, change: null };
  if (state.partnerId !== partnerId) return { result: { kind: 'rerouted' }, change: null };
  if (state.isClaimed)
    return { result: { kind: 'ambiguous' }, change: dispatchRecovery(state, 'unknown', CLAIMED, at) };
  if (dispatch === null || dispatch.state === 'not_delivered') {
    // Before all that would end it: a partner may have it by a call that is not on record.
    if (isContradicted(state)) return { result: { kind: 'contradiction' }, change: null };
    if (isCancellationOpen(state)) return { result: { kind: 'moved' }, change: clientCancellation(state, at) };
    const withBatch = cancelledWithBatch(state, at);
    if (withBatch !== null) return { result: { kind: 'moved' }, change: withBatch };
    const conditions = decideConditions(state, at);
    if (conditions.result.kind === 'ended') return { result: { kind: 'moved' }, change: conditions.change };
    const approval = decideApprovalWait(state, at);
    if (approval.result.kind === 'ended') return { result: { kind: 'moved' }, change: approval.change };
    if (approval.result.kind === 'waits')
      return { result: { kind: 'approval', endsAt: approval.result.endsAt }, change: null };
    const lapse = decideLapse(state, at);
    if (lapse !== null) return { result: { kind: 'approval', endsAt: lapse.result.endsAt }, change: lapse.change };
    if (conditions.result.kind === 'waits') {
      const { until } = conditions.result;
      return { result: { kind: 'held', because: 'conditions', until }, change: conditions.change };
    }
    if (isHeldForReview(state.complianceHold)) return { result: { kind: 'review' }, change: null };
    if (listsFault !== null && !isReleasedByPerson(state.complianceHold)) {
      return { result: { kind: 'review' }, change: listsHold(state, listsFault, at) };
    }
    if (awaitsPayeeDecision(state.payeeCheck)) {
      const { change } = decideExpiredPayeeCheck(state, at);
      if (change !== null) return { result: { kind: 'moved' }, change };
      return { result: { kind: 'held', because: 'payee_check', until: new Date(state.payeeCheck.expiresAt) }, change };
    }
    const until = beneficiaryHold(state, at);
    if (until !== null) return { result: { kind: 'held', because: 'beneficiary_changed', until }, change: null };
    const isThere = generationIn(destination) === destinationName(state.partnerGeneration);
    if (!isThere) return { result: { kind: 'partner_moved' }, change: null };
    if (!state.isScreened) return { result: { kind: 'unscreened' }, change: null };
    if (brokenRules !== null) return { result: { kind: 'bank_rules' }, change: rulesHold(state, brokenRules, at) };
    return beginAttempt(state, destination, at);
  }
  if (dispatch.state !== 'sending') return { result: { kind: 'ambiguous' }, change: null };
  const change = dispatchUpdate(dispatch, { state: 'unknown', endedAt: latestEnd(at), fault: UNRECORDED });
  return { result: { kind: 'ambiguous' }, change: { plan: unchangedPlan(state), at, dispatch: change } };
}

function dispatchRecovery(
  state: PaymentState,
  dispatchState: 'unknown' | 'delivered',
  fault: string,
  at: Date,
): PaymentChange {
  const { attempt, destination } = lostDispatch(state, at);
  return {
    plan: unchangedPlan(state),
    at,
    dispatch: { kind: 'recover', attempt, destination, state: dispatchState, fault },
  };
}

/** What is known from elsewhere of a dispatch that is not on record. */
export interface LostDispatch {
  /** Whether the partner took it; else a call may have reached it. */
  isTaken: boolean;
  /**
   * Whether it is known of the partner that the payment has now. Else an attempt at another one, which is on record, may
   * be meant.
   */
  isOfThisPartner: boolean;
  /** The call that may have reached it. */
  call: Call;
  /** When the source of this knowledge ended; null while it goes on. What a person established since then stands. */
  endedAt?: Date | null;
  /** Who knows it, for an operator. */
  fault: string;
}

/** @returns whether a record that says that no partner has it is of an earlier call, as far as that is known */
function isOfEarlierCall({ state, attempt, sends }: Dispatch, { call, isOfThisPartner }: LostDispatch): boolean {
  if (state !== 'not_delivered') return false;
  return attempt === call.attempt ? sends < call.sends : isOfThisPartner && attempt < call.attempt;
}

/** @returns whether a person has established, after the end of who knows of the call, that the partner has it not */
function isSettled({ operatorDecision }: PaymentState, endedAt: Date | null | undefined): boolean {
  if (!endedAt || operatorDecision?.decision !== 'never_received') return false;
  return new Date(operatorDecision.at) > endedAt;
}

/**
 * Records a dispatch whose record was lost when Postgres was restored to an earlier moment: then the partner is asked
 * and its reports count, and nothing is sent before. An existing record stays, unless it is of an earlier call that
 * did not arrive.
 * @returns whether it was missing
 * Source: docs/OPERATIONS.md, "Backups and restore"
 */
export function decideLostDispatch(state: PaymentState, lost: LostDispatch, at: Date): Decision<boolean> {
  const known = lost.isOfThisPartner ? liveDispatch(state) : state.dispatch;
  if (state.status !== 'pending') return { result: false, change: null };
  const { isTaken, fault, call } = lost;
  const as = isTaken ? 'delivered' : 'unknown';
  if (known === null) return { result: true, change: dispatchRecovery(state, as, fault, at) };
  if (!isOfEarlierCall(known, lost) || isSettled(state, lost.endedAt)) return { result: false, change: null };
  const lostCall = { sends: Math.max(known.sends + 1, call.sends), destination: lostDispatch(state, at).destination };
  const dispatch = dispatchUpdate(known, { ...lostCall, state: as, endedAt: latestEnd(at), deniedAt: null, fault });
  return { result: true, change: { plan: unchangedPlan(state), at, dispatch } };
}

/** Why a payment is in doubt that was not in doubt before. */
export interface Doubt {
  /** Whether its workflow says that the partner took it; then no denial lets it be sent again. */
  isTaken: boolean;
  /** For an operator. */
  fault: string;
}

/**
 * Marks a pending payment as possibly sent after Postgres was restored to an earlier moment: a later call may have
 * reached its partner, whatever the record says. The partner is asked before anything is sent.
 * @returns whether anything changed
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
 */
export function decideDoubt(state: PaymentState, { isTaken, fault }: Doubt, at: Date): Decision<boolean> {
  const dispatch = liveDispatch(state);
  const as = isTaken ? 'delivered' : 'unknown';
  if (state.status !== 'pending') return { result: false, change: null };
  if (dispatch === null) return { result: true, change: dispatchRecovery(state, as, fault, at) };
  const isOpen = dispatch.state === 'sending' || dispatch.state === 'unknown';
  if (dispatch.state !== 'not_delivered' && !(isOpen && isTaken)) return { result: false, change: null };
  const lostCall = isOpen ? {} : { sends: dispatch.sends + 1, destination: lostDispatch(state, at).destination };
  const doubted = dispatchUpdate(dispatch, { ...lostCall, state: as, endedAt: latestEnd(at), deniedAt: null, fault });
  return { result: true, change: { plan: unchangedPlan(state), at, dispatch: doubted } };
}

/** What becomes of a payment that is about to be sent and that its client may want back. */
export type WithdrawalOutcome =
  /** It is pending no more: no partner has it, and it was cancelled, or something else has ended its wait. */
  | 'moved'
  /** A partner may have it: it is asked. */
  | 'ambiguous'
  /** No cancellation is asked for, or a person has to decide first: what sends it finds out. */
  | 'not_wanted';

/**
 * Cancels a payment whose client asked for it and that no partner has. It needs no partner, so neither an unavailable
 * nor a busy partner delays it.
 * Source: docs/GAPS.md#P7
 */
export function decideWithdrawal(state: PaymentState, at: Date): Decision<WithdrawalOutcome> {
  if (!isCancellationOpen(state)) return { result: 'not_wanted', change: null };
  const { result, change } = decideDispatch(state, { partnerId: state.partnerId }, at);
  if (result.kind === 'contradiction') return { result: 'not_wanted', change };
  return { result: result.kind === 'ambiguous' ? 'ambiguous' : 'moved', change };
}

/** Identifies one call of one attempt: only its caller records the result. */
export interface Call {
  attempt: number;
  sends: number;
}

/**
 * A recorded call in a form that only Corridor can make: after a restore to an earlier moment, a workflow's claim
 * about a payment is trusted if it comes with one.
 * Source: docs/OPERATIONS.md, "Backups and restore"
 */
export interface DispatchProof extends Call {
  /** Whether the partner took the payment. */
  isTaken: boolean;
  /** HMAC-SHA256 over the instruction and the members above, base64url. */
  mac: string;
}
