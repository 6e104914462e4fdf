import type { PaymentStatus } from '../../domain/payments/status';
import type { PrivateData } from '../../db/payments/private-data';

/** An instruction as a partner is given it. Source: docs/GAPS.md#P14 */
export interface PartnerOrder {
  instructionId: string;
  /** Counts dispatches from 1; the same attempt may be sent again only when it provably never arrived. */
  attempt: number;
  amount: number;
  currency: string;
  timeline: string;
  valueDate: string | null;
  privateData: PrivateData;
}

export type SubmitResult =
  | { kind: 'taken'; partnerReference: string | null; status: 'submitted' | 'accepted' | 'processing' }
  /** A definitive no: the partner has it not and will not have it. */
  | { kind: 'rejected'; message: string }
  /** The request provably never reached the partner. */
  | { kind: 'not_delivered'; fault: string }
  /** Anything else: it may have arrived. */
  | { kind: 'ambiguous'; fault: string };

export type InquiryResult =
  | { kind: 'known'; partnerReference: string | null; status: PaymentStatus }
  | { kind: 'never_received' }
  | { kind: 'no_answer'; fault: string };

export type CancelResult = 'cancelled' | 'requested' | 'refused';

/** What Corridor needs of a settlement partner; one file per adapter, one line in the registry. */
export interface PartnerAdapter {
  submit(order: PartnerOrder): Promise<SubmitResult>;
  inquire(instructionId: string): Promise<InquiryResult>;
  /** @throws Error when the partner gave no usable answer: the caller asks again */
  cancel(instructionId: string): Promise<CancelResult>;
}
