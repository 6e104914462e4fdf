import type {
  CancellationDecision,
  ParsedCancellationAnswer,
} from '../../../domain/payments/iso20022/cancellation-answer';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { StatusReportBody } from '../../../domain/payments/reports/report-schema';
import {
  instructionOf,
  requestedInstructionOf,
  statusAt,
  statusOfCode,
  type ParsedStatusReport,
  type ReportedTransaction,
} from '../../../domain/payments/iso20022/status-codes';
import { PaymentsByName } from '../../../domain/payments/iso20022/bank-reference';
import { payeeCheckResult, type PayeeCheckResult } from '../../../domain/payments/review/payee-check';
import { recordPayeeCheck } from '../../../db/payments/review/payee-check';
import { bookedAt } from '../../../domain/payments/iso20022/booked-at';
import type { BookedEntry } from '../../../domain/payments/decisions/booking';
import { bookingReferencesOf, takeBooking } from '../../../domain/payments/settlement/bookings';
import type { ParsedStatement, StatementEntry } from '../../../domain/payments/settlement/statement-entry';
import type { Database } from '../../../db/database';
import { readSettledBy } from '../../../db/payments/dispatch/partners';
import { recordCancellationAnswer } from '../../../db/payments/dispatch/cancellation';
import { recordRecallRefused } from '../../../db/payments/settlement/recall';
import { recordDebit, recordReturn, recordStatusReport } from '../../../db/payments/reports/record-report';
import { findNamedPayments, type NamedPayment } from '../../../db/payments/settlement/named-payments';
import { insertStatement } from '../../../db/payments/settlement/insert-statement';
import { recordVerdict, reportContext, type Evidence } from '../record-reports';

export interface ApplyContext extends Evidence {
  database: Database;
  /** SHA-256 of the file in hex. */
  fileHash: string;
  /** When the bank wrote the file: the same for all workers that read it. */
  writtenAt: Date;
}

/** A line that names no payment of the partner, or several, or whose code says nothing of one. */
export interface Stray {
  line: number;
  reason: string;
  /** The code alone is not known: the file is sound. */
  isNote?: true;
}

/** Transactions whose payments are looked up together. */
const PAGE = 500;
/** Clocks differ; what lies further ahead is no time of a report. Source: docs/GAPS.md#G9 */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * @returns ids of the payments that the references name; an id of ours counts although it is not known here, and a single one
 *   decides: other accounts may have used its UETR again
 * @param asks whether the names of requests to cancel or recall a payment name it
 */
function namedBy(references: readonly string[], payments: PaymentsByName<NamedPayment>, asks: boolean): string[] {
  const idOf = asks ? requestedInstructionOf : instructionOf;
  const ids = new Set(references.flatMap((reference) => idOf(reference) ?? []));
  if (ids.size === 1) return [...ids];
  return [...new Set([...ids, ...payments.of(references, asks).map(({ id }) => id)])];
}

const NO_PAYMENT = 'names no payment that this partner was given';
const SEVERAL = 'names several payments';

function unknownCode(line: number, code: string): Stray {
  return { line, reason: `has the code ${code.slice(0, 35) || 'of nothing'}, which changes no payment`, isNote: true };
}

const isEnd = (code: string): boolean => statusOfCode(code) === 'settled';

/**
 * A transaction of a status report as a partner's report. The time of receipt counts where the stated one is missing
 * or ahead.
 */
function toStatusReport(
  transaction: ReportedTransaction & { status: PaymentStatus },
  createdAt: string | null,
  writtenAt: Date,
): StatusReportBody {
  const { status, message, bankReference } = transaction;
  // The bank's code is the reason that a payment goes on which other banks call settled.
  const reasonCode =
    transaction.reasonCode ?? (status === 'processing' && isEnd(transaction.code) ? transaction.code : null);
  const isAhead = createdAt !== null && Date.parse(createdAt) > writtenAt.getTime() + MAX_AHEAD_MS;
  const details = {
    ...(message === null ? {} : { message }),
    ...(reasonCode === null ? {} : { reasonCode }),
    ...(bankReference === null ? {} : { bankReference }),
  };
  return { status, ...(createdAt === null || isAhead ? {} : { timestamp: createdAt }), details };
}

/**
 * Runs work on items with the payments that their references name, which are looked up page by page.
 * @param asks as `namedBy` has it
 * @returns the items that name none
 */
async function eachNamed<Item extends { line: number; references: readonly string[] }>(
  { database, partnerId }: ApplyContext,
  items: readonly Item[],
  work: (item: Item, ids: string[], payments: readonly NamedPayment[]) => Promise<Stray | null>,
  asks = false,
): Promise<Stray[]> {
  const strays: Stray[] = [];
  for (let start = 0; start < items.length; start += PAGE) {
    const page = items.slice(start, start + PAGE);
    const references = page.flatMap((item) => item.references);
    const payments = await findNamedPayments(database, partnerId, [...new Set(references)]);
    const byName = new PaymentsByName(payments);
    for (const item of page) {
      const stray = await work(item, namedBy(item.references, byName, asks), payments);
      if (stray !== null) strays.push(stray);
    }
  }
  return strays;
}

/** Records a payee check; the words of a close match are the name that the bank suggests. Source: docs/GAPS.md#P24 */
async function takePayeeCheck(
  { database, vault, partnerId }: ApplyContext,
  instructionId: string,
  { result, transaction: { message } }: { result: PayeeCheckResult; transaction: ReportedTransaction },
): Promise<boolean> {
  const suggestedName = result === 'close_match' && message !== null ? message : undefined;
  const about = { instructionId, partnerId, source: 'file' as const };
  return recordPayeeCheck(database, vault, about, { result, suggestedName });
}

/**
 * Records a bank's status report: each transaction counts as a partner's report, so that repeated, late, unordered and
 * contradicting ones get the usual verdicts. Applying it again changes nothing.
 * @returns the lines that name no payment of the partner, have an unknown code, or the status of a message that orders
 * nothing, such as a request to cancel
 * @throws DomainError UNAVAILABLE: the whole report is to be applied again
 * Source: docs/GAPS.md#P3, docs/GAPS.md#P19
 */
export async function applyStatusReport(context: ApplyContext, report: ParsedStatusReport): Promise<Stray[]> {
  const settledBy = await readSettledBy(context.database, context.partnerId);
  return eachNamed(context, report.transactions, async (transaction, ids) => {
    const { line, otherMessage, status, code } = transaction;
    const [id] = ids;
    if (otherMessage !== null)
      return { line, reason: `has a status of ${otherMessage.slice(0, 35)}, which orders no payment` };
    const result = payeeCheckResult(code) ?? payeeCheckResult(transaction.reasonCode);
    if (status === null && result === null) return unknownCode(line, code);
    if (id === undefined) return { line, reason: NO_PAYMENT };
    if (ids.length > 1) return { line, reason: SEVERAL };
    const takeCheck = async (): Promise<boolean> =>
      result === null || takePayeeCheck(context, id, { result, transaction });
    if (status === null) return (await takeCheck()) ? null : { line, reason: NO_PAYMENT };
    const reached = statusAt(code, status, settledBy);
    const body = toStatusReport({ ...transaction, status: reached }, report.createdAt, context.writtenAt);
    const isKnown = await recordVerdict(() => recordStatusReport(context.database, reportContext(context, id), body));
    // After the status: where it ends the payment, no decision is asked for.
    return isKnown && (await takeCheck()) ? null : { line, reason: NO_PAYMENT };
  });
}

/**
 * Records a bank's answer to requests to cancel or recall. Its consent to a recall is no return yet: only the booking
 * is. Applying it again changes nothing.
 * @returns the lines that name no payment of the partner, or have an unknown code
 * @throws DomainError UNAVAILABLE: the whole answer is to be applied again
 * Source: docs/GAPS.md#P7, docs/GAPS.md#recalls, docs/GAPS.md#P19
 */
export function applyCancellationAnswer(context: ApplyContext, answered: ParsedCancellationAnswer): Promise<Stray[]> {
  const { database, partnerId } = context;
  const { decisions } = answered;
  const recordDecision = async (
    { line, answer, code }: CancellationDecision,
    [id, ...others]: string[],
    payments: readonly NamedPayment[],
  ): Promise<Stray | null> => {
    if (answer === null) return unknownCode(line, code);
    const payment = payments.find((one) => one.id === id);
    if (payment === undefined) return { line, reason: NO_PAYMENT };
    if (others.length > 0) return { line, reason: SEVERAL };
    const asked = { instructionId: payment.id, partnerId };
    const isPaid = payment.status === 'settled' || payment.status === 'returned';
    if (answer === 'accepted' && !isPaid) {
      const body = { status: 'cancelled' as const };
      await recordVerdict(() => recordStatusReport(database, reportContext(context, payment.id), body));
    } else if (answer === 'refused' && isPaid) await recordRecallRefused(database, asked);
    else if (answer === 'refused') await recordCancellationAnswer(database, asked, 'refused');
    return null;
  };
  return eachNamed(context, decisions, recordDecision, true);
}

function settlementReference(entry: StatementEntry, { names }: NamedPayment, messageId: string): string {
  const others = entry.references.filter(
    (reference) => new PaymentsByName([{ names }]).of([reference]).length === 0 && instructionOf(reference) === null,
  );
  return others[0] ?? messageId;
}

/**
 * Whether a look without a lock shows that nothing of the booking is new: bookings are only added. A comparison adds a return
 * without telling it.
 */
function isKnown({ bookings, isConfirmed, status }: NamedPayment, { entry, place }: BookedEntry): boolean {
  const isTold = status === 'returned' || !(entry.isReturn || entry.isReversal);
  return isConfirmed && isTold && takeBooking(bookings, entry, place)?.bookings === bookings;
}

/** Records an entry as a return or a settlement confirmation of its payment, unless it is known. */
async function applyEntry(
  context: ApplyContext,
  booked: BookedEntry,
  payment: NamedPayment,
  messageId: string,
): Promise<void> {
  const { database, writtenAt, fileHash } = context;
  const { entry, place } = booked;
  const { currency, reasonCode, isReturn, isReversal, direction } = entry;
  const amount = Number(entry.amount);
  if (amount === 0 || isKnown(payment, booked)) return;
  const about = reportContext(context, payment.id);
  if (isReversal || (isReturn && direction === 'credit')) {
    const details = { returned: { amount, currency }, ...(reasonCode === null ? {} : { reasonCode }) };
    const once = { ...about, idempotencyKey: `booking:${fileHash}:${place.position}` };
    await recordVerdict(() => recordReturn(database, once, { status: 'returned', details }, booked));
    return;
  }
  if (isReturn || direction === 'credit') return;
  const body = {
    confirmedAt: bookedAt(entry.bookedOn, payment.dispatchedAt, writtenAt).toISOString(),
    settlementReference: settlementReference(entry, payment, messageId),
    actualAmount: amount,
    actualCurrency: currency,
  };
  await recordVerdict(() => recordDebit(database, about, body, booked));
}

/**
 * Records a bank's statement or notification: a booked debit confirms the settlement of its payment, returned money
 * returns it; then all entries are compared with their payments. Reversals are applied last, because they take back
 * earlier bookings. Applying a file again changes nothing.
 * @throws DomainError UNAVAILABLE: the whole file is to be applied again
 * Source: docs/GAPS.md#P5, docs/GAPS.md#statements, docs/GAPS.md#P19, docs/GAPS.md#P22
 */
export async function applyStatement(context: ApplyContext, statement: ParsedStatement): Promise<void> {
  const { messageId, entries } = statement;
  const { database, vault, partnerId, fileHash: file } = context;
  const kept = { partnerId, fileHash: file, ...statement };
  const { id: statementId } = await insertStatement(database, kept, { actor: 'corridor', comparedBy: 'caller', vault });
  const otherReferences = bookingReferencesOf(entries);
  const booked = entries.flatMap((entry, index) => {
    if ('fault' in entry || !entry.isBooked) return [];
    const place = { partnerId, file, position: index + 1, otherReferences };
    return [{ line: entry.line, references: entry.references, entry, place, statementId }];
  });
  const inOrder = [...booked.filter(isFirst), ...booked.filter((one) => !isFirst(one))];
  await eachNamed(context, inOrder, async (one, [id, ...others], payments) => {
    const payment = payments.find((found) => found.id === id);
    // An account has other movements, too: the comparison shows those that name no payment.
    if (payment !== undefined && others.length === 0) await applyEntry(context, one, payment, messageId);
    return null;
  });
  await insertStatement(database, kept, { actor: 'corridor', comparedBy: 'relay', vault });
}

const isFirst = ({ entry }: BookedEntry): boolean => !entry.isReversal;
