import { DAY_MS } from '../../calendar-dates';
import { isUuid } from '../../ids';
import { isCreditorReference } from '../instruction/remittance';
import { requestedInstructionOf } from '../iso20022/status-codes';
import type { StatementEntry } from './statement-entry';

/** Of more payments with one reference and amount none is looked at: they are too many for one of them to be meant. */
export const MOST_CANDIDATES = 20;
/** References of the payee that are read of one entry. */
export const MOST_PAYEE_REFERENCES = 10;

/** A payment that the partner was given, with the payee's reference, the amount and the currency of an entry. */
export interface PayeesPayment {
  id: string;
  /** When it was first sent to this partner. */
  firstSentAt: Date;
}

function namesPayment(reference: string): boolean {
  return isUuid(reference) || requestedInstructionOf(reference.toLowerCase()) !== null;
}

/**
 * @returns whether an entry that is matched with no payment by its references may be by the payee's: a booked debit. One that has
 *   a UETR, or a reference that Corridor made, is of the payment that they name, known here or not
 */
export function hasPayeeReferenceAlone({ isBooked, isReturn, direction, references }: StatementEntry): boolean {
  return isBooked && !isReturn && direction === 'debit' && !references.some(namesPayment);
}

/** @returns a payee's reference in the form in which two of them are compared: a creditor reference without its blanks */
export function comparableReference(reference: string): string {
  return isCreditorReference(reference) ? reference.replaceAll(' ', '') : reference.trim();
}

/** Whether an entry was booked before this moment, by a day at least: a date has no zone. */
function isBookedBefore({ bookedOn }: StatementEntry, sentAt: Date): boolean {
  if (bookedOn === null) return false;
  return bookedOn < new Date(sentAt.getTime() - DAY_MS).toISOString().slice(0, 10);
}

/**
 * The payment that an entry can be of by the payee's reference. Whatever became of the payments, a bank may have booked each that
 * it was given: a failed payment too makes it uncertain which one is meant.
 * @param payments one more than `MOST_CANDIDATES` at most
 * @returns id of the only one that had been sent by the day of the booking; null where there is none, or more than one
 * Source: docs/GAPS.md#statements
 */
export function paymentOfPayee(entry: StatementEntry, payments: readonly PayeesPayment[]): string | null {
  if (payments.length > MOST_CANDIDATES) return null;
  const [only, ...others] = payments.filter(({ firstSentAt }) => !isBookedBefore(entry, firstSentAt));
  return only === undefined || others.length > 0 ? null : only.id;
}
