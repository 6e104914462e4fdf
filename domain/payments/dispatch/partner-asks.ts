import type { Cancellation } from '../instruction/state';
import { SENT_STATUSES, type PaymentStatus } from '../instruction/status';
import type { Reconciliation } from '../settlement/reconciliation';

/** What of a payment decides what its partner still owes. */
interface Given {
  status: PaymentStatus;
  cancellation: Pick<Cancellation, 'status'> | null;
  hasConfirmation: boolean;
  reconciliation: Pick<Reconciliation, 'status'> | null;
}

/**
 * Sentences that ask the partner to act on a payment, the most urgent first; empty if nothing is due.
 * Source: docs/GAPS.md#P5, docs/GAPS.md#P7
 */
export function partnerAsks({ status, cancellation, hasConfirmation, reconciliation }: Given): string[] {
  const isOpen = SENT_STATUSES.includes(status);
  return [
    ...(isOpen && cancellation?.status === 'requested'
      ? ['Cancel the payment if you still can and report cancelled; otherwise report its status.']
      : []),
    ...(isOpen ? ['Report the outcome: settled, failed or cancelled.'] : []),
    ...(status === 'settled' && !hasConfirmation ? ['Confirm the settlement with its reference and figures.'] : []),
    ...(reconciliation?.status === 'mismatched'
      ? ['Check your confirmation: its figures differ from the instruction.']
      : []),
  ];
}
