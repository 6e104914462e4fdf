/** Gives a permit back; a second call does nothing. */
export type Release = () => void;

export interface PermitLimits {
  /** Permits in all, over every key; absent: without a limit. */
  total?: number;
  /** Permits of one key; a function where the limit changes with time. */
  perKey: number | ((key: string) => number);
  /** Callers that may wait under one key. */
  maxWaiting: number;
}

type End = (release: Release | null) => void;

interface Holder {
  taken: number;
  waiting: Set<End>;
}

/**
 * A semaphore with a bounded queue per key (an account, a partner). Callers of one key are served in the order in which
 * they came, keys in rotation: a key with a long queue does not delay the others, and one that has all its permits is
 * passed over.
 */
export class Permits {
  /** Keys that hold permits or wait for them, the one served last at the end. */
  private readonly holders = new Map<string, Holder>();
  private taken = 0;

  constructor(private readonly limits: PermitLimits) {}

  /**
   * Takes a permit, or waits for one.
   * @param waitMs how long at most; absent: until there is one
   * @returns null when the queue of the key is full, or the time is over
   */
  async take(key: string, waitMs?: number): Promise<Release | null> {
    return this.tryTake(key) ?? this.wait(key, waitMs);
  }

  /** @returns null when there is no permit now */
  tryTake(key: string): Release | null {
    this.serve();
    return this.hasPermit(key) ? this.grant(key) : null;
  }

  /** Waits in the queue of the key. @returns null when that queue is full */
  wait(key: string, waitMs?: number): Promise<Release | null> | null {
    const { waiting } = this.holderOf(key);
    if (waiting.size >= this.limits.maxWaiting) {
      this.forgetIfIdle(key);
      return null;
    }
    return new Promise((resolve) => {
      const timer = waitMs === undefined ? undefined : setTimeout(() => stopWaiting(null), waitMs);
      const stopWaiting: End = (release) => {
        clearTimeout(timer);
        waiting.delete(stopWaiting);
        this.forgetIfIdle(key);
        resolve(release);
      };
      waiting.add(stopWaiting);
    });
  }

  /** Ends the waiting of all callers of a key, without a permit. */
  refuseWaiting(key: string): void {
    for (const end of this.holders.get(key)?.waiting ?? []) end(null);
  }

  /** @returns permits that a key holds */
  takenBy(key: string): number {
    return this.holders.get(key)?.taken ?? 0;
  }

  private hasPermit(key: string): boolean {
    const { total = Infinity, perKey } = this.limits;
    return this.taken < total && this.takenBy(key) < (typeof perKey === 'number' ? perKey : perKey(key));
  }

  private holderOf(key: string): Holder {
    const holder = this.holders.get(key) ?? { taken: 0, waiting: new Set<End>() };
    this.holders.set(key, holder);
    return holder;
  }

  /** Takes a permit; the first call of its release gives it back and serves waiting callers. */
  private grant(key: string): Release {
    const holder = this.holderOf(key);
    holder.taken += 1;
    this.taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      holder.taken -= 1;
      this.taken -= 1;
      this.forgetIfIdle(key);
      this.serve();
    };
  }

  /** Gives free permits to waiting callers. A key that got one moves to the end, where the loop meets it again. */
  private serve(): void {
    for (const [key, holder] of this.holders) {
      const [first] = holder.waiting;
      if (first === undefined || !this.hasPermit(key)) continue;
      const release = this.grant(key);
      this.holders.delete(key);
      this.holders.set(key, holder);
      first(release);
    }
  }

  private forgetIfIdle(key: string): void {
    const holder = this.holders.get(key);
    if (holder !== undefined && holder.taken === 0 && holder.waiting.size === 0) this.holders.delete(key);
  }
}
