/** What a member decides about a payment that needs approvals. Source: docs/GAPS.md#P17 */
export const APPROVAL_DECISIONS = ['approve', 'reject'] as const;
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];

/** A payment without its approvals is cancelled after so many days. Source: docs/GAPS.md#P17 */
export const APPROVAL_DAYS = 7;

/** An approval or a rejection. */
export interface GivenApproval {
  /** Id of the member. */
  by: string;
  /** ISO 8601 timestamp. */
  at: string;
  comment: string | null;
}

/**
 * The approvals that a payment needs. Nothing is sent unless its state is `approved`.
 * Source: docs/GAPS.md#P17
 */
export interface Approval {
  state: 'waiting' | 'approved' | 'rejected' | 'expired';
  /** SHA-256 of what will be paid, in hexadecimal digits. */
  hash: string;
  needed: number;
  /** The member who made the payment; null where no member is known. */
  creator: string | null;
  /** Id of the key with which an agent proposed it; absent where none did. */
  agent?: string;
  /** ISO 8601 timestamp, by Postgres' clock. */
  expiresAt: string;
  /** The approvals, the first one first. */
  given: readonly GivenApproval[];
  rejection?: GivenApproval;
  /** It was approved, and a member who approved it is none any more. Read with the payment, never kept. */
  hasLapsed?: true;
}

/** What is known of the approvals of a payment when it is made: a rule decides how many it needs. */
export type ApprovalTerms = Pick<Approval, 'hash' | 'creator' | 'agent'>;

/**
 * The approval without those of people who are no members any more.
 * @param former ids of people who approved it and are no members any more
 * @returns what counts now: `hasLapsed` where it was approved and too few approvals are left
 */
export function currentApproval(approval: Approval, former: readonly string[]): Approval {
  const given = approval.given.filter(({ by }) => !former.includes(by));
  const isShort = approval.state === 'approved' && given.length < approval.needed;
  return { ...approval, given, ...(isShort ? { hasLapsed: true } : {}) };
}

/** @returns whether members have to approve it before anything is sent */
export function awaitsApproval(approval: Approval | null): approval is Approval {
  return approval?.state === 'waiting';
}
