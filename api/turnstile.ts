/** How a turn was got: at once or after waiting, or not at all. */
export type Turn = { admitted: true; leave(): void } | { admitted: false };

interface Waiting {
  resolve(turn: Turn): void;
  timer: NodeJS.Timeout;
}

const REFUSED: Turn = { admitted: false };

/** How long a rush is let by before the doors are opened again to see whether it is over. */
const RUSH_MS = 2_000;

/**
 * Lets at most `places` callers into something that gets slower, not faster, with more of them. Others wait in order;
 * who would wait in vain is told at once.
 *
 * When the queue overflows there is a rush: everybody who waits, and whoever comes within the next two seconds, is sent
 * away at once. What they came for is done later anyway, and until the crowd has been heard there is no time for it.
 */
export class Turnstile {
  private inside = 0;
  private readonly queue = new Set<Waiting>();
  private rushUntilMs = -Infinity;

  /** @param clockMs milliseconds of a clock that never steps */
  constructor(
    private readonly places: number,
    private readonly maxWaiting: number,
    private readonly clockMs: () => number = () => performance.now(),
  ) {}

  private get isRush(): boolean {
    return this.clockMs() < this.rushUntilMs;
  }

  /** @param limitMs how long the caller is ready to wait for its turn */
  enter(limitMs: number): Promise<Turn> {
    if (this.isRush) return Promise.resolve(REFUSED);
    if (this.inside < this.places) {
      this.inside += 1;
      return Promise.resolve(this.turn());
    }
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
  }

  private giveUp(waiting: Waiting): void {
    if (this.queue.delete(waiting)) waiting.resolve(REFUSED);
  }

  private turn(): Turn {
    let hasLeft = false;
    return {
      admitted: true,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        this.pass();
      },
    };
  }

  /** Gives the place of one who leaves to the first who waits. */
  private pass(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.inside -= 1;
      return;
    }
    this.queue.delete(next);
    clearTimeout(next.timer);
    next.resolve(this.turn());
  }
}
