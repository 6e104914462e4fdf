import { roleOfGroups, type GroupRoles } from './identity-groups';
import type { AccountRole } from './users';

/** A person as the identity provider vouches for them. */
export interface VouchedIdentity {
  /** The provider and who the person is there: together they name one person for ever (OpenID Connect Core, section 2). */
  issuer: string;
  subject: string;
  /** Lower case; null where the provider says none. */
  email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  isEmailVerified: boolean;
  /** In which the provider has the person. */
  groups: readonly string[];
}

/** What is known of a user whom a provider may mean. */
export interface IdentityCandidate {
  userId: string;
  /** Whether the user or the account is disabled. */
  isDisabled: boolean;
  /** Whether a subject of this provider is known of them. */
  hasSubject: boolean;
  /** Whether an operator has made the user or vouched for it; who signs up or accepts an invitation may name any address. */
  isVouched: boolean;
  /** What groups give members of the user's account; null where they decide nothing. */
  groupRoles: GroupRoles | null;
  isOperator: boolean;
}

/** An account to which the domain of the person's address belongs: its members are made at their first log-in. */
export interface HomeAccount {
  accountId: string;
  groupRoles: GroupRoles;
}

/** Whom a provider may mean, and what is decided of groups. */
export interface IdentityCandidates {
  /** User of the subject. */
  bySubject: IdentityCandidate | null;
  /** User of the address. */
  byEmail: IdentityCandidate | null;
  /** Null where no user may be made. */
  home: HomeAccount | null;
  /** Groups of which an operator needs one; none: operators need no group. */
  operatorGroups: readonly string[];
}

/** Why a provider's statement does not log anyone in. */
export const IDENTITY_REFUSALS = [
  'email_not_verified',
  'no_group',
  'no_such_user',
  'other_subject',
  'user_disabled',
  'user_not_vouched',
] as const;
export type IdentityRefusal = (typeof IDENTITY_REFUSALS)[number];

/** The user who is logged in, for the first time or again, or why none is. */
export type IdentityDecision =
  | { kind: 'known' | 'first'; userId: string; role: AccountRole | null }
  | { kind: 'made'; accountId: string; role: AccountRole }
  | { kind: 'refused'; why: IdentityRefusal; userId: string | null };

function refuse(why: IdentityRefusal, candidate: IdentityCandidate | null): IdentityDecision {
  return { kind: 'refused', why, userId: candidate?.userId ?? null };
}

interface Admission extends Pick<IdentityCandidates, 'operatorGroups'> {
  kind: 'known' | 'first';
  groups: readonly string[];
  candidate: IdentityCandidate;
}

/**
 * Admits a user with the role that the provider's groups give; refuses if they give none. For operators, groups decide
 * only whether they may log in. They never change an operator's role: two people decide about operators, and fewer
 * roles of one would leave the decisions to another.
 */
function admit({ kind, groups, candidate, operatorGroups }: Admission): IdentityDecision {
  const { userId, isOperator, groupRoles } = candidate;
  if (isOperator) {
    const isIn = operatorGroups.length === 0 || groups.some((group) => operatorGroups.includes(group));
    return isIn ? { kind, userId, role: null } : refuse('no_group', candidate);
  }
  const role = groupRoles === null ? null : roleOfGroups(groups, groupRoles);
  return groupRoles !== null && role === null ? refuse('no_group', candidate) : { kind, userId, role };
}

/**
 * Decides which user a login at an identity provider belongs to. A known subject decides. Otherwise a verified email
 * address finds the user, unless that user is linked to another subject (addresses move to other people, subjects do
 * not) or was never confirmed (a stranger may have created it). If no user has the address, but its domain belongs to
 * an account, the account's groups make a user; operators are never made.
 * Source: docs/GAPS.md#A6; OpenID Connect Core 1.0, section 5.7
 */
export function decideIdentity(
  vouched: VouchedIdentity,
  { bySubject, byEmail, home, operatorGroups }: IdentityCandidates,
): IdentityDecision {
  const { groups } = vouched;
  if (bySubject !== null) {
    if (bySubject.isDisabled) return refuse('user_disabled', bySubject);
    return admit({ kind: 'known', groups, candidate: bySubject, operatorGroups });
  }
  if (vouched.email === null || !vouched.isEmailVerified) return refuse('email_not_verified', null);
  if (byEmail === null) {
    if (home === null) return refuse('no_such_user', null);
    const role = roleOfGroups(groups, home.groupRoles);
    return role === null ? refuse('no_group', null) : { kind: 'made', accountId: home.accountId, role };
  }
  if (byEmail.hasSubject) return refuse('other_subject', byEmail);
  if (byEmail.isDisabled) return refuse('user_disabled', byEmail);
  if (!byEmail.isVouched) return refuse('user_not_vouched', byEmail);
  return admit({ kind: 'first', groups, candidate: byEmail, operatorGroups });
}

/**
 * Whether the provider says that it has seen more than one factor, so that ours is not asked for.
 * @param methods claim `amr`
 * Source: RFC 8176, section 2, "mfa"
 */
export function hasSeenSeveralFactors(methods: readonly string[]): boolean {
  return methods.includes('mfa');
}
