import type { Queryable } from './database';
import { every } from '../lib/every';

/** A step of the process' clock is seen at once; one of Postgres' clock, or a machine that was paused, at the next look. */
const LOOK_EVERY_MS = 5_000;
/** Of so many answers the fastest counts: it says best what time it was while it was on its way. */
const SAMPLES = 3;
/** Where one is as fast as this, another could say little more. */
const QUICK_MS = 100;
/** A process that is further off sends nothing to a partner. Source: docs/GAPS.md#P14 */
const MAX_CLOCK_OFFSET_MS = 2_000;

/** The two clocks of a process count the same time, but for this, unless one was set or the machine was paused. */
const MAX_CLOCK_DRIFT_MS = 1_000;

/** The two clocks of a process, in milliseconds. */
export interface ProcessClocks {
  /** Never steps, and does not count the time for which a virtual machine was paused. */
  monotonicMs(): number;
  /** Unix time; steps when it is set. */
  wallMs(): number;
}

const PROCESS_CLOCKS: ProcessClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** Postgres' clock since a moment that it named. */
export class PassingMoment {
  private readonly learnedAt: { monotonicMs: number; wallMs: number };

  constructor(
    private readonly at: Date,
    private readonly clocks: ProcessClocks = PROCESS_CLOCKS,
  ) {
    this.learnedAt = { monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() };
  }

  /** @returns no later than it is; null where the two clocks of the process disagree about how much time has passed */
  now(): Date | null {
    const passedMs = this.clocks.monotonicMs() - this.learnedAt.monotonicMs;
    const byWallMs = this.clocks.wallMs() - this.learnedAt.wallMs;
    return Math.abs(byWallMs - passedMs) > MAX_CLOCK_DRIFT_MS ? null : new Date(this.at.getTime() + passedMs);
  }
}

interface Sample {
  /** Postgres' clock, Unix milliseconds, some time between the two moments of the monotonic clock. */
  postgresMs: number;
  askedAtMs: number;
  answeredAtMs: number;
}

const roundTripMs = ({ askedAtMs, answeredAtMs }: Sample): number => answeredAtMs - askedAtMs;

/**
 * Postgres' clock as a process knows it without asking each time: the last answer, and what the monotonic clock has
 * counted since. All readings throw before the first look. Source: docs/GAPS.md#P14
 */
export class DatabaseClock {
  private sample: Sample | null = null;

  constructor(
    private readonly database: Queryable,
    private readonly clocks: ProcessClocks = PROCESS_CLOCKS,
  ) {}

  /** Sets the offset to Postgres' clock by the quickest of a few answers. */
  async look(): Promise<void> {
    let best = await this.takeSample();
    for (let asked = 1; asked < SAMPLES && roundTripMs(best) > QUICK_MS; asked += 1) {
      const next = await this.takeSample();
      if (roundTripMs(next) < roundTripMs(best)) best = next;
    }
    this.sample = best;
  }

  /**
   * Looks now, and then every five seconds until it is ended.
   * @param afterLook what is to be done after each look
   * @returns a function that ends it
   * @throws when the database does not answer the first time
   */
  async follow(afterLook: () => Promise<void>, onFault: (fault: unknown) => void): Promise<() => void> {
    let isLooking = false;
    const lookUnlessLooking = async (): Promise<void> => {
      // One that a slow Postgres keeps is waited for: more of them would hold more of its connections.
      if (isLooking) return;
      isLooking = true;
      try {
        await this.look();
        await afterLook();
      } finally {
        isLooking = false;
      }
    };
    await lookUnlessLooking();
    return every(LOOK_EVERY_MS, lookUnlessLooking, onFault);
  }

  /** @returns Postgres' clock in Unix milliseconds: no later than it is, by a round trip at most earlier */
  nowMs(): number {
    const { postgresMs, answeredAtMs } = this.requireSample();
    return postgresMs + this.clocks.monotonicMs() - answeredAtMs;
  }

  /** @returns the same: no earlier than it is, by a round trip at most later */
  laterMs(): number {
    return this.nowMs() + roundTripMs(this.requireSample());
  }

  /** @returns by how many milliseconds the process' clock is ahead of Postgres', give or take half a round trip */
  offsetMs(): number {
    return this.clocks.wallMs() - this.nowMs() - roundTripMs(this.requireSample()) / 2;
  }

  /** Whether the two are apart by more than two seconds for sure. */
  get isOff(): boolean {
    return Math.abs(this.offsetMs()) - roundTripMs(this.requireSample()) / 2 > MAX_CLOCK_OFFSET_MS;
  }

  private requireSample(): Sample {
    if (this.sample === null) throw new Error('the clock of Postgres has not been looked at');
    return this.sample;
  }

  private async takeSample(): Promise<Sample> {
    const askedAtMs = this.clocks.monotonicMs();
    const [row] = await this.database.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    if (row === undefined) throw new Error('Postgres did not say what time it is');
    return { postgresMs: row.ms, askedAtMs, answeredAtMs: this.clocks.monotonicMs() };
  }
}

/** @returns such as `6.0 s ahead of Postgres` */
export function describeOffset(offsetMs: number): string {
  return `${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} Postgres`;
}
