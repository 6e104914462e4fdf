import { canonicalJson } from '../../../domain/canonical-json';
import type { Queryable } from '../../database';
import { newId } from '../../../lib/ids';
import {
  decideDispatch,
  decideDoubt,
  decideLostDispatch,
  decideWithdrawal,
  type Call,
  type DispatchOrder,
  type DispatchTarget,
  type Doubt,
  type LostDispatch,
  type StatusVersion,
  type WithdrawalOutcome,
} from '../../../domain/payments/decisions/dispatch';
import {
  decideDelivered,
  decideRejected,
  decideUndelivered,
  type Delivery,
  type Rejection,
  type Undelivered,
} from '../../../domain/payments/decisions/call-result';
import { approvalDeadline } from '../../../domain/payments/decisions/approval';
import { conditionsDeadline } from '../../../domain/payments/decisions/conditions';
import { decideWaiting } from '../../../domain/payments/decisions/waiting';
import type { FailoverOutcome } from '../../../domain/payments/decisions/failover';
import {
  decideKnown,
  decideNeverReceived,
  type Asked,
  type DenialOutcome,
} from '../../../domain/payments/decisions/inquiry';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { WaitingReason } from '../../../domain/payments/dispatch/waiting';
import { changePayment, type Changed, type Decide, type PaymentToChange } from '../instruction/change-payment';
import type { ReadPayment } from '../instruction/payment-state';

export function statusVersionOf({ state }: { state: PaymentState }): StatusVersion {
  return { status: state.status, version: state.version };
}

/**
 * Takes the right to send an instruction to its partner.
 * @param partnerId the partner that it would be sent to
 * @param to `listsFault`: why no watch list can be relied on; null where one can, and on the test side; `known`: what was
 *   read a moment ago, which is decided on first
 * Source: docs/GAPS.md#P10, docs/GAPS.md#P21
 */
export function beginDispatch(
  database: Queryable,
  instructionId: string,
  partnerId: string,
  { known = null, ...to }: Omit<DispatchTarget, 'partnerId'> & { known?: ReadPayment | null } = {},
): Promise<Changed<DispatchOrder>> {
  const decide: Decide<DispatchOrder> = (state, at) => decideDispatch(state, { ...to, partnerId }, at);
  return changePayment(database, { instructionId, known }, decide);
}

/**
 * Restores the record of a dispatch that was lost; an existing record does not change.
 * @returns whether it was missing
 * Source: docs/OPERATIONS.md, "Backups and restore"
 */
export async function recordLostDispatch(
  database: Queryable,
  instructionId: string,
  lost: LostDispatch,
): Promise<boolean> {
  const decide: Decide<boolean> = (state, at) => decideLostDispatch(state, lost, at);
  return (await changePayment(database, { instructionId }, decide)).result;
}

/**
 * Puts a pending payment in doubt, so that its partner is asked before anything is sent.
 * @returns whether the doubt is new
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
 */
export async function recordDoubt(database: Queryable, instructionId: string, doubt: Doubt): Promise<boolean> {
  return (await changePayment(database, { instructionId }, (state, at) => decideDoubt(state, doubt, at))).result;
}

/**
 * Cancels a pending payment that its client asked to cancel, unless a partner may have it. A call without a recorded
 * end, or a lost dispatch, becomes `unknown` instead.
 * Source: docs/GAPS.md#P7
 */
export function recordWithdrawal(database: Queryable, instructionId: string): Promise<Changed<WithdrawalOutcome>> {
  return changePayment(database, { instructionId }, decideWithdrawal);
}

/**
 * Records that the partner took the instruction.
 * @param payment `known`: the state that the beginning of the call has left, and Postgres' clock after the call
 */
export async function recordDelivered(
  database: Queryable,
  payment: PaymentToChange,
  delivery: Delivery,
): Promise<StatusVersion> {
  return statusVersionOf(await changePayment(database, payment, (state, at) => decideDelivered(state, delivery, at)));
}

/** Records a definitive rejection: the payment is rerouted, or has failed. */
export function recordRejected(
  database: Queryable,
  instructionId: string,
  call: Call,
  rejection: Rejection,
): Promise<Changed<FailoverOutcome>> {
  return changePayment(database, { instructionId }, (state, at) => decideRejected(state, call, rejection, at));
}

/** Records a call that neither delivered the instruction nor ended the payment. */
export function recordUndelivered(
  database: Queryable,
  instructionId: string,
  call: Call,
  outcome: Undelivered,
): Promise<Changed<FailoverOutcome>> {
  return changePayment(database, { instructionId }, (state, at) => decideUndelivered(state, call, outcome, at));
}

/** A partner's answer to an inquiry that knows the instruction. */
export interface KnownAnswer {
  partnerId: string;
  status: PaymentStatus;
  partnerReference: string | null;
  /** When it was asked: a report that arrives before the answer may be newer than the answer. */
  askedAt: Date;
}

/** Records a partner's reply to an inquiry as a report of kind `inquiry`; the same reply is stored once. */
export async function recordKnown(
  database: Queryable,
  instructionId: string,
  answer: KnownAnswer,
): Promise<StatusVersion> {
  const { partnerId, partnerReference, askedAt: effectiveAt } = answer;
  // `pending` is a state that only we know: for a partner that has the instruction it was submitted.
  const status = answer.status === 'pending' ? 'submitted' : answer.status;
  const dedupeKey = `answer:${canonicalJson({ status, partnerReference })}`;
  const key = { partnerId, kind: 'inquiry' as const, dedupeKey };
  const report = {
    ...key,
    id: newId('report'),
    bodyHash: dedupeKey,
    status,
    effectiveAt,
    partnerReference,
    message: null,
    bankReference: null,
    reasonCode: null,
    requestId: null,
    evidence: null,
  };
  return statusVersionOf(
    await changePayment(database, { instructionId, report: key }, (state, at) => decideKnown(state, report, at)),
  );
}

/** Records that a partner denies having received the instruction. */
export async function recordNeverReceived(
  database: Queryable,
  instructionId: string,
  asked: Asked,
): Promise<{ outcome: DenialOutcome; moved: StatusVersion }> {
  const changed = await changePayment(database, { instructionId }, (state, at) =>
    decideNeverReceived(state, asked, at),
  );
  return { outcome: changed.result, moved: statusVersionOf(changed) };
}

/**
 * Records why an instruction has to wait before it can be submitted.
 * @returns its status and version, partner, recorded waiting reason, approvals, and when approvals or conditions
 * expire
 * Source: docs/GAPS.md#P1
 */
export async function recordWaiting(
  database: Queryable,
  instructionId: string,
  reason: WaitingReason,
): Promise<StatusVersion & Pick<PaymentState, 'partnerId' | 'waitingReason' | 'approval'> & { endsAt: Date | null }> {
  const { state } = await changePayment(database, { instructionId }, (before, at) => decideWaiting(before, reason, at));
  const { partnerId, waitingReason, approval } = state;
  const ends = [approvalDeadline(state)?.endsAt, conditionsDeadline(state)].filter((end) => end instanceof Date);
  const endsAt = ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
  return { ...statusVersionOf({ state }), partnerId, waitingReason, approval, endsAt };
}
