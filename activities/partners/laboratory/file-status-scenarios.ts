import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import { decide } from '../../../domain/payments/reports/transitions';
import { NotJudged, PartnerFault, type Bench, type Scenario } from './bench';
import {
  bookingsOf,
  decisionsOf,
  namedOrders,
  rejectionOf,
  statusesIn,
  statusesOf,
  wordsOf,
  type Exchanged,
  type OrderRole,
  type PlacedOrder,
} from './file-evidence';
import { exchangeFiles, ordersOf, requireNone } from './file-judging';

/** The status of a request to cancel in a message about orders: such a file is refused. */
const REQUEST = /camt\.05[56]/i;
/** Clocks differ by less. Source: docs/GAPS.md#G9 */
const MAX_AHEAD_MS = 5 * 60_000;

type Status = ReturnType<typeof statusesIn>[number];

/** @returns statuses of messages about the orders that are said to be of other messages than orders */
export function statusesOfOtherMessages(evidence: Exchanged): Status[] {
  return statusesIn(evidence).filter(
    ({ otherMessage, references }) => otherMessage !== null && namedOrders(evidence.orders, references).length > 0,
  );
}

/** @returns the fault of a status of another message than an order */
export function otherMessageFault({ file, line, otherMessage }: Status): PartnerFault {
  const message = `${file}, line ${line}: OrgnlMsgNmId is ${otherMessage}, which orders no payment: the file is refused.`;
  return new PartnerFault('other_message_named', message);
}

/** @throws PartnerFault for a status of a message that is no order; of a request to cancel it is a warning */
async function requireOrdersNamed(bench: Bench): Promise<void> {
  const others = statusesOfOtherMessages(await exchangeFiles(bench));
  requireNone(
    others.filter(({ otherMessage }) => !REQUEST.test(otherMessage ?? '')),
    otherMessageFault,
  );
  const [request] = others;
  if (request === undefined) return;
  const { file, line } = request;
  const words = `${file}, line ${line}: a request to cancel is answered by a status, and not by camt.029: the file is refused.`;
  bench.warn('request_answered_by_status', words);
}

/**
 * Applies the statuses of an order in turn by the table of transitions.
 * @throws PartnerFault for one that contradicts the earlier ones
 */
function applyStatuses(bench: Bench, evidence: Exchanged, placed: PlacedOrder): void {
  let current: PaymentStatus = 'submitted';
  let code = 'its dispatch';
  for (const said of statusesOf(evidence, placed)) {
    if (said.status === null) continue;
    const disposition = decide(current, said.status);
    const where = `${said.file}, line ${said.line}: ${placed.order.instructionId} has TxSts ${said.code} after ${code}`;
    if (disposition === 'conflicting' || disposition === 'refused') {
      throw new PartnerFault('status_contradicts', `${where}, which the table of statuses does not have.`);
    }
    if (disposition === 'stale') bench.warn('status_late', `${where}, which is an earlier step.`);
    if (disposition !== 'applied') continue;
    current = said.status;
    ({ code } = said);
  }
}

async function applyStatusesInOrder(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  for (const placed of evidence.orders) applyStatuses(bench, evidence, placed);
}

/** Warns of reports whose time has no zone or is ahead of the clock. */
async function checkReportTimes(bench: Bench): Promise<void> {
  const { files } = await exchangeFiles(bench);
  for (const { name, read } of files) {
    if (read.kind !== 'status') continue;
    const { createdAt } = read.report;
    if (createdAt === null) {
      bench.warn('time_without_zone', `${name}: CreDtTm is no time with its zone: the time of receipt counts.`);
    } else if (Date.parse(createdAt) > Date.now() + MAX_AHEAD_MS) {
      bench.warn('time_ahead', `${name}: CreDtTm is ahead of the clock: the time of receipt counts.`);
    }
  }
}

/** The first rejection of an order of that role, or null. */
function rejectionOfRole(evidence: Exchanged, role: OrderRole): Status | null {
  return (
    ordersOf(evidence, role)
      .map((placed) => rejectionOf(evidence, placed))
      .find((one) => one !== null) ?? null
  );
}

function requireAnswered(evidence: Exchanged, role: OrderRole): void {
  const isAnswered = ordersOf(evidence, role).every((placed) => statusesOf(evidence, placed).length > 0);
  if (!isAnswered) throw new NotJudged('the order has no status.');
}

/** A scenario that fails if an order of this role is rejected. */
function acceptanceScenario(name: string, title: string, role: OrderRole, fault: string): Scenario {
  return {
    name,
    title,
    kind: 'files',
    async test(bench) {
      const evidence = await exchangeFiles(bench);
      const rejected = rejectionOfRole(evidence, role);
      if (rejected !== null) throw new PartnerFault(fault, `An order is rejected: ${wordsOf(rejected)}.`);
      requireAnswered(evidence, role);
    },
  };
}

/**
 * Judges the order in a currency that does not exist: no rejection in time is a warning, a rejection without a reason
 * code is a fault.
 */
async function unpayableRejectedWithReason(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  requireAnswered(evidence, 'unpayable');
  const rejected = rejectionOfRole(evidence, 'unpayable');
  if (rejected === null) {
    bench.warn('unpayable_taken', 'An order in the currency ZZZ, which does not exist, was not rejected in time.');
  } else if (rejected.reasonCode === null) {
    const message = `${wordsOf(rejected)}: StsRsnInf/Rsn has no code, so that clients do not see why.`;
    throw new PartnerFault('rejection_without_reason', message);
  }
}

async function judgeName(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  const rejected = rejectionOfRole(evidence, 'unusual');
  if (rejected !== null) bench.warn('name_rejected', `A name outside of ASCII is rejected: ${wordsOf(rejected)}.`);
  requireAnswered(evidence, 'unusual');
}

/** Warns if no camt.029 answered the request to cancel in time. */
async function checkCancellationAnswered(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  const isAnswered = ordersOf(evidence, 'cancelled').some((placed) => decisionsOf(evidence, placed).length > 0);
  if (isAnswered) return;
  bench.warn(
    'cancellation_unanswered',
    'No camt.029 answered the request to cancel in time: cancellations stay open at this bank.',
  );
}

/** @throws PartnerFault if an order was paid after its cancellation was accepted */
async function requireCancellationKept(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  const [placed] = ordersOf(evidence, 'cancelled').filter((one) =>
    decisionsOf(evidence, one).some(({ answer }) => answer === 'accepted'),
  );
  if (placed === undefined) throw new NotJudged('no cancellation was accepted.');
  const paid = statusesOf(evidence, placed).find(({ status }) => status === 'settled');
  const [booked] = bookingsOf(evidence, placed);
  const place = paid ?? booked;
  if (place === undefined) return;
  const what = paid === undefined ? 'is booked' : `has TxSts ${paid.code}`;
  const message = `${place.file}, line ${place.line}: an order ${what} that camt.029 says is cancelled.`;
  throw new PartnerFault('cancelled_and_paid', message);
}

/** What a bank says of orders. Source: docs/GAPS.md#P3, docs/GAPS.md#P19, docs/GAPS.md#P20 */
export const ORDER_STATUS_SCENARIOS: readonly Scenario[] = [
  {
    name: 'named_messages',
    title: 'reports on the order message (OrgnlMsgNmId)',
    kind: 'files',
    test: requireOrdersNamed,
  },
  { name: 'status_order', title: 'contradicts no status that it gave', kind: 'files', test: applyStatusesInOrder },
  { name: 'report_times', title: 'says when a report was made, with the zone', kind: 'files', test: checkReportTimes },
  acceptanceScenario('equal_orders', 'takes two equal orders as two', 'equal', 'equal_order_rejected'),
  acceptanceScenario('burst_of_files', 'takes orders that come at the same moment', 'burst', 'burst_rejected'),
  acceptanceScenario(
    'optional_elements',
    'takes an order with the elements that may be absent',
    'optional',
    'optional_members_refused',
  ),
  { name: 'names_in_files', title: 'takes or rejects a name outside of ASCII', kind: 'files', test: judgeName },
  {
    name: 'unpayable_file',
    title: 'rejects an order that cannot be paid, with a reason',
    kind: 'files',
    test: unpayableRejectedWithReason,
  },
  { name: 'cancellation_answer', title: 'answers a request to cancel', kind: 'files', test: checkCancellationAnswered },
  {
    name: 'cancellation_kept',
    title: 'pays no order of which it has said that it is cancelled',
    kind: 'files',
    test: requireCancellationKept,
  },
];
