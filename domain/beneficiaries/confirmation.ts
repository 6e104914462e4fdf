import { dependenceRefusal, memberDependence, type MakersOf } from '../auth/independence';
import { DomainError } from '../errors';

/** A version of bank details, as a confirmation finds it. */
export interface HeldVersion {
  version: number;
  /** Whether payments to it are held: it is a change that is neither confirmed nor old enough. */
  isHeld: boolean;
  /**
   * Ids of the users who made this change and those before it that were neither confirmed nor old enough, or who made the
   * keys that did: a later change of the name of the bank keeps the number of an earlier one. Null for one who is not known.
   */
  changedBy: readonly (string | null)[];
}

/** Who confirms which version. */
export interface Confirmation {
  version: number;
  /** Id of the user; null for a caller that is no member of the account. */
  memberId: string | null;
  /** As the audit log names actors. */
  by: string;
  /** Of the members of the account. */
  makersOf: MakersOf;
}

const OTHER =
  'another member, who was not invited by those who made the change, can confirm it; otherwise the hold ends by itself';

/**
 * Checks that a member may confirm the current version of changed bank details.
 * @returns false if nothing needs confirmation, because the details are not held
 * @throws DomainError FORBIDDEN unless a member acts who is independent of those who made the changes;
 * INVALID_TRANSITION for another version than the current one, which the member has not seen
 * Source: docs/GAPS.md#P16, docs/GAPS.md#A5
 */
export function decideConfirmation(held: HeldVersion, { version, memberId, by, makersOf }: Confirmation): boolean {
  if (memberId === null) {
    throw new DomainError(
      'FORBIDDEN',
      'Bank details are confirmed by a member of the account: in the console, or with a key of their own.',
    );
  }
  if (version !== held.version) {
    throw new DomainError('INVALID_TRANSITION', `The current version of the bank details is ${held.version}.`, {
      extra: { current: String(held.version), allowed: [String(held.version)] },
    });
  }
  if (!held.isHeld) return false;
  const earlier = { firsts: held.changedBy, areApart: false };
  const dependence = memberDependence(earlier, { id: by, personId: memberId }, makersOf);
  if (dependence !== null) throw dependenceRefusal(dependence, OTHER);
  return true;
}
