import { isHeldForReview } from '../review/compliance-hold';
import { isContradicted } from '../review/contradiction';
import { awaitsApproval } from '../review/approval';
import { awaitsConditions } from '../review/conditions';
import type { WaitingReason } from '../dispatch/waiting';
import type { PaymentState } from '../instruction/state';

type PeopleHolds = Pick<PaymentState, 'contradiction' | 'complianceHold' | 'approval'>;
type Holds = PeopleHolds & Pick<PaymentState, 'conditions' | 'releaseAt'>;

/**
 * The decision by people that a payment waits for before it is sent. A contradiction is shown before a review, and a
 * review before approvals, although they go on beside each other.
 * @returns null where it waits for no decision
 * Source: docs/GAPS.md#P17, docs/GAPS.md#P21
 */
export function waitForPeople(holds: PeopleHolds): 'contradiction' | 'compliance_review' | 'approval' | null {
  const { complianceHold, approval } = holds;
  if (isContradicted(holds)) return 'contradiction';
  if (isHeldForReview(complianceHold)) return 'compliance_review';
  return awaitsApproval(approval) ? 'approval' : null;
}

/** What an unsent payment waits for next: a hold, its conditions, its value date, or only its turn. */
export function nextWait(holds: Holds, at: Date): WaitingReason {
  const { conditions, releaseAt } = holds;
  const held = waitForPeople(holds);
  if (held !== null) return held;
  if (awaitsConditions(conditions)) return 'conditions';
  return releaseAt !== null && at < releaseAt ? 'value_date' : 'engine_busy';
}
