import type { PaymentStatus } from '../instruction/status';

/** Questions about one payment: a review that needs more is one for the telephone. */
export const MAX_INFORMATION_REQUESTS = 10;

/** A question of a compliance review to the client of a held payment; its texts are stored separately, sealed. */
export interface InformationRequest {
  id: string;
  /** As the audit log names actors. */
  askedBy: string;
  /** ISO 8601 timestamp. */
  askedAt: string;
  answeredBy: string | null;
  answeredAt: string | null;
}

/** Words of a question or of its answer, as they are kept. */
export interface SealedWords {
  /** Id of the question. */
  id: string;
  kind: 'question' | 'answer';
  sealed: Buffer;
}

/** `closed`: the review ended without an answer. */
export const INFORMATION_STATUSES = ['open', 'answered', 'closed'] as const;

/**
 * @param payment as it is shown: only one that waits for a review accepts answers
 * @returns the status of the question
 * Source: docs/GAPS.md#information
 */
export function informationStatus(
  request: Pick<InformationRequest, 'answeredAt'>,
  payment: { status: PaymentStatus; waitingReason: string | null },
): (typeof INFORMATION_STATUSES)[number] {
  if (request.answeredAt !== null) return 'answered';
  return payment.status === 'pending' && payment.waitingReason === 'compliance_review' ? 'open' : 'closed';
}
