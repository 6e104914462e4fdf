import { unchangedPlan, type CaseToOpen, type PaymentChange } from '../instruction/change';
import type { PaymentState } from '../instruction/state';
import { bookedReturn, hasLiveRepeat, isRepeatedDebit, type TakenBooking } from './bookings';
import { proofBy } from './proof';
import { changeOfReturn, type BookedChange } from './returns';
import type { StatementDiscrepancy } from './statement-entry';

/** The entry by which a booking became known. */
export interface KnownEntry {
  statementId: string;
  /** Line of the file. */
  line: number;
  /** The partner whose bank booked it. */
  partnerId: string;
  /** What it contradicts, where it was compared with what was confirmed. */
  discrepancies?: readonly StatementDiscrepancy[];
}

/** A second debit of one payment. */
export const REPEATED: StatementDiscrepancy = { type: 'repeated', expected: 'booked once', actual: 'booked again' };

/** What a booking contradicts by itself: it repeats a debit, or reverses what was not booked twice. */
export function bookingDiscrepancies({ bookings, index }: TakenBooking): StatementDiscrepancy[] {
  if (isRepeatedDebit(bookings, index)) return [REPEATED];
  const one = bookings[index];
  if (one?.kind !== 'reversal' || one.isReturn === true) return [];
  const reversed = bookings[one.reverses ?? -1];
  if (reversed?.kind === 'debit') return [];
  return [{ type: 'reversal', expected: 'a repeated debit', actual: reversed?.kind ?? 'none' }];
}

/** The case of a statement that contradicts a payment. */
export function contradictionCase(
  { status }: Pick<PaymentState, 'status'>,
  { partnerId, statementId, line }: KnownEntry,
  discrepancies: readonly StatementDiscrepancy[],
): CaseToOpen {
  const detail = { current: status, partnerId, statementId, line, discrepancies };
  return { kind: 'statement_contradicts', reportId: null, detail };
}

/**
 * The change that a booking makes beside its comparison: the stored bookings, how much came back, and the case of a
 * repeated debit, which is closed once the bank has taken that debit back.
 * @returns null where nothing is new
 * Source: docs/GAPS.md#P22
 */
export function changeByBooking(
  state: PaymentState,
  taken: TakenBooking,
  known: KnownEntry,
  at: Date,
): PaymentChange | null {
  const { bookings, index, isNew } = taken;
  const { proof } = proofBy(state, taken, at, known.discrepancies);
  if (bookings === state.bookings && proof === undefined) return null;
  const found = isNew ? bookingDiscrepancies(taken) : [];
  const cases = found.length === 0 ? [] : [contradictionCase(state, known, found)];
  const reversed = bookings[bookings[index]?.reverses ?? -1];
  const isUndone =
    isNew &&
    bookings[index]?.isReturn === false &&
    reversed?.kind === 'debit' &&
    !hasLiveRepeat(bookings, known.partnerId);
  const closedCases = [
    ...(isUndone ? (['statement_contradicts'] as const) : []),
    ...(proof !== undefined && state.proof?.state === 'overdue' ? (['booking_overdue'] as const) : []),
  ];
  const proved =
    isUndone && state.proof !== null ? { ...state.proof, state: 'proved' as const, at: at.toISOString() } : proof;
  const change = {
    ...{ plan: unchangedPlan(state), at, bookings, cases, closedCases },
    ...(proved === undefined ? {} : { proof: proved }),
  };
  const returned = bookedReturn({ ...state, bookings });
  return state.status !== 'returned' || returned === null
    ? change
    : addBooking(change, changeOfReturn(state, returned));
}

/** Joins the change by a report with that of the booking which reports it. */
export function joinChanges(change: PaymentChange | null, kept: PaymentChange | null): PaymentChange | null {
  return change === null || kept === null ? (change ?? kept) : addBooking(change, kept);
}

/** A change with the additions of a booking: cases, notices, proof, how much came back. */
function addBooking(change: PaymentChange, { plan: { returned }, ...booked }: BookedChange): PaymentChange {
  return {
    ...change,
    ...(booked.bookings === undefined ? {} : { bookings: booked.bookings }),
    ...(booked.proof === undefined ? {} : { proof: booked.proof }),
    plan: returned === undefined ? change.plan : { ...change.plan, returned },
    cases: [...(change.cases ?? []), ...(booked.cases ?? [])],
    closedCases: [...(change.closedCases ?? []), ...(booked.closedCases ?? [])],
    notices: [...(change.notices ?? []), ...(booked.notices ?? [])],
  };
}
