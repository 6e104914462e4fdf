/** How a turn was got: at once or after waiting, or not at all. */
export type Turn =
  | {
      admitted: true;
      /** Aborted when a rush begins: whoever is inside need not leave, but should not keep others waiting for it. */
      hurry: AbortSignal;
      leave(): void;
    }
  | { admitted: false };

interface Waiting {
  resolve(turn: Turn): void;
  timer: NodeJS.Timeout;
}

const REFUSED: Turn = { admitted: false };

/** How long a rush is let by before the doors are opened again to see whether it is over. */
const RUSH_MS = 2_000;
/** For so long after a rush only a few are let in: should it not be over, the others need not be asked to hurry. */
const PROBE_MS = 1_000;
const PROBE_PLACES = 4;

/**
 * Lets at most `places` callers into something that gets slower, not faster, with more of them. Others wait in order;
 * who would wait in vain is told at once.
 *
 * When the queue overflows there is a rush: everybody who waits, and whoever comes within the next two seconds, is sent
 * away at once, and whoever is inside is asked to hurry. What they came for is done later anyway, and until the crowd
 * has been heard there is no time for it.
 */
export class Turnstile {
  private readonly inside = new Set<AbortController>();
  private readonly queue = new Set<Waiting>();
  private rushUntilMs = -Infinity;

  /** @param clockMs milliseconds of a clock that never steps */
  constructor(
    private readonly places: number,
    private readonly maxWaiting: number,
    private readonly clockMs: () => number = () => performance.now(),
  ) {}

  private get openPlaces(): number {
    const sinceMs = this.clockMs() - this.rushUntilMs;
    if (sinceMs < 0) return 0;
    return sinceMs < PROBE_MS ? Math.min(PROBE_PLACES, this.places) : this.places;
  }

  /** @param limitMs how long the caller is ready to wait for its turn */
  enter(limitMs: number): Promise<Turn> {
    if (this.openPlaces === 0) return Promise.resolve(REFUSED);
    this.admitWaiting();
    if (this.inside.size < this.openPlaces) return Promise.resolve(this.turn());
    if (limitMs <= 0) return Promise.resolve(REFUSED);
    if (this.queue.size >= this.maxWaiting) {
      this.rush();
      return Promise.resolve(REFUSED);
    }
    return new Promise((resolve) => {
      const waiting: Waiting = { resolve, timer: setTimeout(() => this.giveUp(waiting), limitMs) };
      this.queue.add(waiting);
    });
  }

  private rush(): void {
    this.rushUntilMs = this.clockMs() + RUSH_MS;
    for (const waiting of this.queue) {
      clearTimeout(waiting.timer);
      this.giveUp(waiting);
    }
    for (const place of this.inside) place.abort();
  }

  private giveUp(waiting: Waiting): void {
    if (this.queue.delete(waiting)) waiting.resolve(REFUSED);
  }

  private turn(): Turn {
    const place = new AbortController();
    this.inside.add(place);
    return {
      admitted: true,
      hurry: place.signal,
      leave: () => {
        if (this.inside.delete(place)) this.admitWaiting();
      },
    };
  }

  /** Gives free places to those who wait, the first ones first. */
  private admitWaiting(): void {
    for (const waiting of this.queue) {
      if (this.inside.size >= this.openPlaces) return;
      this.queue.delete(waiting);
      clearTimeout(waiting.timer);
      waiting.resolve(this.turn());
    }
  }
}
