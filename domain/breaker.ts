/** Whether a partner or a webhook endpoint answers. All times are of one clock, Postgres'. Source: docs/GAPS.md#P14 */
export interface BreakerState {
  /** Faults without an answer between them; while the breaker is open, only those of probes are added. */
  consecutiveFaults: number;
  lastFault: string | null;
  lastFaultAt: Date | null;
  lastSuccessAt: Date | null;
  /** Whether nothing could be written to it at all, the last time that it was at fault. */
  isUnreachable: boolean;
  /** Set while the breaker is open. */
  openedAt: Date | null;
  /** When the next probe may be made. */
  openUntil: Date | null;
  /** Who makes the probe that the breaker waits for, and until when it counts. */
  probeOwner: string | null;
  probeUntil: Date | null;
}

/** The state before the first call. */
export const HEALTHY: BreakerState = {
  consecutiveFaults: 0,
  lastFault: null,
  lastFaultAt: null,
  lastSuccessAt: null,
  isUnreachable: false,
  openedAt: null,
  openUntil: null,
  probeOwner: null,
  probeUntil: null,
};

/** Fewer could be one bad connection; a partner that is away makes these within one call's time of each process. */
const FAULTS_TO_OPEN = 5;
/**
 * A fault beside an answer of the last two seconds begins the count again. Each process writes its partner's answers down
 * once a second at most, so the stored count alone would take every tenth call's fault for an outage.
 */
const ANSWER_COUNTS_MS = 2_000;
/** How long the breaker stays open at first; it doubles with each probe that fails. */
const FIRST_OPEN_MS = 5_000;
/** A partner that is back gets its payments within a minute. */
const MAX_OPEN_MS = 60_000;
/** Time of a probe: one call takes 8 s at most; after this its caller may have died. */
const PROBE_MS = 10_000;
/** Faults are short names; what is longer is cut. */
const MAX_FAULT = 140;

function plusMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

function openMs(faults: number): number {
  return Math.min(FIRST_OPEN_MS * 2 ** Math.min(faults - FAULTS_TO_OPEN, 10), MAX_OPEN_MS);
}

/**
 * The state after a fault: no connection, no answer in time, or a 5xx. A refusal is an answer. Faults of earlier calls
 * do not move the state of an open breaker.
 * @param call `isUnsent`: whether nothing was written; `probeOwner`: the name under which the caller made the probe,
 * or null
 */
export function stateAfterFault(
  health: BreakerState,
  call: { now: Date; fault: string; isUnsent: boolean; probeOwner: string | null },
): BreakerState {
  const { now, isUnsent: isUnreachable, probeOwner } = call;
  const noted = { ...health, lastFault: call.fault.slice(0, MAX_FAULT), lastFaultAt: now, isUnreachable };
  if (health.openUntil !== null) {
    // Calls from before the breaker opened end in faults for a while; they prove nothing new.
    if (probeOwner === null || probeOwner !== health.probeOwner) return noted;
    const consecutiveFaults = health.consecutiveFaults + 1;
    const openUntil = plusMs(now, openMs(consecutiveFaults));
    return { ...noted, consecutiveFaults, openUntil, probeOwner: null, probeUntil: null };
  }
  const answersToo = health.lastSuccessAt !== null && now.getTime() - health.lastSuccessAt.getTime() < ANSWER_COUNTS_MS;
  const consecutiveFaults = answersToo ? 1 : health.consecutiveFaults + 1;
  if (consecutiveFaults < FAULTS_TO_OPEN) return { ...noted, consecutiveFaults };
  return { ...noted, consecutiveFaults, openedAt: now, openUntil: plusMs(now, openMs(consecutiveFaults)) };
}

/** The state after an answer, whatever its status. An open breaker is closed only by the answer to its probe. */
export function stateAfterAnswer(health: BreakerState, call: { now: Date; probeOwner: string | null }): BreakerState {
  const { now, probeOwner } = call;
  const isOpen = health.openUntil !== null;
  if (isOpen && (probeOwner === null || probeOwner !== health.probeOwner)) return { ...health, lastSuccessAt: now };
  return { ...HEALTHY, lastFault: health.lastFault, lastFaultAt: health.lastFaultAt, lastSuccessAt: now };
}

/** What a caller may do, given the breaker's state. */
export type BreakerEntry =
  | { kind: 'closed' }
  /** The caller makes the probe; `health` says so. */
  | { kind: 'probe'; health: BreakerState }
  | { kind: 'open'; retryAfterMs: number };

/**
 * Lets one caller at a time probe an open breaker.
 * @returns `closed`, `open` with the time to wait, or `probe` with the state that records the caller as its owner
 */
export function requestProbe(health: BreakerState, call: { now: Date; owner: string }): BreakerEntry {
  const { now, owner } = call;
  if (health.openUntil === null) return { kind: 'closed' };
  const waitMs = Math.max(health.openUntil.getTime(), health.probeUntil?.getTime() ?? 0) - now.getTime();
  if (waitMs > 0) return { kind: 'open', retryAfterMs: waitMs };
  return { kind: 'probe', health: { ...health, probeOwner: owner, probeUntil: plusMs(now, PROBE_MS) } };
}

/** The state after a probe of which nothing came to be sent: the next caller makes it. */
export function releaseProbe(health: BreakerState, owner: string): BreakerState {
  return health.probeOwner === owner ? { ...health, probeOwner: null, probeUntil: null } : health;
}
