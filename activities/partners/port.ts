import type {
  CancellationAnswer,
  InquiryAnswer,
  SubmissionAnswer,
} from '../../domain/payments/dispatch/partner-answers';
import type { RuleFault } from '../../domain/payments/iso20022/rule-fault';
import type { OrderParts } from '../../domain/payments/dispatch/partner-order';
import type { PrivateData } from '../../db/payments/instruction/private-data';

/** An instruction as a partner is given it. Source: docs/GAPS.md#P14 */
export interface PartnerOrder extends OrderParts {
  /** Counts dispatches from 1; the same attempt may be sent again only when it provably never arrived. */
  attempt: number;
  /**
   * Whether no earlier send of this attempt may have reached the partner; one of which nothing was written does not
   * count. On later sends nothing but a delivery is definitive.
   */
  isFirstSend: boolean;
  /** Postgres' clock when the right to send it was taken. */
  takenAt: Date;
  /** Whether it may still be sent: asked at the moment at which the first byte would be written, and not before. */
  mayBegin(): boolean;
  privateData: PrivateData;
  /** Mark of the directory under which the right to send was taken; absent for an adapter without one. */
  mark?: string | null;
}

/** What of an instruction a bank's rules are about. */
export type JudgedOrder = Omit<PartnerOrder, 'attempt' | 'isFirstSend' | 'takenAt' | 'mayBegin' | 'mark'>;

/** A submission's outcome: what the answer establishes, or that nothing of the request left us. */
export type SubmitResult = SubmissionAnswer | { kind: 'not_delivered'; fault: string };

/** Nothing was sent, and nothing is known: others may have acted since the right to send was taken. */
export const TOO_LATE = {
  kind: 'ambiguous',
  fault: 'TOO_LATE_TO_SEND',
  refusal: null,
  notTaken: false,
  isOutage: false,
} as const satisfies SubmitResult;

export type InquiryResult = InquiryAnswer;

/** Settled money that its client wants back. */
export interface PartnerRecall {
  amount: number;
  currency: string;
  /** ISO 20022 external cancellation reason code. */
  reasonCode: string;
  reason: string | null;
}

/** Whether the partner tries to get the money back; whether it comes, its reports say. */
export type RecallResult = 'requested' | 'refused';

export type CancelResult = Exclude<CancellationAnswer['kind'], 'no_answer'>;

/** What Corridor needs of a settlement partner; one file per adapter, one line in the registry. */
export interface PartnerAdapter {
  /**
   * The mark of the directory in which it finds what it has sent: another directory proves nothing.
   * @throws Error where it cannot be read
   */
  mark?(): Promise<string>;
  /**
   * What of an order breaks the rules of its bank at a moment: then it must not leave. Absent for an adapter without such rules.
   * Source: docs/GAPS.md#P23
   */
  judge?(order: JudgedOrder, at: Date): RuleFault[];
  submit(order: PartnerOrder): Promise<SubmitResult>;
  inquire(instructionId: string): Promise<InquiryResult>;
  /** @throws Error when the partner gave no usable answer: the caller asks again */
  cancel(instructionId: string): Promise<CancelResult>;
  /** @throws Error when the partner gave no usable answer: the caller asks again */
  recall(instructionId: string, recall: PartnerRecall): Promise<RecallResult>;
}
