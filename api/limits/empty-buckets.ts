import { LRUCache } from 'lru-cache';
import type { Standing } from '../../domain/limits/bucket';

/** Empty buckets remembered by one process; a forgotten one is asked about again. */
const REMEMBERED = 10_000;

/** Why a request gets nothing, and for how long. */
export interface Emptiness {
  reason: 'empty' | 'locked';
  /** The bucket as it was found. */
  standing: Standing;
  /** Milliseconds from now until there is a token. */
  waitMs: number;
}

interface Known {
  reason: Emptiness['reason'];
  standing: Standing;
  untilMs: number;
}

/**
 * Remembers which buckets have no token and until when.
 *
 * An empty bucket can only fill by time, and nobody can take from it meanwhile, so its state is known until the next
 * token arrives: refusals in between are exact without asking Postgres, whoever sends them and however many.
 */
export class EmptyBuckets {
  private readonly known = new LRUCache<string, Known>({ max: REMEMBERED });

  /** @param clockMs milliseconds of a clock that never steps, such as performance.now() */
  constructor(private readonly clockMs: () => number) {}

  remember(subject: string, { reason, standing, waitMs }: Emptiness): void {
    if (waitMs > 0) this.known.set(subject, { reason, standing, untilMs: this.clockMs() + waitMs });
  }

  /** @returns the emptiness with what is left of the wait, or null when the bucket may hold a token */
  find(subject: string): Emptiness | null {
    const found = this.known.get(subject);
    if (found === undefined) return null;
    const waitMs = found.untilMs - this.clockMs();
    if (waitMs > 0) return { reason: found.reason, standing: found.standing, waitMs };
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
