/** What a person decides about a hold. Source: docs/GAPS.md#P13 */
export const SCREENING_VERDICTS = ['release', 'reject'] as const;
export type ScreeningVerdict = (typeof SCREENING_VERDICTS)[number];

/** A release that waits for a second operator. */
export interface ReleaseProposal {
  reason: string;
  /** As the audit log names actors. */
  by: string;
  /** Id of the user; null where a command named no person, and absent where it was not kept. */
  person?: string | null;
  /** Until when it is to be remembered for the payee, ISO 8601. */
  rememberUntil?: string;
  /** ISO 8601 timestamp. */
  at: string;
}

/** Why no watch list can be relied on: none that is official is in force, or the newest was read too long ago. */
export const LISTS_FAULTS = ['no_watch_list', 'watch_list_old'] as const;
export type ListsFault = (typeof LISTS_FAULTS)[number];

/** Who releases a payment that was held for its lists alone, as the audit log names actors. */
export const RESCREENING_ACTOR = 'rescreening';

/**
 * The hold of a payment whose beneficiary is like a listed name. Nothing is sent while it is in `review` or `rejected`.
 * Source: docs/GAPS.md#P13
 */
export type ComplianceHold =
  | {
      state: 'review';
      proposal?: ReleaseProposal;
      /** Where no name holds it: it goes on by itself once it is screened with lists that can be relied on. */
      because?: ListsFault;
    }
  | {
      state: 'released' | 'rejected';
      reason: string;
      /** As the audit log names actors. */
      by: string;
      /** ISO 8601 timestamp. */
      at: string;
      /** Who had proposed the release, where two had to agree. */
      proposedBy?: string;
      /** Until when it is remembered for the payee, ISO 8601. */
      rememberUntil?: string;
    };

/** @returns whether a person has to look before anything is sent */
export function isHeldForReview(hold: ComplianceHold | null): boolean {
  return hold?.state === 'review';
}

/** @returns whether a person has released it, which counts whatever lists are in force */
export function isReleasedByPerson(hold: ComplianceHold | null): boolean {
  return hold?.state === 'released' && hold.by !== RESCREENING_ACTOR;
}
