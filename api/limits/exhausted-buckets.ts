import { LRUCache } from 'lru-cache';
import type { BucketStatus } from '../../domain/limits/bucket';

/** Empty buckets remembered by one process; a forgotten one is asked about again. */
const REMEMBERED = 10_000;

/** Why a request gets nothing, and for how long. */
export interface Exhaustion {
  reason: 'empty' | 'locked';
  /** The bucket as it was found. */
  bucketStatus: BucketStatus;
  /** Milliseconds from now until there is a token. */
  waitMs: number;
}

interface Known {
  reason: Exhaustion['reason'];
  bucketStatus: BucketStatus;
  untilMs: number;
}

/**
 * Remembers which buckets are empty and until when.
 *
 * An empty bucket fills by time only, so its state is known until the next token arrives: refusals in between are
 * exact without a query, however many requests arrive.
 */
export class ExhaustedBuckets {
  private readonly known = new LRUCache<string, Known>({ max: REMEMBERED });

  /** @param clockMs milliseconds of a clock that never steps, such as performance.now() */
  constructor(private readonly clockMs: () => number) {}

  remember(subject: string, { reason, bucketStatus, waitMs }: Exhaustion): void {
    if (waitMs > 0) this.known.set(subject, { reason, bucketStatus, untilMs: this.clockMs() + waitMs });
  }

  /** @returns the exhaustion with what is left of the wait, or null when the bucket may hold a token */
  find(subject: string): Exhaustion | null {
    const found = this.known.get(subject);
    if (found === undefined) return null;
    const waitMs = found.untilMs - this.clockMs();
    if (waitMs > 0) return { reason: found.reason, bucketStatus: found.bucketStatus, waitMs };
    this.known.delete(subject);
    return null;
  }

  /** For when the limits of a key have changed or its lock-out was lifted. */
  forget(subjects: readonly string[]): void {
    for (const subject of subjects) this.known.delete(subject);
  }

  /** For when any of them may have changed. */
  forgetAll(): void {
    this.known.clear();
  }
}
