import { paymentNotFound } from '../../errors';
import type { Decision, Report } from '../instruction/change';
import type { PaymentState } from '../instruction/state';
import type { ReadConfirmation } from '../reports/report-schema';
import { takeBooking, type EntryPlace } from '../settlement/bookings';
import { changeByBooking, joinChanges } from '../settlement/booking-change';
import type { StatementEntry } from '../settlement/statement-entry';
import { changeByReport, type IncomingReport } from './report';
import { decideSettlement, type SettlementVerdict } from './settlement';

/** A booked entry of a bank whose word is its partner's. */
export interface BookedEntry {
  entry: StatementEntry;
  place: EntryPlace;
  statementId: string;
}

/** Adds a booked entry to the payment's bookings; `kept` is null if it is there already. */
function takeIntoState(state: PaymentState, { entry, place, statementId }: BookedEntry, at: Date) {
  if (!state.knownToPartner) throw paymentNotFound();
  const taken = takeBooking(state.bookings, entry, place);
  const known = { statementId, line: entry.line, partnerId: place.partnerId };
  return { taken, kept: taken === null ? null : changeByBooking(state, taken, known, at) };
}

/**
 * Takes a booked debit: it confirms the settlement where none is confirmed. A statement and a notification report the same
 * booking, and may be read at the same moment.
 * @throws DomainError NOT_FOUND when the instruction was never dispatched to this partner
 * Source: docs/GAPS.md#P19, docs/GAPS.md#P22
 */
export function decideDebit(
  state: PaymentState,
  booked: BookedEntry,
  report: Report,
  { body, at }: { body: ReadConfirmation; at: Date },
): Decision<SettlementVerdict | null> {
  const { kept } = takeIntoState(state, booked, at);
  if (state.settlementHash !== null) return { result: null, change: kept };
  const { result, change } = decideSettlement(state, report, body, { at, isBooked: true });
  return { result, change: joinChanges(change, kept) };
}

/**
 * Records an entry for money that came back, or that a bank takes back. A return is recorded as a report of it, once
 * for each booking. A reversal is a return only if it reverses the one debit.
 * @throws DomainError NOT_FOUND when the instruction was never dispatched to this partner
 * Source: docs/GAPS.md#P22
 */
export function decideReturn(
  state: PaymentState,
  booked: BookedEntry,
  report: IncomingReport,
  at: Date,
): Decision<null> {
  const { taken, kept } = takeIntoState(state, booked, at);
  const booking = taken?.bookings[taken.index];
  const isReturn = booking?.kind === 'return' || booking?.isReturn === true;
  // One that a comparison has added before moved no status.
  const isUntold = taken?.isNew === true || state.status === 'settled';
  if (taken === null || !isUntold || !isReturn || state.repeat !== null) return { result: null, change: kept };
  // The bank's books say how much came back altogether; the report keeps what this booking is of.
  const change = changeByReport({ ...state, bookings: taken.bookings }, { ...report, returned: null }, at);
  return { result: null, change: joinChanges({ ...change, report }, kept) };
}
