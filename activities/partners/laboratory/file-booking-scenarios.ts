import { Exact } from '../../../domain/money';
import type { StatementEntry } from '../../../domain/payments/settlement/statement-entry';
import { NotJudged, PartnerFault, type Bench, type Scenario } from './bench';
import { bookingsIn, bookingsOf, namedOrders, rejectionOf, type Exchanged, type PlacedOrder } from './file-evidence';
import { exchangeFiles } from './file-judging';

type Booking = StatementEntry & { file: string };

/** @returns what was booked. @throws NotJudged where no statement or notification came */
async function exchangeAndRequireBookings(bench: Bench): Promise<Exchanged> {
  const evidence = await exchangeFiles(bench);
  const isBooked = evidence.orders.some((placed) => bookingsOf(evidence, placed).length > 0);
  if (!isBooked) throw new NotJudged('no camt.053 or camt.054 with a booking of an order came in time.');
  return evidence;
}

const placeOf = ({ file, line }: Booking): string => `${file}, line ${line}`;

/** @returns debits of an order that are no returns */
function debitsOf(evidence: Exchanged, placed: PlacedOrder): Booking[] {
  return bookingsOf(evidence, placed).filter(({ direction, isReturn }) => direction === 'debit' && !isReturn);
}

/** @throws PartnerFault if a booking names several payments */
async function requireOneOrderPerBooking(bench: Bench): Promise<void> {
  const evidence = await exchangeAndRequireBookings(bench);
  for (const booking of bookingsIn(evidence)) {
    const named = namedOrders(evidence.orders, booking.references);
    if (named.length < 2) continue;
    const ids = named.map(({ order }) => order.instructionId).join(' and ');
    throw new PartnerFault('booking_names_several', `${placeOf(booking)}: an entry names several payments: ${ids}.`);
  }
}

/** @throws PartnerFault if a booking of an order is a credit, or has another amount or currency */
async function requireBookedAsOrdered(bench: Bench): Promise<void> {
  const evidence = await exchangeAndRequireBookings(bench);
  for (const placed of evidence.orders) {
    const { amount, currency, instructionId } = placed.order;
    for (const booking of bookingsOf(evidence, placed)) {
      if (booking.isReturn) continue;
      if (booking.direction === 'credit') {
        const words = `${placeOf(booking)}: CdtDbtInd of ${instructionId} is CRDT, without RtrInf or RvslInd.`;
        throw new PartnerFault('booked_as_credit', words);
      }
      if (booking.currency === currency && new Exact(booking.amount).eq(amount)) continue;
      const words = `${placeOf(booking)}: Amt of ${instructionId} is ${booking.amount} ${booking.currency}, not ${amount} ${currency}.`;
      throw new PartnerFault('booked_otherwise', words);
    }
  }
}

/**
 * @throws PartnerFault if an order is booked twice in one kind of message; a notification and a statement may both
 * have it
 */
async function requireBookedOnce(bench: Bench): Promise<void> {
  const evidence = await exchangeAndRequireBookings(bench);
  for (const message of ['camt.053', 'camt.054'] as const) {
    const files = evidence.files.filter(({ read }) => read.kind === 'statement' && read.statement.message === message);
    const contents = files.filter(({ hash }, at) => !files.slice(0, at).some((other) => other.hash === hash));
    for (const placed of evidence.orders) {
      const [, second] = debitsOf({ ...evidence, files: contents }, placed);
      if (second === undefined) continue;
      const words = `${placeOf(second)}: ${placed.order.instructionId} is booked a second time.`;
      throw new PartnerFault('booked_twice', words);
    }
  }
}

/** @throws PartnerFault if a rejected order is booked */
async function requireRejectedUnbooked(bench: Bench): Promise<void> {
  const evidence = await exchangeAndRequireBookings(bench);
  for (const placed of evidence.orders) {
    const rejected = rejectionOf(evidence, placed);
    const [debit] = debitsOf(evidence, placed);
    if (rejected === null || debit === undefined) continue;
    const words = `${placeOf(debit)}: ${placed.order.instructionId} is booked, which has TxSts ${rejected.code}.`;
    throw new PartnerFault('rejected_and_booked', words);
  }
}

/** What a bank books of orders, where it tells of bookings in time. Source: docs/GAPS.md#P5, docs/GAPS.md#P20 */
export const BOOKING_SCENARIOS: readonly Scenario[] = [
  { name: 'booking_names', title: 'names one order in each entry', kind: 'files', test: requireOneOrderPerBooking },
  {
    name: 'booked_amounts',
    title: 'books the amount of an order as a debit',
    kind: 'files',
    test: requireBookedAsOrdered,
  },
  { name: 'booked_once', title: 'books an order once', kind: 'files', test: requireBookedOnce },
  { name: 'booked_rejections', title: 'books no order that it rejected', kind: 'files', test: requireRejectedUnbooked },
];
