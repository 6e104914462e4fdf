import type { ScreeningDecision } from '../../compliance/screen';
import {
  type CaseToOpen,
  type Decision,
  type KeptScreening,
  type PaymentChange,
  unchangedPlan,
} from '../instruction/change';
import { planWaiting } from '../instruction/plan';
import { RESCREENING_ACTOR, type ComplianceHold, type ListsFault } from '../review/compliance-hold';
import { nextWait } from './next-wait';
import { isWithPartner, type PaymentState } from '../instruction/state';
import { isOutcome } from '../instruction/status';
import { WAITING_MESSAGES } from '../dispatch/waiting';

/** The findings of a screening of an open payment, beside the earlier ones. */
export interface Rescreened {
  receipt: KeptScreening;
  decision: ScreeningDecision;
  /** Blocked countries that it names. */
  countries: readonly string[];
  /** Keys of the entries that its parties are like, each as it is now: one that has changed is another one. */
  entries: readonly string[];
  /** Those of its earlier screenings: what an operator released it in spite of. */
  knownEntries: readonly string[];
  /** Why no list can be relied on; absent or null where one can, or where that was accepted. */
  listsFault?: ListsFault | null;
}

/**
 * `held`: nothing is sent before a person looked; `released`: it was held for its lists alone and goes on; `alerted`: a
 * partner has it or may have it, and operators get a flag.
 */
export type RescreeningOutcome = 'held' | 'released' | 'alerted' | 'kept';

const SCREENED = 'Screened with the lists in force';

/** @returns whether a match is new, so that no reviewer can have seen it */
function hasNews({ countries, entries, knownEntries }: Rescreened): boolean {
  return countries.length > 0 || entries.some((key) => !knownEntries.includes(key));
}

/** @returns whether an operator has looked at all of it already */
function isReleased({ complianceHold }: PaymentState, rescreened: Rescreened): boolean {
  return complianceHold?.state === 'released' && !hasNews(rescreened);
}

/** The change that withdraws the proposal to release a held payment: the first operator did not know the new match. */
function withdrawProposal(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
  const detail = { screening: receipt.id, decision };
  return {
    plan: unchangedPlan(state),
    at,
    screening: receipt,
    complianceHold: { state: 'review' },
    audit: { actor: RESCREENING_ACTOR, act: 'payment.screening_proposal_withdrawn', requestId: null, detail },
  };
}

/** The change that holds a payment for review because of a new match. */
function holdChange(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES.compliance_review) ?? unchangedPlan(state);
  return {
    plan,
    at,
    screening: receipt,
    complianceHold: { state: 'review' },
    waitingReason: 'compliance_review',
    audit: {
      actor: RESCREENING_ACTOR,
      act: 'payment.held',
      requestId: null,
      detail: { screening: receipt.id, decision },
    },
  };
}

/** The change that releases a payment which was held only for its lists; it goes on to its next wait. */
function releaseChange(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
  const complianceHold: ComplianceHold = {
    state: 'released',
    reason: SCREENED,
    by: RESCREENING_ACTOR,
    at: at.toISOString(),
  };
  const waitingReason = nextWait({ ...state, complianceHold }, at);
  return {
    plan: unchangedPlan(state),
    at,
    screening: receipt,
    complianceHold,
    waitingReason,
    messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry: waitingReason === 'engine_busy' }],
    audit: {
      actor: RESCREENING_ACTOR,
      act: 'payment.screening_released',
      requestId: null,
      detail: { screening: receipt.id, decision },
    },
  };
}

/** The change that opens a case and raises a flag, because a partner has the payment or may have it. */
function alertChange(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
  const detail = { current: state.status, screening: receipt.id, decision };
  // A call may have reached the partner or not: what comes of it is taken, and no other call is made.
  const isInDoubt = state.status === 'pending';
  const cases: CaseToOpen[] = [{ kind: 'listed_beneficiary', reportId: null, detail }];
  return {
    plan: unchangedPlan(state),
    at,
    screening: receipt,
    cases,
    raisedFlags: [{ kind: 'listed_beneficiary', detail: { screening: receipt.id, decision } }],
    ...(isInDoubt ? { complianceHold: { state: 'review' } } : {}),
  };
}

/**
 * Decides what follows from screening an open payment against changed lists. With a match, a payment that no partner
 * has is held for review; for one that a partner has or may have, operators get a flag, and no further call begins
 * while that is in doubt. Entries that an operator has released do not hold it again until they change. A payment held
 * only for its lists is released if it is clear.
 * Source: docs/GAPS.md#P13
 */
export function decideRescreening(state: PaymentState, rescreened: Rescreened, at: Date): Decision<RescreeningOutcome> {
  const kept: Decision<RescreeningOutcome> = {
    result: 'kept',
    change: { plan: unchangedPlan(state), at, screening: rescreened.receipt },
  };
  if (isOutcome(state.status)) return { result: 'kept', change: null };
  const { complianceHold: hold } = state;
  const isClear = rescreened.decision === 'clear' || rescreened.decision === 'not_screened';
  const isHeldForLists = hold?.state === 'review' && hold.because !== undefined;
  if (isClear && isHeldForLists && (rescreened.listsFault ?? null) === null && !isWithPartner(state)) {
    return { result: 'released', change: releaseChange(state, rescreened, at) };
  }
  if (isClear || isReleased(state, rescreened)) return kept;
  if (state.status !== 'pending' || isWithPartner(state)) {
    return { result: 'alerted', change: alertChange(state, rescreened, at) };
  }
  if (hold?.state === 'review' && !isHeldForLists) {
    const isOutdated = hold.proposal !== undefined && hasNews(rescreened);
    return isOutdated ? { result: 'kept', change: withdrawProposal(state, rescreened, at) } : kept;
  }
  return { result: 'held', change: holdChange(state, rescreened, at) };
}
