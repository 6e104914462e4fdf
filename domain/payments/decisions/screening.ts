import { userOfActor, type OperatorActor } from '../../auth/actor';
import { confirmationRefusal, PROPOSAL_HOURS, requireKnownFirst, type ApprovalCount } from '../../auth/approvals';
import { partyOf, type MakersOf } from '../../auth/independence';
import { DomainError } from '../../errors';
import { type AuditEntry, type Decision, type PaymentChange, unchangedPlan } from '../instruction/change';
import type { ComplianceHold, ReleaseProposal, ScreeningVerdict } from '../review/compliance-hold';
import { planTransition } from '../instruction/plan';
import { OWN_REASONS } from '../reports/reasons';
import { nextWait } from './next-wait';
import { isWithPartner, type PaymentState } from '../instruction/state';

/** A verdict about a hold, with who gives it. Source: docs/GAPS.md#P13 */
export interface ScreeningRequest {
  decision: ScreeningVerdict;
  /** Until when a release is to be remembered for the payee; where two people decide, both have to say so. */
  rememberUntil?: Date | undefined;
  /** For colleagues and auditors; the client does not see it. */
  reason: string;
  actor: OperatorActor;
  at: Date;
  /** How many people a release needs; one is enough to reject. */
  approvals: ApprovalCount;
  /** The people who may decide about holds at present: a proposal of another person is void. */
  reviewers: MakersOf;
}

/** A hold that a person has released or rejected. */
export type DecidedHold = Extract<ComplianceHold, { by: string }>;

/** What became of a verdict: a release may still wait for a second person. */
export type ScreeningOutcome = DecidedHold | ({ state: 'proposed' } & ReleaseProposal);

/** What the client reads; whom it was taken for is not said. */
const REJECTED = 'The payment cannot be made';
const STATES = { release: 'released', reject: 'rejected' } as const;

function verdictPlan({ decision, at }: ScreeningRequest, state: PaymentState): Pick<PaymentChange, 'plan'> {
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

/** Refuses a rejection while a call is under way or in doubt: the payment cannot be ended before that is known. */
function inDoubtRefusal(): DomainError {
  const message =
    'It is not known yet whether the partner has the payment: the partner is asked, and a rejection has to wait.';
  return new DomainError('INVALID_TRANSITION', message, { extra: { current: 'pending', allowed: [] } });
}

const HOUR_MS = 3_600_000;

/** Records the first of two people's consent to a release; the payment stays held. */
function proposeRelease(state: PaymentState, request: ScreeningRequest): Decision<ScreeningOutcome> {
  const { decision, reason, actor, at, rememberUntil } = request;
  requireKnownFirst(actor);
  const remember = rememberUntil === undefined ? {} : { rememberUntil: rememberUntil.toISOString() };
  const proposal: ReleaseProposal = { reason, by: actor.id, person: actor.personId, at: at.toISOString(), ...remember };
  const change: PaymentChange = {
    plan: unchangedPlan(state),
    at,
    complianceHold: { ...requireHeld(state), proposal },
    audit: auditOf(request, 'payment.screening_release_proposed', { decision, reason }),
  };
  return { result: { state: 'proposed', ...proposal }, change };
}

function auditOf({ actor }: ScreeningRequest, act: string, detail: object): AuditEntry {
  const by = actor.note === undefined ? {} : { by: actor.note };
  return { actor: actor.id, act, requestId: actor.requestId, detail: { ...detail, ...by } };
}

/** Id of the person who made a proposal; null where a key or a command did. */
export const proposerOf = (proposal: ReleaseProposal): string | null => proposal.person ?? userOfActor(proposal.by);

/** The proposal if a second person can still confirm it: its proposer may review, and it is recent; else null. */
export function confirmableProposal(
  proposal: ReleaseProposal | undefined,
  { at, reviewers }: Pick<ScreeningRequest, 'at' | 'reviewers'>,
): ReleaseProposal | null {
  if (proposal === undefined) return null;
  if (!reviewers.has(proposerOf(proposal) ?? '')) return null;
  return at.getTime() - Date.parse(proposal.at) < PROPOSAL_HOURS * HOUR_MS ? proposal : null;
}

/**
 * Handles a release that needs two people until the second one agrees: proposes it, or returns the proposal if the
 * same person repeats it; null once another person may release.
 * @throws DomainError FORBIDDEN for another person who cannot be the second one
 */
function awaitSecond(state: PaymentState, request: ScreeningRequest): Decision<ScreeningOutcome> | null {
  const { actor } = request;
  const proposal = confirmableProposal(requireHeld(state).proposal, request);
  if (proposal === null) return proposeRelease(state, request);
  const personId = proposerOf(proposal);
  // The same words again change nothing.
  if (personId === actor.personId) return { result: { state: 'proposed', ...proposal }, change: null };
  const { reviewers: makersOf } = request;
  const first = partyOf({ id: proposal.by, personId }, makersOf);
  const refusal = confirmationRefusal({ first, role: 'compliance', makersOf }, actor);
  if (refusal !== null) throw refusal;
  return null;
}

/**
 * Until when a release is remembered. If two people must agree, both must ask for a memory, and the earlier end
 * counts.
 */
function memoryEnd(
  { rememberUntil, approvals }: ScreeningRequest,
  proposal: ReleaseProposal | undefined,
): { rememberUntil?: string } {
  if (rememberUntil === undefined) return {};
  const asked = rememberUntil.toISOString();
  if (approvals === 'one') return { rememberUntil: asked };
  const proposed = proposal?.rememberUntil;
  return proposed === undefined ? {} : { rememberUntil: proposed < asked ? proposed : asked };
}

/**
 * Ends the hold of a payment: it is released, or fails. The same decision again changes nothing and returns the first.
 * If two people must agree to a release, the first proposes it, and another, identified one releases it within 24
 * hours.
 * @throws DomainError INVALID_TRANSITION when the payment is not held, or was decided otherwise, and for a rejection
 * while its partner may have it; FORBIDDEN for a person who cannot be the second person, and for an unknown first one
 * Source: docs/GAPS.md#P13
 */
export function decideScreening(state: PaymentState, request: ScreeningRequest): Decision<ScreeningOutcome> {
  const { complianceHold: hold } = state;
  const { decision, reason, actor, at, approvals } = request;
  if (hold !== null && hold.state !== 'review' && hold.state === STATES[decision])
    return { result: hold, change: null };
  const { proposal } = requireHeld(state);
  if (decision === 'reject' && isWithPartner(state)) throw inDoubtRefusal();
  const waiting = decision === 'release' && approvals === 'two' ? awaitSecond(state, request) : null;
  if (waiting !== null) return waiting;
  const proposedBy = decision === 'release' && proposal !== undefined ? { proposedBy: proposal.by } : {};
  const decided: DecidedHold = {
    state: STATES[decision],
    reason,
    by: actor.id,
    at: at.toISOString(),
    ...proposedBy,
    ...(decision === 'release' ? memoryEnd(request, proposal) : {}),
  };
  const next = nextWait({ ...state, complianceHold: decided }, at);
  const change: PaymentChange = {
    ...verdictPlan(request, state),
    at,
    complianceHold: decided,
    // It waits for approvals and its value date, where it has any; otherwise it is sent at once.
    ...(decision === 'release' && !isWithPartner(state) ? { waitingReason: next } : {}),
    messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry: next === 'engine_busy' }],
    audit: auditOf(request, `payment.screening_${STATES[decision]}`, { decision, reason, ...proposedBy }),
  };
  return { result: decided, change };
}
