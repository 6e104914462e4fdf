import { statusVersionOf } from '../../db/payments/dispatch/dispatch';
import type { InstructionToSend } from '../../db/payments/dispatch/instruction-to-send';
import type { DispatchOrder, DispatchProof, StatusVersion } from '../../domain/payments/decisions/dispatch';
import type { PaymentState } from '../../domain/payments/instruction/state';

/** What became of trying to send an instruction. */
export type SendOutcome =
  | { kind: 'moved'; moved: StatusVersion; recorded?: DispatchProof }
  /** It was rerouted; it is to be sent by the new route, not before `releaseAtMs` (Unix time) where there is one. */
  | { kind: 'rerouted'; partnerName: string; releaseAtMs: number | null }
  /**
   * Nothing was begun: the partner has as much in hand as it takes, or is known to be away, or its day has not come, or
   * the bank details of its beneficiary were changed, or its payee's name does not match, or its conditions are not met, or it
   * would break a rule of its bank.
   * `blocked`: the clock of this worker is off, and another one may send it.
   */
  | {
      kind: 'held';
      reason:
        | 'partner_outage'
        | 'partner_busy'
        | 'value_date'
        | 'beneficiary_changed'
        | 'payee_check'
        | 'conditions'
        | 'bank_rules'
        | 'blocked';
      retryAfterMs: number;
    }
  /** Nothing was written to the partner. */
  | { kind: 'not_delivered' }
  /** It was turned away without a verdict; `retryAfterMs` as the partner asked for, or null. */
  | { kind: 'not_taken'; retryAfterMs: number | null }
  /**
   * It may have arrived. `refusing`: what answered did not take it, this time or the last. `recorded`: the call that is on
   * record.
   */
  | { kind: 'ambiguous'; refusing: boolean; recorded?: DispatchProof }
  /** A person has to look before anything is sent. */
  | { kind: 'review' }
  /** A person has to decide before which of two records is right. */
  | { kind: 'contradiction' }
  /** Members of its account have to approve it first, for so long. */
  | { kind: 'approval'; endsInMs: number }
  /** Something of ours is missing or broken: people are told. */
  | { kind: 'blocked' };

/** What it waits for wakes the workflow at once; it looks again after so long in case that message was lost. */
const LOOK_AGAIN_MS = 3_600_000;
/** A moment that is past already is no reason to look all the time. */
const LEAST_WAIT_MS = 1_000;

/** The wait for a member, who confirms changed bank details or the payee's name, or for its conditions. */
export function heldUntil(
  { because, until }: Omit<Extract<DispatchOrder, { kind: 'held' }>, 'kind'>,
  now: Date,
): SendOutcome {
  const retryAfterMs = Math.min(Math.max(LEAST_WAIT_MS, until.getTime() - now.getTime()), LOOK_AGAIN_MS);
  return { kind: 'held', reason: because, retryAfterMs };
}

/** A payment that is pending no more, since a report came or its client wanted it back, waits for nothing. */
export function unlessMoved({ state }: { state: PaymentState }, waiting: SendOutcome): SendOutcome {
  return state.status === 'pending' ? waiting : { kind: 'moved', moved: statusVersionOf({ state }) };
}

/** The wait for approvals. */
export function approvalOutcome({ endsAt }: { endsAt: Date }, { at }: InstructionToSend): SendOutcome {
  return { kind: 'approval', endsInMs: Math.max(1, endsAt.getTime() - at.getTime()) };
}
