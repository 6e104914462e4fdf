import type { DocumentStatus } from '../documents/document';
import { isOutcome, type PaymentStatus } from '../payments/instruction/status';

/**
 * Why the personal data of a payment must stay for now: until it has an outcome, to pay; while a case is open, to agree
 * with the partner where the money is.
 * @returns a sentence for the operator, or null when the data can be erased
 * Source: docs/GAPS.md#erasure
 */
export function paymentErasureRefusal(payment: { status: PaymentStatus; openCases: readonly string[] }): string | null {
  const { status, openCases } = payment;
  if (!isOutcome(status)) {
    return (
      `The payment is ${status}: its beneficiary is needed until it has an outcome. ` +
      'Erase it once it is settled, failed, cancelled or returned.'
    );
  }
  if (openCases.length === 0) return null;
  return (
    `Reconciliation cases are open (${openCases.join(', ')}) and what the partner said is their evidence. ` +
    'Close them first: corridor cases close ID --reason TEXT'
  );
}

/**
 * Why the data of a document must stay for now: the document is being generated from them.
 * @returns a sentence for the operator, or null when the data can be erased
 * Source: docs/GAPS.md#erasure
 */
export function documentErasureRefusal(status: DocumentStatus): string | null {
  return status === 'generating' ? 'The document is being generated from these data: try again in a minute.' : null;
}
