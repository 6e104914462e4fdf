import { Exact } from '../../money';
import {
  dispatchUpdate,
  unchangedPlan,
  type CaseToOpen,
  type Decision,
  type PaymentChange,
  type Report,
} from '../instruction/change';
import { decideSettlement } from '../decisions/settlement';
import type { ReadConfirmation } from '../reports/report-schema';
import type { StatementDiscrepancy, StatementEntry, StatementVerdict } from './statement-entry';
import { takeBooking, type EntryPlace, type TakenBooking } from './bookings';
import { bookingDiscrepancies, changeByBooking, contradictionCase, REPEATED, joinChanges } from './booking-change';
import { isEarlierPartner, isWithPartner, liveDispatch, type PaymentState } from '../instruction/state';
import { isOutcome, isUnpaid } from '../instruction/status';

/** The expected booking: what was confirmed, else what was instructed. */
export interface BookedExpectation {
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
}

/** What is known when an entry is compared. */
export interface ComparedEntry {
  statementId: string;
  /** Where it stands; `partnerId`: the partner whose bank booked it. */
  place: EntryPlace;
  expected: BookedExpectation;
  /** Whether a reference of the payee alone names the payment: then the entry confirms it, or is of none. */
  isByPayeeReference: boolean;
  /** Of such an entry: whether another one has confirmed the same movement of the payment already. */
  isRepeated: boolean;
  /** What a booked debit confirms at a partner whose statements settle; absent at others. */
  settlement?: { report: Report; body: ReadConfirmation } | undefined;
}

/** The discrepancy of an entry's currency or amount. */
function moneyFaults(entry: StatementEntry, expected: BookedExpectation): StatementDiscrepancy[] {
  if (entry.currency !== expected.currency) {
    return [{ type: 'currency', expected: expected.currency, actual: entry.currency }];
  }
  if (new Exact(entry.amount).eq(expected.amount)) return [];
  return [{ type: 'amount', expected: expected.amount, actual: entry.amount }];
}

/** What of a payment a booked entry is compared with. */
type BookedPayment = Pick<PaymentState, 'status' | 'dispatch' | 'partnerId' | 'isClaimed'>;

/** A payment that is pending may be on its way: only where its partner is known not to have it, nothing can have left. */
function isOnItsWay(payment: BookedPayment): boolean {
  const { status } = payment;
  if (isUnpaid(status)) return false;
  return status !== 'pending' || isWithPartner(payment);
}

/**
 * Compares a booked entry with the payment that its references name. A debit fits a payment on its way or settled, a
 * return fits a returned one, and both must be at the payment's partner. A booking at an earlier partner means that
 * the money moved twice, or that the payment was still there.
 */
export function compareEntry(
  entry: StatementEntry,
  payment: BookedPayment,
  { expected, partnerId }: Pick<ComparedEntry, 'expected'> & { partnerId: string },
): StatementDiscrepancy[] {
  const { status } = payment;
  const faults: StatementDiscrepancy[] = isEarlierPartner(payment, partnerId)
    ? [{ type: 'partner', expected: payment.partnerId, actual: partnerId }]
    : [];
  if (entry.isReturn) {
    if (entry.direction === 'debit') faults.push({ type: 'direction', expected: 'credit', actual: 'debit' });
    return status === 'returned' ? faults : [...faults, { type: 'status', expected: status, actual: 'returned' }];
  }
  faults.push(...moneyFaults(entry, expected));
  if (entry.direction === 'credit') faults.push({ type: 'direction', expected: 'debit', actual: 'credit' });
  return isOnItsWay(payment) ? faults : [...faults, { type: 'status', expected: status, actual: 'booked' }];
}

const BOOKED = 'its bank has booked it';

/**
 * The change of a dispatch that counts as not delivered although the bank has booked it: it may have arrived, so its
 * partner is asked before it is sent again, and it is not rerouted.
 */
function doubtNonDelivery(
  state: PaymentState,
  entry: StatementEntry,
  partnerId: string,
): Pick<PaymentChange, 'dispatch'> {
  const dispatch = liveDispatch(state);
  const isPaid = entry.direction === 'debit' && !entry.isReturn;
  if (!isPaid || state.status !== 'pending' || dispatch?.partnerId !== partnerId) return {};
  if (dispatch.state !== 'not_delivered') return {};
  return { dispatch: dispatchUpdate(dispatch, { state: 'unknown', fault: BOOKED, deniedAt: null }) };
}

const isOfAnother = ({ kind }: CaseToOpen): boolean => kind !== 'statement_contradicts';

/**
 * All discrepancies between an entry and its payment. A reversal is judged as a return, or with the debit that it
 * takes back.
 */
function discrepanciesOf(
  state: PaymentState,
  entry: StatementEntry,
  taken: TakenBooking | null,
  compared: ComparedEntry,
): StatementDiscrepancy[] {
  const { place, expected, isRepeated } = compared;
  const { partnerId } = place;
  const own = taken === null ? [] : bookingDiscrepancies(taken);
  const booking = taken?.bookings[taken.index];
  if (booking?.kind === 'reversal' && booking.isReturn !== true) return own;
  const isReturn = entry.isReturn || booking?.isReturn === true;
  const repeated = isRepeated ? [REPEATED] : [];
  return [...compareEntry({ ...entry, isReturn }, state, { expected, partnerId }), ...own, ...repeated];
}

/** A debit of another amount settles, too: the money has moved, and the difference is a case. */
const isOfMoney = ({ type }: StatementDiscrepancy): boolean => type === 'amount' || type === 'currency';

/**
 * The settlement that a booked debit makes by itself at a partner whose statements settle; null where it makes none.
 */
function settlementBy(
  state: PaymentState,
  { isReturn, isReversal, direction, amount }: StatementEntry,
  { settlement, isByPayeeReference }: ComparedEntry,
  { discrepancies, at }: { discrepancies: readonly StatementDiscrepancy[]; at: Date },
): PaymentChange | null {
  if (settlement === undefined || isByPayeeReference || isReturn || isReversal || direction !== 'debit') return null;
  if (
    Number(amount) === 0 ||
    state.settlementHash !== null ||
    isOutcome(state.status) ||
    !discrepancies.every(isOfMoney)
  )
    return null;
  return decideSettlement(state, settlement.report, settlement.body, { at, isBooked: true }).change;
}

/**
 * Compares a bank's booking with its payment and stores the booking. It settles the payment at a partner whose
 * statements settle, and changes no other status. A contradiction opens a case; a repeated debit opens one case for
 * all messages that have it.
 * Source: docs/GAPS.md#statements, docs/GAPS.md#P22, docs/GAPS.md#P25
 */
export function decideStatementEntry(
  state: PaymentState,
  entry: StatementEntry,
  compared: ComparedEntry,
  at: Date,
): Decision<StatementVerdict> {
  if (!entry.isBooked) return { result: 'not_booked', change: null };
  const { statementId, place, isByPayeeReference } = compared;
  const taken = isByPayeeReference ? null : takeBooking(state.bookings, entry, place);
  const discrepancies = discrepanciesOf(state, entry, taken, compared);
  if (isByPayeeReference) return { result: discrepancies.length === 0 ? 'confirmed' : 'unmatched', change: null };
  const known = { statementId, line: entry.line, partnerId: place.partnerId, discrepancies };
  const booked = taken === null ? null : changeByBooking(state, taken, known, at);
  const kept = joinChanges(settlementBy(state, entry, compared, { discrepancies, at }), booked);
  if (discrepancies.length === 0) return { result: 'confirmed', change: kept };
  // A booking is reported as repeated once, in whichever message it repeats.
  const isTold = discrepancies.every(({ type }) => type === 'repeated' || type === 'reversal');
  if (isTold) return { result: 'contradicted', change: kept };
  const cases = [contradictionCase(state, known, discrepancies), ...(kept?.cases ?? []).filter(isOfAnother)];
  const change = { ...(kept ?? { plan: unchangedPlan(state), at }), cases };
  return { result: 'contradicted', change: { ...change, ...doubtNonDelivery(state, entry, place.partnerId) } };
}
