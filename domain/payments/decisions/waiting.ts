import { unchangedPlan, type Decision } from '../instruction/change';
import { isHeldForReview } from '../review/compliance-hold';
import { isContradicted } from '../review/contradiction';
import { awaitsApproval } from '../review/approval';
import { awaitsConditions } from '../review/conditions';
import { awaitsPayeeDecision } from '../review/payee-check';
import { planWaiting } from '../instruction/plan';
import { waitForPeople } from './next-wait';
import { beneficiaryHold, isWithPartner, liveDispatch, type PaymentState } from '../instruction/state';
import { WAITING_MESSAGES, WAITING_REASONS, type WaitingReason } from '../dispatch/waiting';

/**
 * Replaces `partner_slow` if no call is on record: then our own engine is late, or waits for the reason that is shown
 * already.
 */
function honestReason(state: PaymentState, because: WaitingReason): WaitingReason {
  const dispatch = liveDispatch(state);
  const wasCalled = state.isClaimed || (dispatch !== null && dispatch.state !== 'not_delivered');
  if (because !== 'partner_slow' || wasCalled) return because;
  const said = WAITING_REASONS.find((known) => known === state.waitingReason);
  return said === undefined || said === 'value_date' ? 'engine_busy' : said;
}

/** Whether changed bank details hold an unsent payment, and longer than its value date does. */
function isHeldForBeneficiary(state: PaymentState, because: WaitingReason, at: Date): boolean {
  const until = beneficiaryHold(state, at);
  if (until === null || isWithPartner(state)) return false;
  return because !== 'value_date' || state.releaseAt === null || state.releaseAt < until;
}

/** Whether a reason to wait still holds by the row; a workflow may not know what the row knows. */
function isReasonCurrent(reason: WaitingReason, state: PaymentState, at: Date): boolean {
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
 * Records why an instruction waits before it can be submitted. Holds by people come before the reason that the
 * workflow reports. The first time the history begins with `pending`; a later reason replaces the shown one.
 * Source: docs/GAPS.md#P1
 */
export function decideWaiting(state: PaymentState, reportedReason: WaitingReason, at: Date): Decision<null> {
  // Whatever else it waits for: nothing of it happens before people have decided.
  const held = waitForPeople(state);
  const reason =
    // What a partner may have waits for its word, not for approvals.
    (held === 'approval' && isWithPartner(state) ? null : held) ??
    (awaitsPayeeDecision(state.payeeCheck) && !isWithPartner(state) ? 'payee_check' : null) ??
    (awaitsConditions(state.conditions) && !isWithPartner(state) ? 'conditions' : null) ??
    (isHeldForBeneficiary(state, reportedReason, at) ? 'beneficiary_changed' : honestReason(state, reportedReason));
  if (!isReasonCurrent(reason, state, at)) return { result: null, change: null };
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES[reason]);
  if (plan !== null) return { result: null, change: { plan, at, waitingReason: reason } };
  if (state.status !== 'pending' || state.waitingReason === reason) return { result: null, change: null };
  return { result: null, change: { plan: unchangedPlan(state), at, waitingReason: reason } };
}
