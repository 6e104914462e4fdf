import { actorOfKey } from '../../auth/actor';
import { dependenceRefusal, earlierMembers, memberDependence, type MakersOf } from '../../auth/independence';
import { DomainError } from '../../errors';
import { unchangedPlan, type Decision, type PaymentChange } from '../instruction/change';
import { planTransition } from '../instruction/plan';
import { isWithPartner, type PaymentState } from '../instruction/state';
import { isContradicted } from '../review/contradiction';
import {
  APPROVAL_DAYS,
  awaitsApproval,
  type Approval,
  type ApprovalDecision,
  type GivenApproval,
} from '../review/approval';
import { nextWait } from './next-wait';

/** A member's approval or rejection. Source: docs/GAPS.md#P17 */
export interface ApprovalWord {
  decision: ApprovalDecision;
  /** The hash of what the member has read. */
  hash: string;
  /** That of what will be paid, as it is stored. */
  paidHash: string;
  comment: string | null;
  /** Id of the member; null where a key belongs to none. */
  member: string | null;
  /** Of the members of the account. */
  makersOf: MakersOf;
  /** As the audit log names actors. */
  by: string;
  requestId: string | null;
}

/**
 * `changed`: another payment than this one was read, or it has changed since; `late`: the days are over, and it is
 * cancelled.
 */
export type ApprovalResult = { kind: 'recorded'; approval: Approval } | { kind: 'changed' } | { kind: 'late' };

const REJECTED = 'Rejected by a member of the account';
const EXPIRED = 'Cancelled: it was not approved in time';

/** What the dispatch of a payment that lacks approvals comes to. */
export type ApprovalWait = { kind: 'waits'; endsAt: Date } | { kind: 'ended' } | { kind: 'none' };

/** @returns whether a partner has it, or may by a call that is not on record */
export function mayBeWithPartner(state: Pick<PaymentState, 'dispatch' | 'isClaimed' | 'contradiction'>): boolean {
  return isWithPartner(state) || isContradicted(state);
}

/** The cancellation of a payment that no partner has. @param message for its history */
export function cancellationChange(
  state: PaymentState,
  at: Date,
  message: string,
): Pick<PaymentChange, 'plan' | 'at' | 'messages'> {
  const plan = planTransition(state, { reportId: null, status: 'cancelled', effectiveAt: at, message });
  return { plan, at, messages: [{ topic: 'changed', disposition: 'applied', reportId: null }] };
}

/** The change that cancels a payment because its approvals were not given in time. */
function approvalExpiry(state: PaymentState, approval: Approval, at: Date): PaymentChange {
  const { hash, needed, given } = approval;
  const detail = { hash, needed, given: given.length };
  return {
    ...cancellationChange(state, at, EXPIRED),
    approval: { ...approval, state: 'expired' },
    audit: { actor: 'corridor', act: 'payment.approval_expired', requestId: null, detail },
  };
}

/**
 * Until when approvals may be given. A payment that a partner may have, as after a restore, waits for that partner's answer
 * alone: nothing is sent before it.
 * @returns null for a payment that waits for no approval
 * Source: docs/GAPS.md#P17
 */
export function approvalDeadline(
  state: Pick<PaymentState, 'status' | 'approval' | 'dispatch' | 'isClaimed' | 'contradiction'>,
): { approval: Approval; endsAt: Date } | null {
  const { approval, status } = state;
  if (status !== 'pending' || !awaitsApproval(approval) || mayBeWithPartner(state)) return null;
  return { approval, endsAt: new Date(approval.expiresAt) };
}

/**
 * Cancels a payment whose approvals were not given in time.
 * @returns whether it still waits for approvals, and until when
 * Source: docs/GAPS.md#P17
 */
export function decideApprovalWait(state: PaymentState, at: Date): Decision<ApprovalWait> {
  const waiting = approvalDeadline(state);
  if (waiting === null) return { result: { kind: 'none' }, change: null };
  const { approval, endsAt } = waiting;
  if (at < endsAt) return { result: { kind: 'waits', endsAt }, change: null };
  return { result: { kind: 'ended' }, change: approvalExpiry(state, approval, at) };
}

const DAY_MS = 86_400_000;

function withoutLapse({ hasLapsed: _hasLapsed, ...approval }: Approval): Approval {
  return approval;
}

/**
 * Makes a payment wait for new approvals if the former ones have lapsed before it was sent; it waits as long as for
 * first ones.
 * @returns null where they have not lapsed
 * Source: docs/GAPS.md#P17
 */
export function decideLapse(state: PaymentState, at: Date): Decision<Extract<ApprovalWait, { kind: 'waits' }>> | null {
  if (state.approval?.hasLapsed !== true) return null;
  const endsAt = new Date(at.getTime() + APPROVAL_DAYS * DAY_MS);
  const approval: Approval = { ...withoutLapse(state.approval), state: 'waiting', expiresAt: endsAt.toISOString() };
  const { hash, needed, given } = approval;
  const detail = { hash, needed, given: given.length };
  const audit = { actor: 'corridor', act: 'payment.approval_lapsed', requestId: null, detail };
  return { result: { kind: 'waits', endsAt }, change: { plan: unchangedPlan(state), at, approval, audit } };
}

function refuse(state: PaymentState, message: string): never {
  throw new DomainError('INVALID_TRANSITION', message, { extra: { current: state.status, allowed: [] } });
}

/**
 * The approval that a payment waits for.
 * @throws DomainError INVALID_TRANSITION when it waits for none
 */
function requireOpenApproval(state: PaymentState): Approval {
  const { approval, status } = state;
  if (status === 'pending' && awaitsApproval(approval)) return approval;
  if (approval === null) return refuse(state, 'This payment needs no approval.');
  if (status === 'pending') return refuse(state, 'This payment has the approvals that it needs.');
  return refuse(state, `This payment waits for no approval any more: it is ${status}.`);
}

/** Who may decide in place of who may not. */
const OTHER_MEMBER =
  'another member, who was not invited by those who decided before, can: in the console, or with a key of their own';

const OF_NO_MEMBER =
  '. It was made by a key of no member: one that is made in the console, or with --member, needs one approval less';

/**
 * Checks that a member may approve or reject. A rejection may come from a member who is not independent.
 * @returns id of the member
 * @throws DomainError DUPLICATE for a member who has approved it before; FORBIDDEN for its creator, for a key of no
 * member and, of an approval, for a member who is not independent of the earlier ones
 */
export function requireOtherMember(
  { creator, approvedBy }: { creator: string | null; approvedBy: readonly string[] },
  { member, by, decision, makersOf }: Pick<ApprovalWord, 'member' | 'by' | 'decision' | 'makersOf'>,
): string {
  if (member !== null && approvedBy.includes(member)) {
    throw new DomainError(
      'DUPLICATE',
      'This member has approved it already: the other approvals come from other members.',
    );
  }
  const dependence = memberDependence(earlierMembers(creator, approvedBy), { id: by, personId: member }, makersOf);
  const isStop = decision === 'reject' && member !== null && dependence !== 'same';
  if (member === null || (dependence !== null && !isStop))
    throw dependenceRefusal(
      dependence ?? 'unidentified',
      creator === null ? OTHER_MEMBER + OF_NO_MEMBER : OTHER_MEMBER,
    );
  return member;
}

function rejectionChange(state: PaymentState, approval: Approval, word: GivenApproval, at: Date): PaymentChange {
  if (mayBeWithPartner(state)) {
    refuse(state, 'It is not known yet whether the partner has the payment: the partner is asked first.');
  }
  return { ...cancellationChange(state, at, REJECTED), approval: { ...approval, state: 'rejected', rejection: word } };
}

/** The change that records an approval; the last one also ends the wait for approvals. */
function approvalChange(state: PaymentState, approval: Approval, word: GivenApproval, at: Date): PaymentChange {
  const given = [...approval.given, word];
  const plan = unchangedPlan(state);
  if (given.length < approval.needed) return { plan, at, approval: { ...approval, given } };
  const done: Approval = { ...approval, state: 'approved', given };
  const waitingReason = nextWait({ ...state, approval: done }, at);
  const retry = waitingReason === 'engine_busy';
  return {
    plan,
    at,
    approval: done,
    ...(isWithPartner(state) || waitingReason === state.waitingReason ? {} : { waitingReason }),
    messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry }],
  };
}

/**
 * Decides a member's approval or rejection. The last approval lets the payment go on to its next wait; a rejection
 * cancels it.
 * @throws DomainError INVALID_TRANSITION when it waits for none, or the hash is another one; FORBIDDEN for its
 * creator, for a member who is not independent of the earlier ones, and for a key of no member; DUPLICATE for a member
 * who has approved it
 * Source: docs/GAPS.md#P17, docs/GAPS.md#A5
 */
export function decideApproval(state: PaymentState, word: ApprovalWord, at: Date): Decision<ApprovalResult> {
  const approval = requireOpenApproval(state);
  const { creator, given, agent } = approval;
  if (agent !== undefined && word.by === actorOfKey(agent)) throw dependenceRefusal('same', OTHER_MEMBER);
  const by = requireOtherMember({ creator, approvedBy: given.map((one) => one.by) }, word);
  if (word.hash !== word.paidHash || approval.hash !== word.paidHash)
    return { result: { kind: 'changed' }, change: null };
  const wait = decideApprovalWait(state, at);
  if (wait.result.kind === 'ended') return { result: { kind: 'late' }, change: wait.change };
  const { decision, comment, requestId } = word;
  const said: GivenApproval = { by, at: at.toISOString(), comment };
  const change =
    decision === 'approve' ? approvalChange(state, approval, said, at) : rejectionChange(state, approval, said, at);
  const kept = change.approval ?? approval;
  const detail = { decision, hash: word.hash, member: by, given: kept.given.length, needed: kept.needed };
  const act = decision === 'approve' ? 'payment.approved' : 'payment.approval_rejected';
  return {
    result: { kind: 'recorded', approval: kept },
    change: { ...change, audit: { actor: word.by, act, requestId, detail } },
  };
}
