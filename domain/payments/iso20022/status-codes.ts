import { isIdOf } from '../../ids';
import type { PaymentStatus } from '../instruction/status';

/**
 * What a bank's status of a transaction says in the states of a payment. `ACSC` and `ACCC` are the end of a payment at the bank:
 * the booking that statements and notifications tell of attaches to it. `PDNG`, `RCVD` and `BLCK` say that the bank has it.
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

/** What a status report says of one payment. */
export interface ReportedTransaction {
  /** Line of the file at which it begins. */
  line: number;
  /** Whatever names the payment: its id, its UETR, or the name of the message that ordered it; without repetition. */
  references: string[];
  status: PaymentStatus;
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

/** What the name of an order adds to the id of its payment: the attempt. */
const ATTEMPT = /-[0-9]{1,3}$/;
/** What the name of a request to cancel or recall a payment adds to its id. */
const REQUEST = /-[cr]$/;

/** @returns the payment's id, where a reference is one, or is the name of a message that ordered it; else null */
export function instructionOf(reference: string): string | null {
  const id = reference.replace(ATTEMPT, '');
  return isIdOf('instruction', id) ? id : null;
}

/** @returns as `instructionOf`, and the id of the payment that a request of that name was to cancel or recall */
export function requestedInstructionOf(reference: string): string | null {
  return instructionOf(reference.replace(REQUEST, ''));
}
