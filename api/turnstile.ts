/** How a turn was got: at once or after waiting, or not at all. */
export type Turn = { admitted: true; leave(): void } | { admitted: false };

interface Waiting {
  resolve(turn: Turn): void;
  timer: NodeJS.Timeout;
}

const REFUSED: Turn = { admitted: false };

/**
 * Lets at most `places` callers into something that gets slower, not faster, with more of them. Others wait in order;
 * who would wait in vain is told at once.
 */
export class Turnstile {
  private inside = 0;
  private readonly queue = new Set<Waiting>();

  constructor(
    private readonly places: number,
    private readonly maxWaiting: number,
  ) {}

  /** Whether whoever comes now would be sent away at once. */
  get isFull(): boolean {
    return this.inside >= this.places && this.queue.size >= this.maxWaiting;
  }

  /** @param limitMs how long the caller is ready to wait for its turn */
  enter(limitMs: number): Promise<Turn> {
    if (this.inside < this.places) {
      this.inside += 1;
      return Promise.resolve(this.turn());
    }
    if (this.isFull || limitMs <= 0) return Promise.resolve(REFUSED);
    return new Promise((resolve) => {
      const waiting: Waiting = { resolve, timer: setTimeout(() => this.giveUp(waiting), limitMs) };
      this.queue.add(waiting);
    });
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
