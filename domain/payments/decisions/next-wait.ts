import { isHeldForReview } from '../review/compliance-hold';
import { isContradicted } from '../review/contradiction';
import { awaitsApproval } from '../review/approval';
import { awaitsConditions } from '../review/conditions';
import type { WaitingReason } from '../dispatch/waiting';
import type { PaymentState } from '../instruction/state';

type PeopleHolds = Pick<PaymentState, 'contradiction' | 'complianceHold' | 'approval'>;
type Holds = PeopleHolds & Pick<PaymentState, 'conditions' | 'releaseAt'>;

/**
 * What people have to decide before a payment is sent: a contradiction is shown before a review, and that before the
 * approvals; they go on beside each other.
 * @returns null where nobody has to
 * Source: docs/GAPS.md#P17, docs/GAPS.md#P21
 */
export function heldByPeople(holds: PeopleHolds): 'contradiction' | 'compliance_review' | 'approval' | null {
  const { complianceHold, approval } = holds;
  if (isContradicted(holds)) return 'contradiction';
  if (isHeldForReview(complianceHold)) return 'compliance_review';
  return awaitsApproval(approval) ? 'approval' : null;
}

/**
 * @returns what an unsent payment waits for once a hold of it has ended: the next hold, its conditions, its value date, or
 *   nothing but its turn
 */
export function nextWait(holds: Holds, at: Date): WaitingReason {
  const { conditions, releaseAt } = holds;
  const held = heldByPeople(holds);
  if (held !== null) return held;
  if (awaitsConditions(conditions)) return 'conditions';
  return releaseAt !== null && at < releaseAt ? 'value_date' : 'engine_busy';
}
