import type { PaymentStatus } from '../instruction/status';
import { readBankReference } from './bank-reference';
import type { SettledBy } from '../settlement/booking';

/**
 * What a bank's status of a transaction says in the states of a payment. `ACSC` (the ordering account is debited) and `ACCC` (the
 * payee's account is credited) end a payment only where its partner says so. `PDNG`, `RCVD` and `BLCK` say that the bank has it.
 * Source: ISO 20022 external code set, ExternalPaymentTransactionStatus1Code; docs/GAPS.md#P19
 */
const STATUSES: Readonly<Record<string, PaymentStatus>> = {
  RCVD: 'submitted',
  PDNG: 'submitted',
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACFC: 'accepted',
  ACWC: 'accepted',
  ACWP: 'processing',
  ACSP: 'processing',
  BLCK: 'processing',
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'failed',
  CANC: 'cancelled',
};

/** @returns the state that a status code reports; null for a code that says nothing of a payment, or is not known */
export function statusOfCode(code: string): PaymentStatus | null {
  return Object.hasOwn(STATUSES, code) ? (STATUSES[code] ?? null) : null;
}

/**
 * The status that a code reports; `settled` is `processing` for a bank whose code of settlement is another one.
 * Source: docs/GAPS.md#P25
 */
export function statusAt(code: string, status: PaymentStatus, settledBy: SettledBy): PaymentStatus {
  const isFinal = settledBy === 'ACSC' || (settledBy === 'ACCC' && code === 'ACCC');
  return status === 'settled' && !isFinal ? 'processing' : status;
}

/** What a status report says of one payment. */
export interface ReportedTransaction {
  /** Line of the file at which it begins. */
  line: number;
  /** Whatever names the payment: its id, its UETR, or the name of the message that ordered it; without repetition. */
  references: string[];
  /** Null where the code says nothing of a payment, or is not known. */
  status: PaymentStatus | null;
  /** As the bank gave it. */
  code: string;
  reasonCode: string | null;
  message: string | null;
  /** Reference of the bank. */
  bankReference: string | null;
  /** The message that the status is of, where that is no order of payments: its payments have no status by it. */
  otherMessage: string | null;
}

const ORDERS = /(?:^|:)(?:pain\.001|pacs\.008)(?:\.|$)/i;

/** @param messageName as `OrgnlMsgNmId` has it, such as `pain.001.001.09` */
export function isOrder(messageName: string): boolean {
  return ORDERS.test(messageName);
}

/** A status report of a bank: pain.002 or pacs.002. */
export interface ParsedStatusReport {
  message: 'pain.002' | 'pacs.002';
  /** `MsgId` of the group header. */
  messageId: string;
  /** `CreDtTm` where it says its zone; else null. */
  createdAt: string | null;
  transactions: ReportedTransaction[];
}

/** @returns the payment's id, where a reference is one, or is the name of a message that ordered it; else null */
export function instructionOf(reference: string): string | null {
  const { id, isRequest } = readBankReference(reference);
  return isRequest ? null : id;
}

/** @returns as `instructionOf`, and the id of the payment that a request of that name was to cancel or recall */
export function requestedInstructionOf(reference: string): string | null {
  return readBankReference(reference).id;
}
