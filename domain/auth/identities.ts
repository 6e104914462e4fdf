/** A person as the identity provider vouches for them. */
export interface VouchedIdentity {
  /** The provider and who the person is there: together they name one person for ever (OpenID Connect Core, section 2). */
  issuer: string;
  subject: string;
  /** Lower case; null where the provider says none. */
  email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  isEmailVerified: boolean;
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
}

/** Why a provider's statement does not log anyone in. */
export type IdentityRefusal =
  'email_not_verified' | 'no_such_user' | 'other_subject' | 'user_disabled' | 'user_not_vouched';

/** The user who is logged in, for the first time or again, or why none is. */
export type IdentityDecision =
  { kind: 'known' | 'first'; userId: string } | { kind: 'refused'; why: IdentityRefusal; userId: string | null };

function refuse(why: IdentityRefusal, candidate: IdentityCandidate | null): IdentityDecision {
  return { kind: 'refused', why, userId: candidate?.userId ?? null };
}

/**
 * Decides whom a provider means. The subject decides once it is known; before that a verified address of a user does, and
 * an address whose user is known by another subject does not: addresses move to other people, subjects do not. Nor does
 * that of a user who was never confirmed: the user may be a stranger's, who would share it with the person of the provider.
 * @param bySubject user of this subject
 * @param byEmail user of this address
 * Source: docs/GAPS.md#A6; OpenID Connect Core 1.0, section 5.7
 */
export function decideIdentity(
  vouched: VouchedIdentity,
  bySubject: IdentityCandidate | null,
  byEmail: IdentityCandidate | null,
): IdentityDecision {
  if (bySubject !== null) {
    return bySubject.isDisabled ? refuse('user_disabled', bySubject) : { kind: 'known', userId: bySubject.userId };
  }
  if (vouched.email === null || !vouched.isEmailVerified) return refuse('email_not_verified', null);
  if (byEmail === null) return refuse('no_such_user', null);
  if (byEmail.hasSubject) return refuse('other_subject', byEmail);
  if (byEmail.isDisabled) return refuse('user_disabled', byEmail);
  return byEmail.isVouched ? { kind: 'first', userId: byEmail.userId } : refuse('user_not_vouched', byEmail);
}

/**
 * Whether the provider says that it has seen more than one factor, so that ours is not asked for.
 * @param methods claim `amr`
 * Source: RFC 8176, section 2, "mfa"
 */
export function hasSeenSeveralFactors(methods: readonly string[]): boolean {
  return methods.includes('mfa');
}
