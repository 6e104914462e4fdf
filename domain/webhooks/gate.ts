import { HEALTHY, requestProbe, type BreakerState } from '../breaker';
import { hasDelivered, type AttemptEnd } from './retry';
import type { DeliveryStatus } from './schemas';

/** An attempt takes five seconds at most, and its record a moment: a run that has not recorded it by then has died. */
const LEASE_MS = 8_000;
/** A sender waits for slots of a rate that come so soon, so that one batch has all of them. */
const AHEAD_MS = 1_000;
/** The clocks of a worker, of Temporal, whose timer wakes a retry, and of Postgres differ by less. */
const CLOCK_SKEW_MS = 1_000;
/**
 * A slot that was missed by so much, while its subscription was disabled or no worker ran, is assigned again: all missed
 * slots would otherwise be now.
 */
const MISSED_MS = 10_000;

/** A subscription at the moment at which attempts are taken. Times are by Postgres' clock. */
export interface GateState extends Pick<BreakerState, 'openedAt' | 'openUntil' | 'probeOwner' | 'probeUntil'> {
  now: Date;
  /** Whether its sender takes first attempts; otherwise the workflow of one delivery takes its next attempt. */
  isSender: boolean;
  isEnabled: boolean;
  /** Attempts a second; null: without a limit. */
  rate: number | null;
  /** The next free slot of the rate; null: at once. */
  nextSlotAt: Date | null;
}

/** An attempt that may be due, with its delivery. `statusCode` and `error` are of the attempt once it has ended. */
export interface Candidate extends AttemptEnd {
  deliveryId: string;
  /** Counts attempts from 1. */
  number: number;
  /** Of the delivery. */
  status: DeliveryStatus;
  test: boolean;
  /** Whether the delivery is its subscription's sender's; otherwise it has a workflow of its own. */
  isInSender: boolean;
  /** Whether the subscription is deleted, or does not listen to the event. */
  isUnwanted: boolean;
  /** When the delivery is due; null while it is held, or was made due by nothing yet. */
  nextAttemptAt: Date | null;
  /** Attempts of the delivery that have ended. */
  attemptsMade: number;
  /** When the retry after those is due; null before the first attempt, and after the last. */
  dueAt: Date | null;
  endedAt: Date | null;
  /** Until when the run that has begun the attempt may be making it. */
  leasedUntil: Date | null;
  /** Where the subscription is ordered: the unfinished delivery of an earlier event of the subject. */
  before: string | null;
  /** The slot that the delivery was given, and for which rate. */
  slotAt: Date | null;
  slotRate: number | null;
}

/** What may be done about an attempt, and otherwise why it is not made. Times are Unix times in milliseconds. */
export type Verdict =
  /** `notBefore`: its slot, at most a second ahead. */
  | { status: 'send'; notBefore: Date | null; leasedUntil: Date }
  /** Another run makes it at this moment. */
  | { status: 'under_way' }
  /** It was made and recorded; its result was lost on the way to the workflow. The schedule counts from the end. */
  | { status: 'delivered' }
  | { status: 'failed'; endedAtMs: number }
  /** Until its retry is due or its slot; until another delivery has ended; or while the endpoint cannot be reached. */
  | { status: 'waiting'; untilMs?: number; waitsFor?: string; unreachableSince?: string }
  /** Cancelled: the subscription is gone, the delivery is over, or the attempt is another workflow's. */
  | { status: 'paused' | 'cancelled' };

/** New values of a delivery. One that is held is due when something makes it so. */
export interface DeliveryChange extends Pick<Candidate, 'isInSender' | 'nextAttemptAt' | 'slotAt' | 'slotRate'> {
  status: Extract<DeliveryStatus, 'pending' | 'delivering' | 'paused' | 'cancelled'>;
  /** Whether the sender must learn that a delivery waits for a probe, of which the sender is the clock. */
  wakesSender: boolean;
}

/** A verdict, with what it changes of the delivery. */
interface Judged {
  verdict: Verdict;
  change: DeliveryChange | null;
}

/** Verdicts on all candidates, and what they take of their subscription. */
export interface Judgement<Of extends Candidate> {
  /** In the order of the candidates. */
  judged: (Judged & { candidate: Of })[];
  /** Slots of the rate that were assigned. */
  slots: number;
  /** The open breaker's probe from now on, by the delivery that makes it; null where none begins. */
  probe: Pick<BreakerState, 'probeOwner' | 'probeUntil'> | null;
}

function isLater(date: Date | null, now: Date, byMs = 0): boolean {
  return date !== null && date.getTime() > now.getTime() + byMs;
}

function heldAs({ isInSender }: Candidate): DeliveryChange {
  return { status: 'pending', isInSender, nextAttemptAt: null, slotAt: null, slotRate: null, wakesSender: false };
}

function send({ now }: GateState, candidate: Candidate, notBefore: Date | null = null): Judged {
  const leasedUntil = new Date(Math.max(notBefore?.getTime() ?? 0, now.getTime()) + LEASE_MS);
  // The attempt alone records that a first attempt is made: a row of deliveries is in many indexes.
  const change = candidate.number > 1 ? { ...heldAs(candidate), status: 'delivering' as const } : null;
  return { verdict: { status: 'send', notBefore, leasedUntil }, change };
}

/** The verdict before the rate, and before one candidate becomes the probe. Tests wait for nothing, since a person waits for them. */
function judge(state: GateState, candidate: Candidate): Judged {
  const { now, isSender, isEnabled, openedAt, probeOwner, probeUntil } = state;
  const { deliveryId, number, status, isInSender, dueAt, endedAt, before } = candidate;
  const held = heldAs(candidate);
  const refused: Judged = { verdict: { status: 'cancelled' }, change: null };
  const left = isSender && isInSender ? { ...held, isInSender: false } : null;
  if (status === 'cancelled') return refused;
  if (endedAt !== null) {
    const failed = { status: 'failed' as const, endedAtMs: endedAt.getTime() };
    const verdict = hasDelivered(candidate) ? { status: 'delivered' as const } : failed;
    return { verdict, change: left && { ...left, nextAttemptAt: dueAt } };
  }
  if (status === 'delivered' || status === 'failed') return refused;
  if (isLater(candidate.leasedUntil, now)) return { verdict: { status: 'under_way' }, change: null };
  if (candidate.isUnwanted) return { ...refused, change: { ...held, status: 'cancelled' } };
  if (candidate.test) return number === 1 ? send(state, candidate) : refused;
  if (number !== candidate.attemptsMade + 1 || isInSender !== isSender) return { ...refused, change: left };
  if (!isEnabled) return { verdict: { status: 'paused' }, change: { ...held, status: 'paused' } };
  const isHeldOrLater = candidate.nextAttemptAt === null || isLater(candidate.nextAttemptAt, now, CLOCK_SKEW_MS);
  if (dueAt !== null && isLater(dueAt, now, CLOCK_SKEW_MS) && isHeldOrLater) {
    return { verdict: { status: 'waiting', untilMs: dueAt.getTime() }, change: null };
  }
  if (before !== null) return { verdict: { status: 'waiting', waitsFor: before }, change: held };
  if (openedAt === null || (probeOwner === deliveryId && isLater(probeUntil, now))) return send(state, candidate);
  const verdict = { status: 'waiting' as const, unreachableSince: openedAt.toISOString() };
  return { verdict, change: isInSender ? null : { ...held, wakesSender: true } };
}

/** An attempt that has a slot of the rate: it is sent from then on, or held until then. */
function pace(state: GateState, candidate: Candidate, slotAt: Date): Judged {
  if (!isLater(slotAt, state.now, AHEAD_MS)) return send(state, candidate, slotAt);
  const change = { ...heldAs(candidate), nextAttemptAt: slotAt, slotAt, slotRate: state.rate };
  return { verdict: { status: 'waiting', untilMs: slotAt.getTime() }, change };
}

/**
 * Decides which attempts of a subscription may be made now: the one rule for first attempts and retries. While the
 * breaker is open, one of them is the probe when that is due. Under a rate each has its own slot.
 * @param candidates in the order in which they are due
 * Source: docs/GAPS.md#W5, docs/GAPS.md#W10, docs/GAPS.md#W13, docs/GAPS.md#W15
 */
export function judgeAttempts<Of extends Candidate>(state: GateState, candidates: readonly Of[]): Judgement<Of> {
  const { now, rate } = state;
  const all: Judgement<Of> = { judged: [], slots: 0, probe: null };
  const firstSlotMs = Math.max(state.nextSlotAt?.getTime() ?? 0, now.getTime());
  for (const candidate of candidates) {
    const { deliveryId, slotAt, slotRate, test } = candidate;
    let judged = judge(state, candidate);
    if ('unreachableSince' in judged.verdict && all.probe === null) {
      const entry = requestProbe({ ...HEALTHY, ...state }, { now, owner: deliveryId });
      if (entry.kind === 'probe') [all.probe, judged] = [entry.health, send(state, candidate)];
    }
    if (judged.verdict.status === 'send' && rate !== null && !test) {
      const own = slotRate === rate && isLater(slotAt, now, -MISSED_MS) ? slotAt : null;
      judged = pace(state, candidate, own ?? new Date(firstSlotMs + (all.slots * 1_000) / rate));
      if (own === null) all.slots += 1;
    }
    all.judged.push({ ...judged, candidate });
  }
  return all;
}
