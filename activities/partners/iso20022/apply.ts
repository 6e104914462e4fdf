import type {
  CancellationDecision,
  ParsedCancellationAnswer,
} from '../../../domain/payments/iso20022/cancellation-answer';
import type { StatusReportBody } from '../../../domain/payments/reports/report-schema';
import {
  instructionOf,
  requestedInstructionOf,
  type ParsedStatusReport,
  type ReportedTransaction,
} from '../../../domain/payments/iso20022/status-codes';
import { bookedAt } from '../../../domain/payments/iso20022/booked-at';
import type { ParsedStatement, StatementEntry } from '../../../domain/payments/settlement/statements';
import type { Database } from '../../../db/database';
import { recordCancellationAnswer } from '../../../db/payments/dispatch/cancellation';
import { recordRecallRefused } from '../../../db/payments/settlement/recall';
import { recordBooking, recordStatusReport } from '../../../db/payments/reports/record-report';
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

/** A line that names no payment of the partner, or several. */
export interface Stray {
  line: number;
  reason: string;
}

/** Transactions whose payments are looked up together. */
const PAGE = 500;
/** Clocks differ; what lies further ahead is no time of a report. Source: docs/GAPS.md#G9 */
const MAX_AHEAD_MS = 5 * 60_000;

type IdOf = (reference: string) => string | null;

/**
 * @returns ids of the payments that the references name; an id of ours counts although it is not known here, and a single one
 *   decides: other accounts may have used its UETR again
 */
function namedBy(references: readonly string[], payments: readonly NamedPayment[], idOf: IdOf): string[] {
  const ids = new Set(references.flatMap((reference) => idOf(reference) ?? []));
  if (ids.size === 1) return [...ids];
  const found = payments.filter(({ names }) => names.some((name) => references.includes(name)));
  return [...new Set([...ids, ...found.map(({ id }) => id)])];
}

const NO_PAYMENT = 'names no payment that this partner was given';
const SEVERAL = 'names several payments';

function statusBody(transaction: ReportedTransaction, createdAt: string | null, writtenAt: Date): StatusReportBody {
  const { status, message, reasonCode, bankReference } = transaction;
  const isAhead = createdAt !== null && Date.parse(createdAt) > writtenAt.getTime() + MAX_AHEAD_MS;
  const details = {
    ...(message === null ? {} : { message }),
    ...(reasonCode === null ? {} : { reasonCode }),
    ...(bankReference === null ? {} : { bankReference }),
  };
  return { status, ...(createdAt === null || isAhead ? {} : { timestamp: createdAt }), details };
}

/** Looks up the payments of many references at once, page by page. */
async function eachNamed<Item extends { line: number; references: readonly string[] }>(
  { database, partnerId }: ApplyContext,
  items: readonly Item[],
  work: (item: Item, ids: string[], payments: readonly NamedPayment[]) => Promise<Stray | null>,
  idOf: IdOf = instructionOf,
): Promise<Stray[]> {
  const strays: Stray[] = [];
  for (let start = 0; start < items.length; start += PAGE) {
    const page = items.slice(start, start + PAGE);
    const references = page.flatMap((item) => item.references);
    const ids = references.flatMap((reference) => idOf(reference) ?? []);
    const payments = await findNamedPayments(database, partnerId, [...new Set([...references, ...ids])]);
    for (const item of page) {
      const stray = await work(item, namedBy(item.references, payments, idOf), payments);
      if (stray !== null) strays.push(stray);
    }
  }
  return strays;
}

/**
 * Takes a bank's status report: each transaction is a report of the partner like any other, so that repeated, late, unordered and
 * contradicting ones have the verdicts of the table. Taking it again changes nothing.
 * @returns the lines that name no payment of the partner, or have the status of a message that orders none, such as a request to
 *   cancel one
 * @throws DomainError UNAVAILABLE: it is to be taken again as a whole
 * Source: docs/GAPS.md#P3, docs/GAPS.md#P19
 */
export function applyStatusReport(context: ApplyContext, report: ParsedStatusReport): Promise<Stray[]> {
  return eachNamed(context, report.transactions, async (transaction, ids) => {
    const { line, otherMessage } = transaction;
    const [id] = ids;
    if (otherMessage !== null)
      return { line, reason: `has a status of ${otherMessage.slice(0, 35)}, which orders no payment` };
    if (id === undefined) return { line, reason: NO_PAYMENT };
    if (ids.length > 1) return { line, reason: SEVERAL };
    const body = statusBody(transaction, report.createdAt, context.writtenAt);
    const isKnown = await recordVerdict(() => recordStatusReport(context.database, reportContext(context, id), body));
    return isKnown ? null : { line, reason: NO_PAYMENT };
  });
}

/**
 * Takes a bank's answer to requests to cancel, or to get settled money back. That it gets it back is no return yet: its booking
 * is. Taking it again changes nothing.
 * @returns the lines that name no payment of the partner
 * @throws DomainError UNAVAILABLE: it is to be taken again as a whole
 * Source: docs/GAPS.md#P7, docs/GAPS.md#recalls, docs/GAPS.md#P19
 */
export function applyCancellationAnswer(context: ApplyContext, answered: ParsedCancellationAnswer): Promise<Stray[]> {
  const { database, partnerId } = context;
  const { decisions } = answered;
  const apply = async (
    { line, answer }: CancellationDecision,
    [id, ...others]: string[],
    payments: readonly NamedPayment[],
  ): Promise<Stray | null> => {
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
  return eachNamed(context, decisions, apply, requestedInstructionOf);
}

function settlementReference(entry: StatementEntry, { names }: NamedPayment, messageId: string): string {
  const others = entry.references.filter(
    (reference) => !names.includes(reference) && instructionOf(reference) === null,
  );
  return others[0] ?? messageId;
}

async function applyEntry(
  context: ApplyContext,
  entry: StatementEntry,
  payment: NamedPayment,
  messageId: string,
): Promise<void> {
  const { database, writtenAt } = context;
  const { amount, currency, reasonCode, isReturn, direction } = entry;
  const money = { amount: Number(amount), currency };
  if (money.amount === 0) return;
  if (isReturn) {
    if (direction === 'debit') return;
    const details = { returned: money, ...(reasonCode === null ? {} : { reasonCode }) };
    await recordVerdict(() =>
      recordStatusReport(database, reportContext(context, payment.id), { status: 'returned', details }),
    );
    return;
  }
  // A second booking of a confirmed payment is compared with it, as every entry is. `recordBooking` decides under the lock; a
  // payment that was confirmed before saves that transaction.
  if (direction === 'credit' || payment.isConfirmed) return;
  const body = {
    confirmedAt: bookedAt(entry.bookedOn, payment.dispatchedAt, writtenAt).toISOString(),
    settlementReference: settlementReference(entry, payment, messageId),
    actualAmount: money.amount,
    actualCurrency: currency,
  };
  await recordVerdict(() => recordBooking(database, reportContext(context, payment.id), body));
}

/**
 * Takes a bank's statement or notification: a booked debit confirms the settlement of the payment that it names, money that
 * came back returns it; then all entries are compared with their payments, as those of every statement. Taking it
 * again changes nothing.
 * @throws DomainError UNAVAILABLE: it is to be taken again as a whole
 * Source: docs/GAPS.md#P5, docs/GAPS.md#statements, docs/GAPS.md#P19
 */
export async function applyStatement(context: ApplyContext, statement: ParsedStatement): Promise<void> {
  const { message, messageId, entries } = statement;
  const { database, vault, partnerId, fileHash } = context;
  const booked = entries.filter(({ isBooked }) => isBooked);
  await eachNamed(context, booked, async (entry, [id, ...others], payments) => {
    const payment = payments.find((one) => one.id === id);
    // An account has other movements, too: the comparison shows those that name no payment.
    if (payment !== undefined && others.length === 0) await applyEntry(context, entry, payment, messageId);
    return null;
  });
  const kept = { partnerId, fileHash, message, messageId, entries };
  await insertStatement(database, kept, { actor: 'corridor', comparedBy: 'relay', vault });
}
