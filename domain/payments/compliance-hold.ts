/** What a person decides about a hold. Source: docs/GAPS.md#P13 */
export const SCREENING_VERDICTS = ['release', 'reject'] as const;
export type ScreeningVerdict = (typeof SCREENING_VERDICTS)[number];

/**
 * The hold of a payment whose beneficiary is like a listed name. Nothing is sent while it is in `review` or `rejected`.
 * Source: docs/GAPS.md#P13
 */
export type ComplianceHold =
  | { state: 'review' }
  | {
      state: 'released' | 'rejected';
      reason: string;
      /** As the audit log names actors. */
      by: string;
      /** ISO 8601 timestamp. */
      at: string;
    };

/** @returns whether a person has to look before anything is sent */
export function isHeldForReview(hold: ComplianceHold | null): boolean {
  return hold?.state === 'review';
}
