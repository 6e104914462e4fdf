import { DomainError } from '../../errors';
import { type Decision, type PaymentChange, unchangedPlan } from '../change';
import type { ComplianceHold, ReleaseApprovals, ReleaseProposal, ScreeningVerdict } from '../compliance-hold';
import { planTransition } from '../plan';
import { OWN_REASONS } from '../reasons';
import { isWithPartner, type PaymentState } from '../state';

/** A verdict about a hold, with who gives it. Source: docs/GAPS.md#P13 */
export interface ScreeningRequest {
  decision: ScreeningVerdict;
  /** For colleagues and auditors; the client does not see it. */
  reason: string;
  /** Who decides, as the audit log names actors. */
  by: string;
  /** Id of the HTTP request; null for a command. */
  requestId: string | null;
  at: Date;
  /** Operators that have to agree to a release; one is enough to reject. */
  approvals: ReleaseApprovals;
}

/** A hold that a person has released or rejected. */
export type DecidedHold = Extract<ComplianceHold, { by: string }>;

/** What became of a verdict: a release may still wait for a second operator. */
export type ScreeningOutcome = DecidedHold | ({ state: 'proposed' } & ReleaseProposal);

/** What the client reads; whom it was taken for is not said. */
const REJECTED = 'The payment cannot be made';
const STATES = { release: 'released', reject: 'rejected' } as const;

function changeBy({ decision, at }: ScreeningRequest, state: PaymentState): Pick<PaymentChange, 'plan'> {
  if (decision === 'release') return { plan: unchangedPlan(state) };
  const reasonCode = OWN_REASONS.reviewRejected;
  const report = { reportId: null, status: 'failed' as const, effectiveAt: at, message: REJECTED, reasonCode };
  return { plan: planTransition(state, report) };
}

/** @throws DomainError INVALID_TRANSITION when the payment is not held for a review */
export function requireHeld({
  complianceHold: hold,
  status,
}: PaymentState): Extract<ComplianceHold, { state: 'review' }> {
  if (hold?.state === 'review' && status === 'pending') return hold;
  const extra = { current: status, allowed: [] };
  throw new DomainError('INVALID_TRANSITION', 'The payment is not held for a compliance review.', { extra });
}

/** It was found listed while a call was under way or in doubt: it is not ours to end before that is known. */
function inDoubt(): DomainError {
  const message = 'Whether the partner has the payment is not known yet: it is asked, and a rejection waits for that.';
  return new DomainError('INVALID_TRANSITION', message, { extra: { current: 'pending', allowed: [] } });
}

/** The first of two operators: the payment stays as it is, and the reason is kept for the second. */
function propose(state: PaymentState, request: ScreeningRequest): Decision<ScreeningOutcome> {
  const { decision, reason, by, requestId, at } = request;
  const proposal: ReleaseProposal = { reason, by, at: at.toISOString() };
  const change: PaymentChange = {
    plan: unchangedPlan(state),
    at,
    complianceHold: { state: 'review', proposal },
    audit: { actor: by, act: 'payment.screening_release_proposed', requestId, detail: { decision, reason } },
  };
  return { result: { state: 'proposed', ...proposal }, change };
}

/**
 * Ends the hold of a payment: it is sent at once, or fails. The same decision again changes nothing and is answered as
 * the first time. Where two have to agree to a release, the first proposes it and somebody else releases it.
 * @throws DomainError INVALID_TRANSITION when the payment is not held, or was decided otherwise, and for a rejection while
 *   its partner may have it
 * Source: docs/GAPS.md#P13
 */
export function decideScreening(state: PaymentState, request: ScreeningRequest): Decision<ScreeningOutcome> {
  const { complianceHold: hold, releaseAt } = state;
  const { decision, reason, by, requestId, at, approvals } = request;
  if (hold !== null && hold.state !== 'review' && hold.state === STATES[decision])
    return { result: hold, change: null };
  const { proposal } = requireHeld(state);
  if (decision === 'reject' && isWithPartner(state)) throw inDoubt();
  if (decision === 'release' && approvals > 1) {
    if (proposal === undefined) return propose(state, request);
    if (proposal.by === by) return { result: { state: 'proposed', ...proposal }, change: null };
  }
  const proposedBy = decision === 'release' && proposal !== undefined ? { proposedBy: proposal.by } : {};
  const decided: DecidedHold = { state: STATES[decision], reason, by, at: at.toISOString(), ...proposedBy };
  const waitsForDate = releaseAt !== null && at < releaseAt;
  const change: PaymentChange = {
    ...changeBy(request, state),
    at,
    complianceHold: decided,
    // Until its value date it waits for that; otherwise it is sent at once.
    ...(decision === 'release' && !isWithPartner(state)
      ? { waitingReason: waitsForDate ? 'value_date' : 'partner_slow' }
      : {}),
    messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry: !waitsForDate }],
    audit: { actor: by, act: `payment.screening_${STATES[decision]}`, requestId, detail: { decision, reason } },
  };
  return { result: decided, change };
}
