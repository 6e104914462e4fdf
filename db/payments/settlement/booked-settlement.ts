import { bookedAt } from '../../../domain/payments/iso20022/booked-at';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import type { StatementEntry } from '../../../domain/payments/settlement/statement-entry';
import { newId } from '../../../lib/ids';
import { toSettlementReport } from '../reports/record-report';

/** A statement and the partner whose bank it is of. */
export interface JudgedStatement {
  id: string;
  partnerId: string;
  /** SHA-256 in hex. */
  fileHash: string;
  messageId: string;
  importedAt: Date;
  /** Whether a booked debit of it settles the payment that it names. */
  settles: boolean;
}

/**
 * The settlement confirmation that a booked debit stands for, with a key of its entry, so that it counts once;
 * undefined at a partner whose statements settle nothing.
 * Source: docs/GAPS.md#P25
 */
export function bookedSettlement(
  { partnerId, fileHash, messageId, importedAt, settles }: JudgedStatement,
  { position, entry }: { position: number; entry: StatementEntry },
  { dispatchedAt }: PaymentState,
) {
  if (!settles) return undefined;
  const body = {
    confirmedAt: bookedAt(entry.bookedOn, dispatchedAt, importedAt).toISOString(),
    settlementReference: entry.bookingReferences[0] ?? messageId,
    actualAmount: Number(entry.amount),
    actualCurrency: entry.currency,
  };
  const about = { partnerId, idempotencyKey: `booking:${fileHash}:${position}`, receivedAt: importedAt };
  const made = { reportId: newId('report'), requestId: newId('request'), evidence: null };
  return { body, report: toSettlementReport({ ...about, ...made }, body) };
}
