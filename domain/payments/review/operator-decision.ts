import type { PaymentStatus } from '../instruction/status';

/**
 * An operator's decisions about a payment that cannot continue by itself: the partner has it; the partner never
 * received it, and it is to be sent again; try now, which of a contradiction means that it is to be sent; give up, because
 * no partner has it.
 */
export const OPERATOR_DECISIONS = ['delivered', 'never_received', 'try_now', 'give_up'] as const;
export type OperatorDecision = (typeof OPERATOR_DECISIONS)[number];

/** What an operator says about a payment. */
export interface OperatorWord {
  decision: OperatorDecision;
  /** Why, for colleagues and auditors; the client does not see it. */
  reason: string;
  /** The partner's own reference, where `delivered` was established with it. */
  partnerReference: string | null;
}

/** The last decision about a payment, as it is kept with it. */
export interface KeptDecision extends OperatorWord {
  /** Who made it, as the audit log names actors. */
  by: string;
  /** ISO 8601 timestamp. */
  at: string;
  /** Status that it left. */
  status: PaymentStatus;
  /** Calls to the partner that had been begun by then: after a further one the same words are a new decision. */
  sends: number;
}
