import { isHeldForReview } from '../review/compliance-hold';
import { awaitsApproval } from '../review/approval';
import type { WaitingReason } from '../dispatch/waiting';
import type { PaymentState } from '../instruction/state';

type Holds = Pick<PaymentState, 'complianceHold' | 'approval' | 'releaseAt'>;

/**
 * What people have to decide before a payment is sent: a review is shown before the approvals, which go on beside it.
 * @returns null where nobody has to
 * Source: docs/GAPS.md#P17
 */
export function heldByPeople({
  complianceHold,
  approval,
}: Pick<Holds, 'complianceHold' | 'approval'>): 'compliance_review' | 'approval' | null {
  if (isHeldForReview(complianceHold)) return 'compliance_review';
  return awaitsApproval(approval) ? 'approval' : null;
}

/**
 * @returns what an unsent payment waits for once a hold of it has ended: the next hold, its value date, or nothing but
 *   its turn
 */
export function nextWait(holds: Holds, at: Date): WaitingReason {
  const { releaseAt } = holds;
  const held = heldByPeople(holds);
  if (held !== null) return held;
  return releaseAt !== null && at < releaseAt ? 'value_date' : 'engine_busy';
}
