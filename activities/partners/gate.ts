import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { changePartnerHealth, readPartnerHealth } from '../../db/payments/dispatch/partner-health';
import type { Database } from '../../db/database';
import {
  stateAfterAnswer,
  stateAfterFault,
  HEALTHY,
  releaseProbe,
  requestProbe,
  type BreakerEntry,
  type BreakerState,
} from '../../domain/breaker';
import type { SubmitResult } from './port';

/**
 * What came of a call: an answer (a refusal is one), a fault of the partner or of the way to it, or no call at all.
 */
export type CallOutcome =
  | { kind: 'answered' }
  /** `isUnsent`: whether nothing was written to the partner. */
  | { kind: 'fault'; fault: string; isUnsent: boolean }
  | { kind: 'not_called' };

export type GateEntry =
  | {
      kind: 'open';
      /** Gives the place back and notes the outcome; to be called exactly once. It never rejects. */
      leave(outcome: CallOutcome): Promise<void>;
    }
  /** Nothing may be begun; to be asked again after so long. `isUnreachable`: nothing can be written to the partner. */
  | { kind: 'held'; reason: 'partner_outage' | 'partner_busy'; retryAfterMs: number; isUnreachable: boolean };

/** The gate before a partner's dispatches. Source: docs/GAPS.md#P14 */
export interface PartnerGate {
  /** @throws when the database does not answer */
  enter(partnerId: string): Promise<GateEntry>;
}

/** Whether the result of a submission counts as a fault for the health of its partner. */
export function submissionOutcome(result: SubmitResult): CallOutcome {
  switch (result.kind) {
    case 'not_delivered':
      return { kind: 'fault', fault: result.fault, isUnsent: true };
    case 'ambiguous':
      return result.isOutage ? { kind: 'fault', fault: result.fault, isUnsent: false } : { kind: 'answered' };
    case 'taken':
    case 'rejected':
    case 'not_taken':
      return { kind: 'answered' };
    default:
      return result satisfies never;
  }
}

/**
 * Dispatches that a worker process has in flight at one partner. A process has 100 places for workflow tasks
 * (process/worker.ts); one partner that hangs holds 40 of them for the five seconds until its breaker opens, and the
 * others have more than a whole process has by the SDK's default.
 */
const MAX_IN_FLIGHT = 40;
/** A place becomes free with every answer; a caller that found none comes back in a second. */
const BUSY_RETRY_MS = 1_000;
/** The stored health is read again after so long: a breaker that another process opened is noticed within it. */
const HEALTH_KEPT_MS = 1_000;
/** Answers of a healthy partner are written down no more often than this. */
const ANSWER_WRITTEN_MS = 1_000;
/** A probe of another caller takes at least this long. */
const MIN_RETRY_MS = 500;
/** Everything that waits for one partner comes back over so much time, not at once. */
const SPREAD_MS = 2_000;

interface PartnerState {
  inFlight: number;
  health: BreakerState;
  /** When the health was read, and Postgres' clock at that moment. */
  readAtMs: number;
  databaseNow: Date;
  answerWrittenAtMs: number;
  /** Callers at the same moment share one look at the health. */
  reading: Promise<void> | null;
}

export interface GateContext {
  database: Database;
  log: Logger;
  /** Milliseconds of a clock that never steps. */
  clockMs?: () => number;
}

class StoredGate implements PartnerGate {
  private readonly partners = new Map<string, PartnerState>();
  private readonly clockMs: () => number;

  constructor(private readonly context: GateContext) {
    this.clockMs = context.clockMs ?? (() => performance.now());
  }

  async enter(partnerId: string): Promise<GateEntry> {
    const state = this.stateOf(partnerId);
    // The place is taken before anything is awaited, so that callers at the same moment are counted.
    if (state.inFlight >= MAX_IN_FLIGHT) {
      return { kind: 'held', reason: 'partner_busy', retryAfterMs: BUSY_RETRY_MS, isUnreachable: false };
    }
    state.inFlight += 1;
    try {
      await this.refreshIfOld(partnerId, state);
      const owner = randomUUID();
      const entry = await this.requestProbeEntry(partnerId, state, owner);
      if (entry.kind !== 'open') return this.openEntry(partnerId, state, entry.kind === 'probe' ? owner : null);
      state.inFlight -= 1;
      const retryAfterMs = Math.round(Math.max(entry.retryAfterMs, MIN_RETRY_MS) + Math.random() * SPREAD_MS);
      const { isUnreachable } = state.health;
      return { kind: 'held', reason: 'partner_outage', retryAfterMs, isUnreachable };
    } catch (fault) {
      state.inFlight -= 1;
      throw fault;
    }
  }

  private stateOf(partnerId: string): PartnerState {
    const known = this.partners.get(partnerId);
    if (known !== undefined) return known;
    const state = {
      inFlight: 0,
      health: HEALTHY,
      readAtMs: -Infinity,
      databaseNow: new Date(0),
      answerWrittenAtMs: -Infinity,
      reading: null,
    };
    this.partners.set(partnerId, state);
    return state;
  }

  private keep(state: PartnerState, health: BreakerState, now: Date): void {
    Object.assign(state, { health, databaseNow: now, readAtMs: this.clockMs() });
  }

  private async refreshIfOld(partnerId: string, state: PartnerState): Promise<void> {
    if (this.clockMs() - state.readAtMs < HEALTH_KEPT_MS) return;
    state.reading ??= readPartnerHealth(this.context.database, partnerId)
      .then(({ state: health, now }) => this.keep(state, health, now))
      .finally(() => {
        state.reading = null;
      });
    await state.reading;
  }

  private async requestProbeEntry(partnerId: string, state: PartnerState, owner: string): Promise<BreakerEntry> {
    const now = new Date(state.databaseNow.getTime() + this.clockMs() - state.readAtMs);
    const seen = requestProbe(state.health, { now, owner });
    if (seen.kind !== 'probe') return seen;
    let entry: BreakerEntry = seen;
    const changed = await changePartnerHealth(this.context.database, partnerId, (health, lockedAt) => {
      entry = requestProbe(health, { now: lockedAt, owner });
      return entry.kind === 'probe' ? entry.health : health;
    });
    this.keep(state, changed.after, changed.now);
    return entry;
  }

  /** An entry whose first `leave` frees its place and records the outcome; later ones do nothing. */
  private openEntry(partnerId: string, state: PartnerState, probeOwner: string | null): GateEntry {
    let hasLeft = false;
    return {
      kind: 'open',
      leave: async (outcome) => {
        if (hasLeft) return;
        hasLeft = true;
        state.inFlight -= 1;
        const written = this.recordOutcome(partnerId, state, outcome, probeOwner).catch((fault: unknown) =>
          this.context.log.warn({ fault, partnerId }, 'the health of a partner could not be written'),
        );
        // The answer of a healthy partner does not wait until it is recorded.
        if (outcome.kind === 'fault' || probeOwner !== null) await written;
      },
    };
  }

  private async recordOutcome(
    partnerId: string,
    state: PartnerState,
    outcome: CallOutcome,
    probeOwner: string | null,
  ): Promise<void> {
    if (outcome.kind === 'not_called' && probeOwner === null) return;
    if (outcome.kind === 'answered' && probeOwner === null) {
      if (this.clockMs() - state.answerWrittenAtMs < ANSWER_WRITTEN_MS) return;
      state.answerWrittenAtMs = this.clockMs();
    }
    const changed = await changePartnerHealth(this.context.database, partnerId, (health, now) => {
      if (outcome.kind === 'fault') {
        const { fault, isUnsent } = outcome;
        return stateAfterFault(health, { now, fault, isUnsent, probeOwner });
      }
      if (outcome.kind === 'answered') return stateAfterAnswer(health, { now, probeOwner });
      return probeOwner === null ? health : releaseProbe(health, probeOwner);
    });
    this.keep(state, changed.after, changed.now);
    const { before, after } = changed;
    const fault = after.lastFault;
    if (before.openedAt === null && after.openedAt !== null) {
      this.context.log.warn({ partnerId, reason: fault }, 'a partner is away: its dispatches wait');
    }
    if (before.openedAt !== null && after.openedAt === null) this.context.log.info({ partnerId }, 'a partner is back');
  }
}

/**
 * Creates the gate of a worker process: it bounds the calls in flight at each partner, and holds calls back while the
 * partner's stored breaker is open. Every call passes it before its dispatch is recorded.
 */
export function createPartnerGate(context: GateContext): PartnerGate {
  return new StoredGate(context);
}
