/**
 * Reasons of a recall that banks accept, from ISO 20022's external cancellation reasons. AC03: wrong account; AM09:
 * wrong amount; CUST: the customer wants it; DUPL: paid twice; FRAD: fraud; TECH: a technical fault.
 * Source: docs/GAPS.md#recalls
 */
export const RECALL_REASONS = ['AC03', 'AM09', 'CUST', 'DUPL', 'FRAD', 'TECH'] as const;

export type RecallReason = (typeof RECALL_REASONS)[number];

/** `returned`: the partner reported the return; `refused`: the partner, or a bank behind it, keeps the money there. */
export const RECALL_STATUSES = ['requested', 'refused', 'returned'] as const;

/** A client's request to get settled money back, and its state. */
export interface Recall {
  status: (typeof RECALL_STATUSES)[number];
  reasonCode: RecallReason;
  /** The client's words, for people at the partner; never in an event. */
  reason: string | null;
  requestedAt: string;
  /** When it was refused, or the return was recorded; null until then. */
  answeredAt: string | null;
}
