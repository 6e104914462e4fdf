import { groupBy } from './group';
import {
  keptAndRefused,
  madeAfterStop,
  openBatches,
  sentAfterStop,
  sentToListed,
  sentUnapproved,
} from './leave-judges';
import type { Observation, SeenInstruction } from './observation';
import { ENDPOINTS } from './receivers';

/** One count that must be zero, with what made it more. */
export interface Verdict {
  what: string;
  findings: string[];
  /** Whether it can become zero again while the service recovers: the others have happened. */
  canHeal: boolean;
}

interface Judge {
  what: string;
  canHeal: boolean;
  find: (seen: Observation) => string[];
}

const OUTCOMES = new Set(['settled', 'failed', 'cancelled', 'returned']);
const ACKNOWLEDGED = new Set([200, 202]);
/** What a client that was told `cancelled` or `failed` must not find with the partner. */
const ALIVE = new Set(['submitted', 'accepted', 'processing', 'settled', 'returned']);
/**
 * A retry whose workflow a restore of Temporal has lost begins again two minutes after it was due (db/repairs/stopped.ts), by a
 * pass that begins four times a minute; a busy machine adds to that.
 */
const OVERDUE_MS = 180_000;

function idOf(seen: Observation, intent: number): string {
  const record = seen.intents.find((each) => each.intent === intent);
  return [...(record?.instructionIds ?? [])][0] ?? 'none';
}

function acceptedTwice({ ledger }: Observation): string[] {
  const byIntent = groupBy(ledger, ({ intent }) => intent);
  return [...byIntent].flatMap(([intent, entries]) =>
    entries.length < 2 ? [] : [`intent ${intent}: ${entries.map(({ key }) => key).join(', ')}`],
  );
}

function madeTwice({ intents, batches }: Observation): string[] {
  const wishes = [
    ...intents.map(({ intent, instructionIds }) => ({ name: `intent ${intent}`, ids: instructionIds })),
    ...batches.map(({ key, batchIds }) => ({ name: key, ids: batchIds })),
  ];
  return wishes.flatMap(({ name, ids }) => (ids.size < 2 ? [] : [`${name}: ${[...ids].join(', ')}`]));
}

function unanswered({ intents }: Observation): string[] {
  return intents.flatMap(({ intent, acknowledgedAt, isBlocked, isInDoubt, lastAnswer }) =>
    acknowledgedAt === null && !isBlocked && !isInDoubt ? [`intent ${intent}: last answer ${lastAnswer}`] : [],
  );
}

function paidAfterFinal(seen: Observation): string[] {
  return seen.intents.flatMap(({ intent, final }) => {
    if (final === null || (final.status !== 'cancelled' && final.status !== 'failed')) return [];
    const alive = seen.ledger.filter((entry) => entry.intent === intent && ALIVE.has(entry.status));
    return alive.flatMap(({ instructionId, status, cancelAskedAt }) =>
      cancelAskedAt === null
        ? [`intent ${intent} ${instructionId}: client was told ${final.status}, partner has it ${status}`]
        : [],
    );
  });
}

/** Reasons that ended with the faults: whoever still waits for them is forgotten. */
const OVER = new Set(['engine_busy', 'engine_outage']);

/** Why an instruction without outcome may wait: a reason that its client is shown, or a flag for the operator. */
function waitOf(instruction: SeenInstruction): string | null {
  if (OUTCOMES.has(instruction.status)) return null;
  const reasons = [
    ...(instruction.status === 'pending' && !OVER.has(instruction.waitingReason ?? '')
      ? [instruction.waitingReason]
      : []),
    ...instruction.flags.map((flag) => `flag ${flag}`),
  ].filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join(', ');
}

/** Whether only a person can end the wait: a review of a listed payee, an approval, or the doubt that a move has left. */
function waitsForPerson({ waitingReason, flags }: SeenInstruction): boolean {
  return waitingReason === 'compliance_review' || waitingReason === 'approval' || flags.includes('partner_moved');
}

/** @returns whether an instruction has no outcome and does not wait for a person, or an attempt of a delivery is due */
export function isOpen({ at, instructions, deliveries }: Observation): boolean {
  return (
    [...instructions.values()].some((one) => waitOf(one) !== null && !waitsForPerson(one)) ||
    deliveries.some(({ status, nextAttemptAt }) => status === 'pending' && (nextAttemptAt ?? at) <= at)
  );
}

/** @returns instructions that have no outcome for a reason that is on record */
export function waitingOf({ instructions }: Observation): string[] {
  return [...instructions.values()].flatMap((instruction) => {
    const reason = waitOf(instruction);
    return reason === null ? [] : [`${instruction.id} ${instruction.status}: ${reason}`];
  });
}

function missing(seen: Observation): string[] {
  return seen.intents.flatMap(({ intent, acknowledgedAt }) => {
    const id = idOf(seen, intent);
    if (acknowledgedAt === null || seen.instructions.has(id)) return [];
    return [`intent ${intent} ${id}: acknowledged, and not on record`];
  });
}

function differing(seen: Observation): string[] {
  const differences = [...seen.instructions.values()].flatMap((instruction) => {
    const { id, intent, status, waitingReason } = instruction;
    const entry = seen.ledger.filter(({ instructionId }) => instructionId === id).at(-1);
    if (status === entry?.status || waitOf(instruction) !== null) return [];
    const isFinalUnsent = entry === undefined && (status === 'failed' || status === 'cancelled');
    // A partner that was asked to stop and could not is a case for people, and judged above.
    const isAsked = entry?.cancelAskedAt !== null && entry !== undefined && status === 'cancelled';
    if (isFinalUnsent || isAsked) return [];
    return [
      `intent ${intent} ${id}: Corridor says ${status} (${waitingReason ?? 'no reason'}), partner ${entry?.status ?? 'has nothing'}`,
    ];
  });
  return [...missing(seen), ...differences];
}

/**
 * Once all faults are over the partner is well, and the network works: so long after that nobody is left to wait for.
 * The pauses between inquiries grow with the outage, so this is two minutes and what a busy machine adds.
 */
const PATIENCE_MS = 150_000;

/** A reason on record excuses a payment only while Corridor will come back to it, and not for ever. */
function forgotten(seen: Observation): string[] {
  return [...seen.instructions.values()].flatMap((instruction) => {
    const reason = waitOf(instruction);
    if (reason === null || instruction.status !== 'pending') return [];
    const entry = seen.ledger.find(({ instructionId }) => instructionId === instruction.id);
    const where = `${instruction.id} waits (${reason}), partner ${entry?.status ?? 'has nothing'}`;
    if (!seen.followed.has(instruction.id)) return [`${where}, no workflow follows it`];
    if (waitsForPerson(instruction)) return [];
    return seen.at - seen.healedAt > PATIENCE_MS ? [`${where}, long after all faults`] : [];
  });
}

/** A notification that a bank has booked an order is compared with the payment, and confirms one that is settled. */
function unreadBookings(seen: Observation): string[] {
  return seen.ledger.flatMap(({ isBooked, instructionId, status }) => {
    const instruction = seen.instructions.get(instructionId);
    if (!isBooked || instruction?.status !== status) return [];
    const { isConfirmed, verdicts } = instruction;
    const isCompared = verdicts.length > 0 && !verdicts.includes(null);
    if (isCompared && (isConfirmed || status !== 'settled')) return [];
    return [`${instructionId} ${status}, ${isConfirmed ? 'confirmed' : 'not confirmed'}: ${JSON.stringify(verdicts)}`];
  });
}

function lostReports({ reports, keptReports }: Observation): string[] {
  return reports.flatMap(({ answer, reportId, instructionId, status }) =>
    answer !== null && ACKNOWLEDGED.has(answer) && !keptReports.has(reportId)
      ? [`${instructionId} ${status}: ${reportId} was acknowledged and is not on record`]
      : [],
  );
}

function unacknowledgedReports({ reports }: Observation): string[] {
  return reports.flatMap(({ answer, instructionId, status, lastAnswer }) =>
    answer === null ? [`${instructionId} ${status}: last answer ${lastAnswer}`] : [],
  );
}

function missingEvents(seen: Observation): string[] {
  const named = new Set(seen.events.map(({ instructionId, type }) => `${instructionId} ${type}`));
  return [...seen.instructions.values()].flatMap(({ id, status }) =>
    OUTCOMES.has(status) && !named.has(`${id} payment.${status}`) ? [`${id}: no event of ${status}`] : [],
  );
}

function undelivered({ at, events, deliveries }: Observation): string[] {
  const byEvent = groupBy(deliveries, ({ eventId, endpoint }) => `${eventId} ${endpoint}`);
  const missing = events.flatMap(({ id, type, instructionId }) =>
    ENDPOINTS.flatMap((endpoint) =>
      byEvent.has(`${id} ${endpoint}`) ? [] : [`${instructionId} ${type}: no delivery of ${id} to ${endpoint}`],
    ),
  );
  const stuck = deliveries.flatMap(({ id, endpoint, status, nextAttemptAt }) => {
    if (status === 'delivered') return [];
    const isWaiting = status === 'pending' && nextAttemptAt !== null && nextAttemptAt > at - OVERDUE_MS;
    return isWaiting ? [] : [`${id} to ${endpoint}: ${status}, next attempt ${String(nextAttemptAt)}`];
  });
  return [...missing, ...stuck];
}

function unreceived({ deliveries, received }: Observation): string[] {
  return deliveries.flatMap(({ id, eventId, endpoint, status }) =>
    status === 'delivered' && received.get(endpoint)?.has(eventId) !== true
      ? [`${id}: ${endpoint} never answered ${eventId} with 200`]
      : [],
  );
}

/** Why a partner is asked to stop although no client asked: the payment has ended here, or has left it. */
const STOPPED = new Set(['partner_continues', 'given_up', 'earlier_partner']);

function unwantedCancellations(seen: Observation): string[] {
  return seen.intents.flatMap(({ intent, cancelAskedAt }) => {
    const id = idOf(seen, intent);
    const instruction = seen.instructions.get(id);
    if (cancelAskedAt !== null || instruction === undefined) return [];
    const asked = seen.ledger.filter((entry) => entry.instructionId === id && entry.cancelAskedAt !== null);
    return [
      ...(instruction.status === 'cancelled' ? [`intent ${intent} ${id}: cancelled`] : []),
      ...(instruction.cases.some((kind) => STOPPED.has(kind))
        ? []
        : asked.map(({ reference }) => `intent ${intent} ${id}: a partner was asked to cancel ${reference}`)),
    ];
  });
}

/** Every promise, as a search for what breaks it. */
const JUDGES: readonly Judge[] = [
  { what: 'client intents that the partner accepted twice', canHeal: false, find: acceptedTwice },
  { what: 'wishes with two instructions or batches', canHeal: false, find: madeTwice },
  { what: 'payments kept that were answered as refused', canHeal: false, find: keptAndRefused },
  { what: 'payments made after their batch was stopped', canHeal: false, find: madeAfterStop },
  { what: 'payments sent after their batch was stopped', canHeal: false, find: sentAfterStop },
  { what: 'payments sent before their batch was approved', canHeal: false, find: sentUnapproved },
  { what: 'payments sent to a listed payee', canHeal: false, find: sentToListed },
  { what: 'payments alive at the partner after a final cancelled or failed', canHeal: true, find: paidAfterFinal },
  { what: 'cancellations that no client asked for', canHeal: false, find: unwantedCancellations },
  { what: 'calls, rows and second deliveries by invented work', canHeal: false, find: ({ invented }) => [...invented] },
  { what: 'creates never acknowledged', canHeal: true, find: unanswered },
  { what: 'batches that do not end', canHeal: true, find: openBatches },
  { what: "instructions that differ from the partner's ledger", canHeal: true, find: differing },
  { what: 'payments forgotten while they wait', canHeal: true, find: forgotten },
  { what: 'bookings that were not taken', canHeal: true, find: unreadBookings },
  { what: 'acknowledged reports not on record', canHeal: false, find: lostReports },
  { what: 'reports never acknowledged', canHeal: true, find: unacknowledgedReports },
  { what: 'outcomes without an event', canHeal: true, find: missingEvents },
  { what: 'events neither delivered nor waiting for an attempt', canHeal: true, find: undelivered },
  { what: 'deliveries recorded that the receiver never had', canHeal: false, find: unreceived },
  {
    what: 'events that the old secret does not verify during an overlap',
    canHeal: false,
    find: ({ unsigned }) => [...unsigned],
  },
  {
    what: 'answers 5xx other than 503',
    canHeal: false,
    find: ({ answers }) => answers.faults.map(({ status, what }) => `${status} ${what}`),
  },
  { what: 'log lines of level error', canHeal: false, find: ({ errorLines }) => [...errorLines] },
  { what: 'processes that ended by themselves', canHeal: false, find: ({ unwantedEnds }) => [...unwantedEnds] },
];

/** @returns a verdict about each promise; all findings empty means that every promise was kept */
export function judge(seen: Observation): Verdict[] {
  return JUDGES.map(({ what, canHeal, find }) => ({ what, canHeal, findings: find(seen) }));
}
