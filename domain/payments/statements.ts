import { Exact } from '../money';
import { unchangedPlan, type Decision } from './change';
import type { PaymentState } from './state';

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

/** A statement (camt.053) or a notification (camt.054) of a bank. */
export interface ParsedStatement {
  message: 'camt.053' | 'camt.054';
  /** `MsgId` of the group header. */
  messageId: string;
  entries: StatementEntry[];
}

/** What an entry says of the payment that its references name. */
export const STATEMENT_VERDICTS = [
  'confirmed',
  'contradicted',
  /** Announced, and not booked yet. */
  'not_booked',
  /** No reference names a payment of this partner, or they name several. */
  'unmatched',
] as const;
export type StatementVerdict = (typeof STATEMENT_VERDICTS)[number];

/** A figure or a fact that the bank has otherwise. */
export interface StatementDiscrepancy {
  /** `repeated`: the bank has booked the same movement before. */
  type: 'amount' | 'currency' | 'status' | 'direction' | 'repeated';
  expected: string;
  actual: string;
}

/** What the bank should have booked: what was confirmed, else what was instructed. */
export interface BookedExpectation {
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
}

/** What is known when an entry is compared. */
export interface ComparedEntry {
  statementId: string;
  expected: BookedExpectation;
  /** Whether another booking has confirmed the same movement of the payment already. */
  isRepeated: boolean;
}

function moneyFaults(entry: StatementEntry, expected: BookedExpectation): StatementDiscrepancy[] {
  if (entry.currency !== expected.currency) {
    return [{ type: 'currency', expected: expected.currency, actual: entry.currency }];
  }
  if (new Exact(entry.amount).eq(expected.amount)) return [];
  return [{ type: 'amount', expected: expected.amount, actual: entry.amount }];
}

/**
 * Compares a booked entry with the payment that its references name: money that left goes with a payment on its way or
 * settled, money that came back with a returned one.
 */
export function compareEntry(
  entry: StatementEntry,
  status: PaymentState['status'],
  expected: BookedExpectation,
): StatementDiscrepancy[] {
  if (entry.isReturn) {
    const faults =
      entry.direction === 'credit' ? [] : [{ type: 'direction' as const, expected: 'credit', actual: 'debit' }];
    return status === 'returned' ? faults : [...faults, { type: 'status', expected: status, actual: 'returned' }];
  }
  const faults = moneyFaults(entry, expected);
  if (entry.direction === 'credit') faults.push({ type: 'direction', expected: 'debit', actual: 'credit' });
  const isOver = status === 'failed' || status === 'cancelled';
  return isOver ? [...faults, { type: 'status', expected: status, actual: 'booked' }] : faults;
}

/**
 * Takes what the bank booked for a payment. It changes no status, which is for the partner to report; what contradicts
 * opens a case.
 * Source: docs/GAPS.md#statements
 */
export function decideStatementEntry(
  state: PaymentState,
  entry: StatementEntry,
  { statementId, expected, isRepeated }: ComparedEntry,
  at: Date,
): Decision<StatementVerdict> {
  if (!entry.isBooked) return { result: 'not_booked', change: null };
  const discrepancies = compareEntry(entry, state.status, expected);
  if (isRepeated) discrepancies.push({ type: 'repeated', expected: 'booked once', actual: 'booked again' });
  if (discrepancies.length === 0) return { result: 'confirmed', change: null };
  const detail = { current: state.status, statementId, line: entry.line, discrepancies };
  const cases = [{ kind: 'statement_contradicts' as const, reportId: null, detail }];
  return { result: 'contradicted', change: { plan: unchangedPlan(state), at, cases } };
}
