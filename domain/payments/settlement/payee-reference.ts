import { isCreditorReference } from '../instruction/remittance';
import { isUnpaid, type PaymentStatus } from '../instruction/status';
import { Exact } from '../../money';
import type { BookedExpectation, StatementEntry } from './statements';

/** Of more payments with one reference and amount none is looked at: they are too many for one of them to be meant. */
export const MOST_CANDIDATES = 20;
/** References of the payee that are read of one entry. */
export const MOST_PAYEE_REFERENCES = 10;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A payment that has the payee's reference of an entry, and what is expected to be booked of it. */
export interface PayeesPayment extends BookedExpectation {
  id: string;
  status: PaymentStatus;
  dispatchedAt: Date | null;
}

/** @returns a payee's reference in the form in which two of them are compared: a creditor reference without its blanks */
export function comparableReference(reference: string): string {
  return isCreditorReference(reference) ? reference.replaceAll(' ', '') : reference.trim();
}

/** A date has no zone: it may be a day behind the same moment in UTC. */
function isBookedBefore({ bookedOn }: StatementEntry, dispatchedAt: Date): boolean {
  if (bookedOn === null) return false;
  return bookedOn < new Date(dispatchedAt.getTime() - DAY_MS).toISOString().slice(0, 10);
}

function couldSettle(entry: StatementEntry, { amount, currency, status, dispatchedAt }: PayeesPayment): boolean {
  if (dispatchedAt === null || isUnpaid(status) || isBookedBefore(entry, dispatchedAt)) return false;
  return entry.currency === currency && new Exact(entry.amount).eq(amount);
}

/**
 * Whose booking an entry is that names no payment by a reference of ours, and carries a reference of the payee.
 * @param payments those of the partner that have it; one more than `MOST_CANDIDATES` at most
 * @returns id of the only one that it can be of: booked, sent out by then, neither failed nor cancelled, of that amount and currency;
 *   null where there is none, or more than one
 * Source: docs/GAPS.md#statements
 */
export function paymentSettledBy(entry: StatementEntry, payments: readonly PayeesPayment[]): string | null {
  if (!entry.isBooked || entry.isReturn || entry.direction === 'credit') return null;
  if (payments.length > MOST_CANDIDATES) return null;
  const [only, ...others] = payments.filter((payment) => couldSettle(entry, payment));
  return only === undefined || others.length > 0 ? null : only.id;
}
