import { unchangedPlan, type Decision } from '../change';
import { isHeldForReview } from '../compliance-hold';
import { planWaiting } from '../plan';
import type { PaymentState } from '../state';
import { WAITING_MESSAGES, type WaitingReason } from '../waiting';

/**
 * The instruction has to wait before it can be submitted. The history begins with `pending` the first time; the reason
 * is always the newest one.
 * Source: docs/GAPS.md#P1
 */
export function decideWaiting(state: PaymentState, because: WaitingReason, at: Date): Decision<null> {
  // Whatever else it waits for: nothing of it happens before the review.
  const reason = isHeldForReview(state.complianceHold) ? 'compliance_review' : because;
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES[reason]);
  if (plan !== null) return { result: null, change: { plan, at, waitingReason: reason } };
  if (state.status !== 'pending' || state.waitingReason === reason) return { result: null, change: null };
  return { result: null, change: { plan: unchangedPlan(state), at, waitingReason: reason } };
}
