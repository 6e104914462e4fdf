import { Exact } from '../../money';
import { unchangedPlan, type Decision, type PaymentChange } from '../instruction/change';
import { isUnpaid } from '../instruction/status';
import type { PaymentState } from '../instruction/state';
import type { ProvingBooking } from './booking';
import type { TakenBooking } from './bookings';
import type { StatementDiscrepancy } from './statement-entry';

function isAsInstructed(
  { amount, currency }: Pick<PaymentState, 'amount' | 'currency'>,
  booking: ProvingBooking,
): boolean {
  return booking.currency === currency && new Exact(booking.amount).eq(amount);
}

/**
 * The proof of a payment after a booked debit: proved or contradicted. A contradiction stays until the bank takes the
 * debit back.
 * @param discrepancies what the booking contradicts; undefined: it is compared with what was instructed
 * @returns empty where the booking changes nothing
 * Source: docs/GAPS.md#P25
 */
export function proofBy(
  state: PaymentState,
  { bookings, index }: TakenBooking,
  at: Date,
  discrepancies?: readonly StatementDiscrepancy[],
): Pick<PaymentChange, 'proof'> {
  const booking = bookings[index];
  if (booking?.kind !== 'debit' || state.proof?.state === 'contradicted') return {};
  const { amount, currency, bookedOn, references } = booking;
  const shown = { reference: references[0] ?? null, amount, currency, bookedOn };
  const isProved = discrepancies === undefined ? isAsInstructed(state, shown) : discrepancies.length === 0;
  const next = isProved ? 'proved' : 'contradicted';
  return state.proof?.state === next ? {} : { proof: { state: next, booking: shown, at: at.toISOString() } };
}

/**
 * Opens a case about a payment that no bank has booked in time; its booking closes the case. Source: docs/GAPS.md#P25
 */
export function decideUnproven(state: PaymentState, at: Date): Decision<null> {
  const { status, partnerId, expectedDate } = state;
  const isOpen = status !== 'pending' && status !== 'returned' && !isUnpaid(status);
  if (state.proof !== null || !isOpen) return { result: null, change: null };
  const detail = { current: status, partnerId, expectedDate };
  return {
    result: null,
    change: {
      ...{ plan: unchangedPlan(state), at },
      proof: { state: 'overdue', booking: null, at: at.toISOString() },
      cases: [{ kind: 'booking_overdue', reportId: null, detail }],
    },
  };
}
