/** Approvals that a rule may ask for at most. Source: docs/GAPS.md#P17 */
export const MAX_APPROVALS = 3;

/** Payments of more than `above` in that currency need so many approvals. Source: docs/GAPS.md#P17 */
export interface ApprovalRule {
  /** In the currency's major unit. */
  above: { amount: number; currency: string };
  approvals: number;
}

/** Rules of one side of an account. */
export const MAX_APPROVAL_RULES = 50;
