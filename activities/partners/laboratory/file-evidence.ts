import { isUuid } from '../../../domain/ids';
import type { CancellationDecision } from '../../../domain/payments/iso20022/cancellation-answer';
import type { MessageFault } from '../../../domain/payments/iso20022/message-refused';
import {
  bankReferenceOf,
  PaymentsByName,
  referenceKeys,
  STEM_LENGTH,
} from '../../../domain/payments/iso20022/bank-reference';
import { instructionOf, type ReportedTransaction } from '../../../domain/payments/iso20022/status-codes';
import type { StatementEntry } from '../../../domain/payments/settlement/statement-entry';
import type { BankFile } from '../iso20022/bank-file';
import type { PartnerOrder } from '../port';

/** What an order of the laboratory is for. */
export type OrderRole = 'plain' | 'equal' | 'burst' | 'optional' | 'unusual' | 'unpayable' | 'cancelled';

/** An order that was put out for the bank. */
export interface PlacedOrder {
  role: OrderRole;
  order: PartnerOrder;
}

/** A file that the bank wrote about the orders. */
export interface SeenFile {
  name: string;
  /** SHA-256 of its content in hex. */
  hash: string;
  read: BankFile | { kind: 'unreadable'; fault: MessageFault; reason: string };
}

/** What was ordered, and what the bank wrote until its time was over. */
export interface Exchanged {
  orders: readonly PlacedOrder[];
  /** In the order in which they were read. */
  files: readonly SeenFile[];
  /** Names of files that changed after two looks had found them unchanged. */
  grown: readonly string[];
  /** Names of files that changed under their final name, and were whole two looks later. */
  writtenInPlace: readonly string[];
  /** Names of files about the orders that are those of files which are still written. */
  temporary: readonly string[];
}

/** Something that a file says, and where. */
type Said<What> = What & { file: string };

function namesOf({ instructionId, uetr }: PartnerOrder): string[] {
  return [instructionId, uetr, bankReferenceOf(instructionId, '1').slice(0, STEM_LENGTH)];
}

/**
 * @param asks whether the name of a request to cancel names the order, too
 * @returns the orders that references name, by their ids, the names of their messages or their UETR
 */
export function namedOrders(orders: readonly PlacedOrder[], references: readonly string[], asks = true): PlacedOrder[] {
  const named = new PaymentsByName(orders.map((placed) => ({ placed, names: namesOf(placed.order) })));
  return named.of(references, asks).map(({ placed }) => placed);
}

/** @returns whether references name no payment at all: an id of ours, or a UETR, may be that of another payment */
export function areStray(references: readonly string[]): boolean {
  const { ids, stems, beginnings } = referenceKeys(references);
  return ids.length + stems.length + beginnings.length === 0 && !references.some(isUuid);
}

function takeAll<What>({ files }: Pick<Exchanged, 'files'>, take: (read: BankFile) => readonly What[]): Said<What>[] {
  return files.flatMap(({ name, read }) =>
    read.kind === 'unreadable' ? [] : take(read).map((one) => ({ ...one, file: name })),
  );
}

/** @returns every status in the order in which it was read */
export function statusesIn(exchanged: Pick<Exchanged, 'files'>): Said<ReportedTransaction>[] {
  return takeAll(exchanged, (read) => (read.kind === 'status' ? read.report.transactions : []));
}

/** @returns what was answered to requests to cancel */
export function decisionsIn(exchanged: Pick<Exchanged, 'files'>): Said<CancellationDecision>[] {
  return takeAll(exchanged, (read) => (read.kind === 'cancellation' ? read.answered.decisions : []));
}

/** Every booking in statements and notifications; announced entries are left out. */
export function bookingsIn(exchanged: Pick<Exchanged, 'files'>): Said<StatementEntry>[] {
  return takeAll(exchanged, (read) =>
    read.kind === 'statement'
      ? read.statement.entries.flatMap((entry) => ('fault' in entry || !entry.isBooked ? [] : [entry]))
      : [],
  );
}

const FINAL: ReadonlySet<string> = new Set(['settled', 'failed', 'cancelled']);

type Evidence = Pick<Exchanged, 'files' | 'orders'>;

/** @returns whether an inbox would apply to an order what names it so: a single id of ours decides, else its UETR */
function isAppliedTo({ orders }: Evidence, { order }: PlacedOrder, references: readonly string[]): boolean {
  const ids = new Set(references.flatMap((reference) => instructionOf(reference) ?? []));
  if (ids.size === 1) return ids.has(order.instructionId);
  const named = namedOrders(orders, references, false);
  return named.length === 1 && named[0]?.order === order;
}

/** @returns the statuses of an order, as an inbox would apply them */
export function statusesOf(exchanged: Evidence, placed: PlacedOrder): Said<ReportedTransaction>[] {
  return statusesIn(exchanged).filter(
    ({ otherMessage, references }) => otherMessage === null && isAppliedTo(exchanged, placed, references),
  );
}

/** @returns the status by which the bank rejected an order, unless it said that it is paid or cancelled before */
export function rejectionOf(exchanged: Evidence, placed: PlacedOrder): Said<ReportedTransaction> | null {
  const outcome = statusesOf(exchanged, placed).find(({ status }) => FINAL.has(status ?? ''));
  return outcome?.status === 'failed' ? outcome : null;
}

/** @returns a status in words, with its place */
export function wordsOf({ file, line, code, reasonCode, message }: Said<ReportedTransaction>): string {
  const why = [reasonCode, message].filter((one) => one !== null).join(' ') || 'without a reason';
  return `${file}, line ${line}: TxSts ${code}, ${why}`;
}

/** @returns what was answered to the request to cancel an order */
export function decisionsOf(exchanged: Evidence, placed: PlacedOrder): Said<CancellationDecision>[] {
  return decisionsIn(exchanged).filter(({ references }) => namedOrders(exchanged.orders, references).includes(placed));
}

/** @returns the bookings that name an order */
export function bookingsOf(exchanged: Evidence, placed: PlacedOrder): Said<StatementEntry>[] {
  return bookingsIn(exchanged).filter(({ references }) =>
    namedOrders(exchanged.orders, references, false).includes(placed),
  );
}

/** The orders with a final status; of a cancelled one, also with a decision about its cancellation. */
export function answeredOrders(exchanged: Evidence): PlacedOrder[] {
  return exchanged.orders.filter((placed) => {
    const isFinal = statusesOf(exchanged, placed).some(({ status }) => FINAL.has(status ?? ''));
    if (placed.role !== 'cancelled') return isFinal;
    const decided = decisionsOf(exchanged, placed).filter(({ answer }) => answer !== 'open');
    return decided.some(({ answer }) => answer === 'accepted' || isFinal);
  });
}
