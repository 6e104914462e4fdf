import type { ScreeningDecision } from '../../compliance/screen';
import { type CaseToOpen, type Decision, type KeptScreening, type PaymentChange, unchangedPlan } from '../change';
import { planWaiting } from '../plan';
import { isWithPartner, type PaymentState } from '../state';
import { isOutcome } from '../status';
import { WAITING_MESSAGES } from '../waiting';

/** What a screening of an open payment found, beside what was known of it before. */
export interface Rescreened {
  receipt: KeptScreening;
  decision: ScreeningDecision;
  /** Blocked countries that it names. */
  countries: readonly string[];
  /** Entries of lists that its beneficiary is like. */
  entryIds: readonly string[];
  /** Those of its earlier screenings: what an operator released it in spite of. */
  knownEntryIds: readonly string[];
}

/** `held`: nothing is sent before a person looked; `alerted`: a partner has it or may have it, and people are told. */
export type RescreeningOutcome = 'held' | 'alerted' | 'kept';

/** Who holds it, as the audit log names actors. */
const ACTOR = 'rescreening';

/** @returns whether nobody can have looked at all of it */
function hasNews({ countries, entryIds, knownEntryIds }: Rescreened): boolean {
  return countries.length > 0 || entryIds.some((id) => !knownEntryIds.includes(id));
}

/** @returns whether an operator has looked at all of it already */
function isReleased({ complianceHold }: PaymentState, rescreened: Rescreened): boolean {
  return complianceHold?.state === 'released' && !hasNews(rescreened);
}

/** The first operator did not know what has been found since, so the proposal to release it stands no more. */
function withdrawn(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
  const detail = { screening: receipt.id, decision };
  return {
    plan: unchangedPlan(state),
    at,
    screening: receipt,
    complianceHold: { state: 'review' },
    audit: { actor: ACTOR, act: 'payment.screening_proposal_withdrawn', requestId: null, detail },
  };
}

function held(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES.compliance_review) ?? unchangedPlan(state);
  return {
    plan,
    at,
    screening: receipt,
    complianceHold: { state: 'review' },
    waitingReason: 'compliance_review',
    audit: { actor: ACTOR, act: 'payment.held', requestId: null, detail: { screening: receipt.id, decision } },
  };
}

function alerted(state: PaymentState, { receipt, decision }: Rescreened, at: Date): PaymentChange {
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
 * What follows when a beneficiary is like a name of a list that has changed: a payment that no partner has is held for a
 * review; of one that a partner has or may have people are told, and no further call begins while it may have it. Whatever an operator has released it in spite of holds
 * it no more.
 * Source: docs/GAPS.md#P13
 */
export function decideRescreening(state: PaymentState, rescreened: Rescreened, at: Date): Decision<RescreeningOutcome> {
  const kept: Decision<RescreeningOutcome> = {
    result: 'kept',
    change: { plan: unchangedPlan(state), at, screening: rescreened.receipt },
  };
  if (isOutcome(state.status)) return { result: 'kept', change: null };
  if (rescreened.decision === 'clear' || isReleased(state, rescreened)) return kept;
  if (state.status !== 'pending' || isWithPartner(state)) {
    return { result: 'alerted', change: alerted(state, rescreened, at) };
  }
  const { complianceHold: hold } = state;
  if (hold?.state === 'review') {
    const isOutdated = hold.proposal !== undefined && hasNews(rescreened);
    return isOutdated ? { result: 'kept', change: withdrawn(state, rescreened, at) } : kept;
  }
  return { result: 'held', change: held(state, rescreened, at) };
}
