import { unchangedPlan, type Decision } from '../instruction/change';
import { isHeldForReview } from '../review/compliance-hold';
import { isContradicted } from '../review/contradiction';
import { awaitsApproval } from '../review/approval';
import { awaitsConditions } from '../review/conditions';
import { awaitsPayeeDecision } from '../review/payee-check';
import { planWaiting } from '../instruction/plan';
import { heldByPeople } from './next-wait';
import { beneficiaryHold, isWithPartner, liveDispatch, type PaymentState } from '../instruction/state';
import { WAITING_MESSAGES, WAITING_REASONS, type WaitingReason } from '../dispatch/waiting';

/**
 * A partner is slow that was called and has not answered. Where no call is on record it is our own engine that has not
 * come to it yet, unless the engine has said already what keeps it.
 */
function truthful(state: PaymentState, because: WaitingReason): WaitingReason {
  const dispatch = liveDispatch(state);
  const wasCalled = state.isClaimed || (dispatch !== null && dispatch.state !== 'not_delivered');
  if (because !== 'partner_slow' || wasCalled) return because;
  const said = WAITING_REASONS.find((known) => known === state.waitingReason);
  return said === undefined || said === 'value_date' ? 'engine_busy' : said;
}

/** Changed bank details hold it, unless it has to wait for its value date longer than for them. */
function isHeldForBeneficiary(state: PaymentState, because: WaitingReason, at: Date): boolean {
  const until = beneficiaryHold(state, at);
  if (until === null || isWithPartner(state)) return false;
  return because !== 'value_date' || state.releaseAt === null || state.releaseAt < until;
}

/** A workflow may lack what only the row has; a reason that does not hold is not shown. */
function isTrue(reason: WaitingReason, state: PaymentState, at: Date): boolean {
  const { releaseAt, complianceHold, approval } = state;
  if (reason === 'contradiction') return isContradicted(state);
  if (reason === 'beneficiary_changed') return beneficiaryHold(state, at) !== null;
  if (reason === 'payee_check') return awaitsPayeeDecision(state.payeeCheck);
  if (reason === 'conditions') return awaitsConditions(state.conditions);
  if (reason === 'value_date') return releaseAt !== null && releaseAt > at;
  if (reason === 'approval') return awaitsApproval(approval);
  return reason !== 'compliance_review' || isHeldForReview(complianceHold);
}

/**
 * The instruction has to wait before it can be submitted. The history begins with `pending` the first time; the reason
 * is always the newest one.
 * Source: docs/GAPS.md#P1
 */
export function decideWaiting(state: PaymentState, because: WaitingReason, at: Date): Decision<null> {
  // Whatever else it waits for: nothing of it happens before people have decided.
  const held = heldByPeople(state);
  const reason =
    // What a partner may have waits for its word, not for approvals.
    (held === 'approval' && isWithPartner(state) ? null : held) ??
    (awaitsPayeeDecision(state.payeeCheck) && !isWithPartner(state) ? 'payee_check' : null) ??
    (awaitsConditions(state.conditions) && !isWithPartner(state) ? 'conditions' : null) ??
    (isHeldForBeneficiary(state, because, at) ? 'beneficiary_changed' : truthful(state, because));
  if (!isTrue(reason, state, at)) return { result: null, change: null };
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES[reason]);
  if (plan !== null) return { result: null, change: { plan, at, waitingReason: reason } };
  if (state.status !== 'pending' || state.waitingReason === reason) return { result: null, change: null };
  return { result: null, change: { plan: unchangedPlan(state), at, waitingReason: reason } };
}
