import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A signal to the sender of a subscription waits at most so long for a batch of it that is under way. */
const COVERED_MS = 250;
/** After its last attempts a batch waits so long for more. */
const LINGER_MS = 150;
/** Least time from one take of a batch to the next, in which events gather. */
const PACE_MS = 25;
/** No take begins later: an activity of the sender has 20 s. */
const LONGEST_MS = 5_000;
/** Where so many subscriptions have a batch under way, none waits for more: it would hold a slot of the others. */
const MOST_LINGERING = 100;

/** One batch, which takes what becomes due while it is under way. */
class Batch {
  private readonly startedAt = performance.now();
  private takenAt = this.startedAt;
  /** The first stands for all, since each says no more than that something is due. */
  private signal: (() => Promise<void>) | null = null;
  private timer: NodeJS.Timeout | null = null;
  private wake = (): void => undefined;

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  /** @returns whether it may still take what becomes due */
  cover(signal: () => Promise<void>): boolean {
    if (this.isLate) return false;
    this.signal ??= signal;
    this.timer ??= setTimeout(() => this.send(), COVERED_MS).unref();
    this.wake();
    return true;
  }

  /** Its activity may be over for Temporal, which then drops what the batch says of the rest. */
  private get isLate(): boolean {
    return performance.now() - this.startedAt > LONGEST_MS;
  }

  /** Waits for more. @param lingerMs at most so long @returns whether something became due since the last take */
  async hasMore(lingerMs: number): Promise<boolean> {
    if (this.isLate) return false;
    if (this.signal === null && lingerMs > 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, lingerMs);
      });
    }
    if (this.signal === null) return false;
    const restMs = this.takenAt + PACE_MS - performance.now();
    if (restMs > 0) await delay(restMs);
    this.drop();
    this.takenAt = performance.now();
    return true;
  }

  drop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.signal = null;
  }

  send(): void {
    const { signal } = this;
    this.drop();
    // The batch, or its next try by Temporal, finds what is due even so.
    signal?.().catch((fault: unknown) => this.log.warn({ fault }, 'a sender could not be signalled'));
  }
}

/** What a batch under way asks of this process. */
export interface UnderWay {
  /** Waits for a moment. @returns whether to take once more, since something has become due */
  hasMore(): Promise<boolean>;
  /** Covers no more: what becomes due from now on is signalled. Called before the backlog of the sender is read. */
  close(): void;
}

/**
 * The batches of first attempts that this process makes. What becomes due during one of them, or within a moment after it,
 * is taken by the same activity: most events of a payment follow each other closely, and a signal to the sender would cost
 * a workflow task and a further activity. Source: docs/GAPS.md#W10
 */
export class BatchesUnderWay {
  private readonly newest = new Map<string, Batch>();

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  /**
   * @param signal sent where the batch fails, or is busy for a further quarter of a second
   * @returns false where no batch is under way here that may take more: the caller signals
   */
  covers(webhookId: string, signal: () => Promise<void>): boolean {
    return this.newest.get(webhookId)?.cover(signal) ?? false;
  }

  /** Runs a batch; the newest one of a subscription covers what becomes due. */
  async run<Result>(webhookId: string, work: (underWay: UnderWay) => Promise<Result>): Promise<Result> {
    const batch = new Batch(this.log);
    const isNewest = (): boolean => this.newest.get(webhookId) === batch;
    const leave = (): void => void (isNewest() && this.newest.delete(webhookId));
    this.newest.set(webhookId, batch);
    try {
      return await work({
        hasMore: () => batch.hasMore(isNewest() && this.newest.size <= MOST_LINGERING ? LINGER_MS : 0),
        close: () => {
          leave();
          batch.drop();
        },
      });
    } finally {
      leave();
      batch.send();
    }
  }
}
