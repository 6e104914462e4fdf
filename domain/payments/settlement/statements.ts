import { Exact } from '../../money';
import { dispatchUpdate, unchangedPlan, type Decision, type PaymentChange } from '../instruction/change';
import { isEarlierPartner, isWithPartner, liveDispatch, type PaymentState } from '../instruction/state';
import { isUnpaid } from '../instruction/status';

/** One movement on an account, as a bank statement or notification has it. */
export interface StatementEntry {
  /** Line of the file at which it begins. */
  line: number;
  /** Whatever the bank says to identify it, without repetition; never its amount. */
  references: string[];
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  /** `debit`: money went out. */
  direction: 'debit' | 'credit';
  /** Whether the bank has booked it; what is merely announced proves nothing. */
  isBooked: boolean;
  /** Whether the bank says that it is money which came back. */
  isReturn: boolean;
  /** Code of the reason for a return. */
  reasonCode: string | null;
  /** Calendar date, or null. */
  bookedOn: string | null;
}

/** An entry as it is read from a file. */
export interface ReadEntry extends StatementEntry {
  /** References of the payee: personal data, of which hashes alone are stored. */
  payeeReferences: string[];
}

/** A statement (camt.053) or a notification (camt.054) of a bank. */
export interface ParsedStatement {
  message: 'camt.053' | 'camt.054';
  /** `MsgId` of the group header. */
  messageId: string;
  entries: ReadEntry[];
}

/** What an entry says of the payment that its references name. */
export const STATEMENT_VERDICTS = [
  'confirmed',
  'contradicted',
  /** Announced, and not booked yet. */
  'not_booked',
  /** No reference names a payment of this partner, or they name several, and no reference of the payee is of one alone. */
  'unmatched',
] as const;
export type StatementVerdict = (typeof STATEMENT_VERDICTS)[number];

/** A figure or a fact that the bank has otherwise. */
export interface StatementDiscrepancy {
  /** `partner`: the payment has left the partner whose bank booked it. `repeated`: that bank booked the movement before. */
  type: 'partner' | 'amount' | 'currency' | 'status' | 'direction' | 'repeated';
  expected: string;
  actual: string;
}

/** The expected booking: what was confirmed, else what was instructed. */
export interface BookedExpectation {
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
}

/** What is known when an entry is compared. */
export interface ComparedEntry {
  statementId: string;
  /** The partner whose bank booked it. */
  partnerId: string;
  expected: BookedExpectation;
  /** Whether another booking of the same partner has confirmed the same movement of the payment already. */
  isRepeated: boolean;
  /** Whether a reference of the payee alone names the payment: then the entry confirms it, or is of none. */
  isByPayeeReference: boolean;
}

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
 * Compares a booked entry with the payment that its references name: money that left goes with a payment on its way or
 * settled, money that came back with a returned one, and both with the partner that has it. What was booked at a partner
 * that it has left is money that moved a second time, or was never let go.
 */
export function compareEntry(
  entry: StatementEntry,
  payment: BookedPayment,
  { expected, partnerId }: Pick<ComparedEntry, 'expected' | 'partnerId'>,
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
 * The bank has paid what its partner is known not to have: from here on it may have arrived, so that its partner is asked
 * before it is sent again, and it is not rerouted.
 */
function doubted(state: PaymentState, entry: StatementEntry, partnerId: string): Pick<PaymentChange, 'dispatch'> {
  const dispatch = liveDispatch(state);
  const isPaid = entry.direction === 'debit' && !entry.isReturn;
  if (!isPaid || state.status !== 'pending' || dispatch?.partnerId !== partnerId) return {};
  if (dispatch.state !== 'not_delivered') return {};
  return { dispatch: dispatchUpdate(dispatch, { state: 'unknown', fault: BOOKED, deniedAt: null }) };
}

/**
 * Compares a bank's booking with its payment. It changes no status, because only partners report; a contradiction
 * opens a case.
 * Source: docs/GAPS.md#statements
 */
export function decideStatementEntry(
  state: PaymentState,
  entry: StatementEntry,
  { statementId, isRepeated, isByPayeeReference, ...compared }: ComparedEntry,
  at: Date,
): Decision<StatementVerdict> {
  if (!entry.isBooked) return { result: 'not_booked', change: null };
  const discrepancies = compareEntry(entry, state, compared);
  if (isRepeated) discrepancies.push({ type: 'repeated', expected: 'booked once', actual: 'booked again' });
  if (discrepancies.length === 0) return { result: 'confirmed', change: null };
  if (isByPayeeReference) return { result: 'unmatched', change: null };
  const { partnerId } = compared;
  const detail = { current: state.status, partnerId, statementId, line: entry.line, discrepancies };
  const cases = [{ kind: 'statement_contradicts' as const, reportId: null, detail }];
  return {
    result: 'contradicted',
    change: { plan: unchangedPlan(state), at, cases, ...doubted(state, entry, partnerId) },
  };
}
