import type { MessageFault } from '../../../domain/payments/iso20022/message-refused';
import { NotJudged, PartnerFault, type Bench, type Scenario } from './bench';
import {
  decisionsIn,
  decisionsOf,
  namedOrders,
  areStray,
  statusesIn,
  rejectionOf,
  statusesOf,
  wordsOf,
  type Exchanged,
  type PlacedOrder,
} from './file-evidence';
import { BOOKING_SCENARIOS } from './file-booking-scenarios';
import { exchangeFiles, ordersOf, requireNone } from './file-judging';
import { statusesOfOtherMessages, ORDER_STATUS_SCENARIOS, otherMessageFault } from './file-status-scenarios';

interface Refusal {
  fault: MessageFault;
  reason: string;
}

/** @returns the files about the orders that no inbox could read */
function refusalsIn({ files }: Exchanged): Refusal[] {
  return files.flatMap(({ read }) => (read.kind === 'unreadable' ? [read] : []));
}

/** @returns what of the files names no payment, with its place */
function straysIn(evidence: Exchanged): string[] {
  return [...statusesIn(evidence), ...decisionsIn(evidence)]
    .filter(({ references }) => areStray(references) && namedOrders(evidence.orders, references).length === 0)
    .map(({ file, line }) => `${file}, line ${line}`);
}

function namesNoOrderFault(places: readonly string[]): PartnerFault {
  const message =
    `${places[0]} names no payment: neither OrgnlEndToEndId, OrgnlInstrId, OrgnlTxId, OrgnlUETR nor OrgnlMsgId has what ` +
    'the order had.';
  return new PartnerFault('names_no_order', message);
}

function temporaryNameFault(names: readonly string[]): PartnerFault {
  const message = `${names[0]} keeps a name of files that are still written, so that it is never read.`;
  return new PartnerFault('temporary_name', message);
}

/** Whether an order has a status, or was cancelled before it had one. */
function isAnswered(evidence: Exchanged, placed: PlacedOrder): boolean {
  return (
    statusesOf(evidence, placed).length > 0 || decisionsOf(evidence, placed).some(({ answer }) => answer === 'accepted')
  );
}

/** The fault of a bank's files that may be why an order has no status, or null. */
function reasonOfSilence(evidence: Exchanged): PartnerFault | null {
  const [refusal] = refusalsIn(evidence);
  if (refusal !== undefined) return new PartnerFault(refusal.fault, `A file was refused: ${refusal.reason}`);
  const strays = straysIn(evidence);
  if (strays.length > 0) return namesNoOrderFault(strays);
  const [other] = statusesOfOtherMessages(evidence);
  if (other !== undefined) return otherMessageFault(other);
  return evidence.temporary.length > 0 ? temporaryNameFault(evidence.temporary) : null;
}

/** @throws PartnerFault unless an ordinary order has a status and is not rejected */
async function requireOrderTaken(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  const [order] = ordersOf(evidence, 'plain');
  if (order === undefined) throw new NotJudged('no order was put out.');
  const rejected = rejectionOf(evidence, order);
  if (rejected !== null)
    throw new PartnerFault('order_rejected', `An ordinary order is rejected: ${wordsOf(rejected)}.`);
  if (statusesOf(evidence, order).length > 0) return;
  const reason = reasonOfSilence(evidence);
  if (reason !== null) throw reason;
  const message =
    'No file gave a status of an order. Wait longer with --wait, or check the directories of the partner.';
  throw new PartnerFault('unanswered', message);
}

/** @throws PartnerFault if an order has no status, unless unreadable files may have had it */
async function requireEveryOrderAnswered(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  const silent = evidence.orders.filter((placed) => !isAnswered(evidence, placed));
  if (silent.length === 0) return;
  if (reasonOfSilence(evidence) !== null) throw new NotJudged('a file that could not be read may have had the status.');
  const { length } = evidence.orders;
  const ids = silent.map(({ order }) => order.instructionId).join(', ');
  throw new PartnerFault('order_unanswered', `${silent.length} of ${length} orders have no status: ${ids}.`);
}

/** A scenario that fails if a file was refused for one of these reasons. */
function refusalScenario(name: string, title: string, ...faults: MessageFault[]): Scenario {
  return {
    name,
    title,
    kind: 'files',
    async test(bench) {
      const found = refusalsIn(await exchangeFiles(bench)).find(({ fault }) => faults.includes(fault));
      if (found !== undefined) throw new PartnerFault(found.fault, `A file was refused: ${found.reason}`);
    },
  };
}

function namesIn(orders: readonly PlacedOrder[]): string {
  return orders.map(({ order }) => order.instructionId).join(' and ');
}

/** @throws PartnerFault if a status or decision names several payments */
async function requireOneOrderPerLine(bench: Bench): Promise<void> {
  const evidence = await exchangeFiles(bench);
  for (const { file, line, references } of [...statusesIn(evidence), ...decisionsIn(evidence)]) {
    const named = namedOrders(evidence.orders, references);
    if (named.length < 2) continue;
    throw new PartnerFault('names_several', `${file}, line ${line} names several payments: ${namesIn(named)}.`);
  }
}

/**
 * @throws PartnerFault if a file changed after it counted as complete; a file that grew under its final name is a
 * warning
 */
async function requireWholeFiles(bench: Bench): Promise<void> {
  const { grown, writtenInPlace } = await exchangeFiles(bench);
  requireNone(grown, (name) => {
    const message = `${name} changed after two looks had found it unchanged: half of it may be read.`;
    return new PartnerFault('file_grew', message);
  });
  const [name] = writtenInPlace;
  if (name === undefined) return;
  bench.warn('written_in_place', `${name} was written under its final name: a rename would make it appear whole.`);
}

async function requireFinalNames(bench: Bench): Promise<void> {
  const { temporary } = await exchangeFiles(bench);
  if (temporary.length > 0) throw temporaryNameFault(temporary);
}

async function warnOfRepeatedFile(bench: Bench): Promise<void> {
  const { files } = await exchangeFiles(bench);
  const repeated = files.find(({ hash }, at) => files.slice(0, at).some((other) => other.hash === hash));
  if (repeated === undefined) return;
  bench.warn('file_repeated', `${repeated.name} has the content of an earlier file: it changes nothing again.`);
}

/** Warns of a MsgId that an earlier, different file had. */
async function checkMessageIds(bench: Bench): Promise<void> {
  const { files } = await exchangeFiles(bench);
  const seen = new Map<string, string>();
  for (const { name, hash, read } of files) {
    if (read.kind !== 'status') continue;
    const { messageId } = read.report;
    const earlier = seen.get(messageId);
    if (earlier !== undefined && earlier !== hash) {
      bench.warn('message_id_reused', `${name} has the MsgId ${messageId}, which an earlier file had.`);
      return;
    }
    seen.set(messageId, hash);
  }
}

/** What a bank's files must be, whatever they say. Source: docs/GAPS.md#P19, docs/GAPS.md#P20 */
const READING_SCENARIOS: readonly Scenario[] = [
  { name: 'order_files', title: 'answers an order that was put out as a file', kind: 'files', test: requireOrderTaken },
  { name: 'every_order', title: 'gives a status of every order', kind: 'files', test: requireEveryOrderAnswered },
  refusalScenario('utf8', 'writes UTF-8', 'not_utf8'),
  refusalScenario('whole_xml', 'writes well-formed XML without a DTD', 'broken_xml', 'has_dtd'),
  refusalScenario(
    'known_messages',
    'writes messages that Corridor reads, each with its id',
    'unknown_message',
    'no_message_id',
    'file_unreadable',
  ),
  refusalScenario('known_codes', 'uses statuses and answers of ISO 20022', 'unknown_status', 'unknown_answer'),
  {
    name: 'own_references',
    title: "uses the order's own ids",
    kind: 'files',
    async test(bench) {
      const strays = straysIn(await exchangeFiles(bench));
      if (strays.length > 0) throw namesNoOrderFault(strays);
    },
  },
  { name: 'one_order', title: 'names one order in each status', kind: 'files', test: requireOneOrderPerLine },
  { name: 'whole_files', title: 'writes to a temporary name, then renames', kind: 'files', test: requireWholeFiles },
  { name: 'final_names', title: 'gives a file its final name', kind: 'files', test: requireFinalNames },
  { name: 'written_once', title: 'writes each file once', kind: 'files', test: warnOfRepeatedFile },
  { name: 'message_ids', title: 'gives each status report a MsgId of its own', kind: 'files', test: checkMessageIds },
];

/** What is expected of a bank that takes files. Source: docs/GAPS.md#P20 */
export const FILE_SCENARIOS: readonly Scenario[] = [
  ...READING_SCENARIOS,
  ...ORDER_STATUS_SCENARIOS,
  ...BOOKING_SCENARIOS,
];
