import type { Approval } from '../review/approval';
import type { ComplianceHold } from '../review/compliance-hold';
import type { Conditions } from '../review/conditions';
import type { Contradiction } from '../review/contradiction';
import type { InformationRequest } from '../review/information';
import type { PayeeCheck } from '../review/payee-check';
import type { KeptDecision } from '../review/operator-decision';
import type { InstructionState } from './plan';
import type { Booking, Proof } from '../settlement/booking';
import type { Recall } from '../settlement/recall';
import type { ReturnedMoney } from '../settlement/returned-money';
import type { PaymentStatus } from './status';
import type { Disposition } from '../reports/transitions';

/** A client's request to cancel an instruction, and its state. Source: docs/GAPS.md#P7 */
export interface Cancellation {
  status: 'requested' | 'cancelled' | 'refused';
  reason: string | null;
  requestedAt: string;
}

/** Who cancelled or rejected the batch of an instruction. Source: docs/GAPS.md#P18 */
export interface BatchCancelledBy {
  batchId: string;
  actor: string;
  requestId: string | null;
  reason: string | null;
}

/**
 * State of the dispatch of an instruction. `sending`: a call is or was under way; `unknown`: it may have
 * arrived; `delivered`: the partner has it; `not_delivered`: it does not; `rejected`: it will not take it.
 */
export type DispatchState = 'sending' | 'unknown' | 'delivered' | 'not_delivered' | 'rejected';

/** The latest attempt at handing an instruction to a partner. */
export interface Dispatch {
  attempt: number;
  /** Not the payment's partner any more once the payment is rerouted. */
  partnerId: string;
  state: DispatchState;
  /** Calls of this attempt that were begun; a call that provably never left is subtracted. */
  sends: number;
  /** Name of the destination under which its last call was begun; null where that is not known. */
  destination: string | null;
  startedAt: Date;
  /**
   * When the last call ended, never too early: by Postgres' clock once the caller has recorded its end, and the latest
   * possible moment where it was not recorded; null while it runs.
   */
  endedAt: Date | null;
  /** When the partner said for the first time since the last call that it never received the instruction. */
  deniedAt: Date | null;
  /** The partner's words where the last call was answered with a rejection that proves nothing by itself. */
  refusal: string | null;
}

/** A report that was received before under the same key. */
export interface EarlierReport {
  id: string;
  bodyHash: string;
  status: PaymentStatus;
  disposition: Disposition;
  recordedAt: Date;
}

/**
 * Everything that a decision about a payment may look at; `version` guards the write that follows, and `lastUpdatedAt` where
 * Postgres has lost commits and gives a version again.
 */
export interface PaymentState extends InstructionState {
  id: string;
  version: number;
  accountId: string;
  clientReference: string | null;
  submittedAt: Date;
  lastUpdatedAt: Date;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  feeEstimated: string;
  /** Calendar date. */
  expectedDate: string;
  /** IANA time zone of the dates of its route. */
  cutOffZone: string;
  /** The partner of its current route. */
  partnerId: string;
  /** Generation of that partner's destination; null unless the payment is pending. */
  partnerGeneration: number | null;
  /** Before this it must not be sent: its value date; null when nothing holds it. */
  releaseAt: Date | null;
  /**
   * When bank details of its saved beneficiary, which were changed and not confirmed, let it be sent; null where it was not
   * made from changed ones, or they were confirmed.
   */
  beneficiaryHeldUntil: Date | null;
  /** Its compliance hold; null when its screening was clear. */
  complianceHold: ComplianceHold | null;
  /** What contradicts it, until a person has decided and after; null where nothing did. */
  contradiction: Contradiction | null;
  /** Whether its newest receipt is of the lists, blocked countries and algorithm in force. */
  isScreened: boolean;
  /** The approvals of members that it needs, and those given; null where it needs none. */
  approval: Approval | null;
  /** What it waits for, with what was known of it when the payment was read; null where it waits for nothing. */
  conditions: Conditions | null;
  /** What the payee's bank says of the name, and what was decided about it; null where it says nothing. */
  payeeCheck: PayeeCheck | null;
  /** What the client was asked during a review, in order. */
  information: readonly InformationRequest[];
  waitingReason: string | null;
  /** Who cancelled the batch that it was made from; null where it has none, or that was not cancelled. */
  batchCancelledBy: BatchCancelledBy | null;
  cancellation: Cancellation | null;
  /** What was asked back after settlement, or null. */
  recall: Recall | null;
  /** How much came back, where the report of the return says so, or the bank has booked it. */
  returned: ReturnedMoney | null;
  /** What banks of its partners have booked about it, each once, in the order in which they became known. */
  bookings: readonly Booking[];
  /** What these say beside its partner's word; null while none has named it. */
  proof: Proof | null;
  dispatch: Dispatch | null;
  /** What an operator decided last. */
  operatorDecision: KeptDecision | null;
  /** Whether it was ever dispatched to the partner that reports; true for Corridor itself. */
  knownToPartner: boolean;
  /** When the partner's own word ended the payment as failed or cancelled; null while no such word is kept. */
  endedByPartnerAt: Date | null;
  /** Hash of the settlement confirmation that is attached, or null. */
  settlementHash: string | null;
  /** When that confirmation says that the money arrived. */
  settlementConfirmedAt: Date | null;
  /**
   * Decimal amount in the major unit that it has, where a booking is that confirmation; null where the partner's own is. `witness`:
   * hash of what its partner has confirmed since then, or null.
   */
  bookedSettlement: { amount: string; currency: string; witness: string | null } | null;
  /** The payment by which it was instructed again, or null. */
  resubmittedAs: string | null;
  /** An earlier report with the same deduplication key. */
  repeat: EarlierReport | null;
  /**
   * Whether its partner has reported about it while no dispatch is on record: only a partner that has it knows its id, so
   * the record was lost. Source: docs/OPERATIONS.md, "Backups and restore"
   */
  isClaimed: boolean;
}

/** @returns the latest attempt if it was at the current partner; null otherwise */
export function liveDispatch(state: Pick<PaymentState, 'dispatch' | 'partnerId'>): Dispatch | null {
  const { dispatch, partnerId } = state;
  return dispatch?.partnerId === partnerId ? dispatch : null;
}

/**
 * Whether a partner is not the one of the latest attempt, or that attempt was given up: its reports do not count. If the
 * payment was routed back to it, they count again from its new attempt.
 * Source: docs/GAPS.md#P10
 */
export function isEarlierPartner(state: Pick<PaymentState, 'dispatch' | 'partnerId'>, partnerId: string): boolean {
  return liveDispatch(state)?.partnerId !== partnerId;
}

/** @returns whether a partner has, or may have, the instruction */
export function isWithPartner(state: Pick<PaymentState, 'dispatch' | 'isClaimed'>): boolean {
  const { dispatch, isClaimed } = state;
  if (isClaimed) return true;
  return dispatch !== null && dispatch.state !== 'not_delivered' && dispatch.state !== 'rejected';
}

/** @returns whether the client's request to cancel is undecided */
export function isCancellationOpen(state: Pick<PaymentState, 'cancellation'>): boolean {
  return state.cancellation?.status === 'requested';
}

/** @returns until when changed bank details hold it; null where nothing of that kind does. Source: docs/GAPS.md#P16 */
export function beneficiaryHold(
  { beneficiaryHeldUntil: until }: Pick<PaymentState, 'beneficiaryHeldUntil'>,
  at: Date,
): Date | null {
  return until !== null && until > at ? until : null;
}
