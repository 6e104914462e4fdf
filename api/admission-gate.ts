import { DomainError, tooMany } from '../domain/errors';

/** Whether a caller is admitted, at once or after waiting. */
export type Admission =
  | {
      admitted: true;
      /** Aborted when too many wait: whoever is inside need not leave, but should not keep others waiting for it. */
      overload: AbortSignal;
      release(): void;
    }
  | {
      admitted: false;
      /** Whether those under other keys take what is left: the caller's own share would have room. */
      isFull: boolean;
    };

interface Waiting {
  key: string;
  resolve(admission: Admission): void;
  timer: NodeJS.Timeout;
}

/** What is inside and what waits under one key. */
interface Load {
  inside: Set<AbortController>;
  waiting: number;
  overloadUntilMs: number;
}

export interface AdmissionLimits {
  /** Callers inside in all, whatever their key. */
  total: number;
  /** Callers inside under one key. */
  perKey: number;
  /** Callers that may wait under one key. */
  maxWaiting: number;
}

type Refusal = Extract<Admission, { admitted: false }>;

/** What a caller is told who gets no place at once. */
export interface RefusalWords {
  /** Where its own share is taken. */
  ofShare: string;
  /** Where others have what is left. */
  ofAll: string;
  retryAfterSeconds: number;
}

/** @returns a 429 when the caller's own share is used up, a 503 when others use the rest */
export function admissionRefused(
  { isFull }: Refusal,
  { ofShare, ofAll, retryAfterSeconds }: RefusalWords,
): DomainError {
  return isFull ? new DomainError('UNAVAILABLE', ofAll, { retryAfterSeconds }) : tooMany(ofShare, retryAfterSeconds);
}

const REFUSED: Admission = { admitted: false, isFull: false };

/** For so long after an overflow everybody is refused at once; then it is looked whether the overload is over. */
const OVERLOAD_MS = 2_000;
/** For so long after an overload only a few are admitted: should it not be over, the others need not be aborted. */
const PROBE_MS = 1_000;
const PROBE_PERMITS = 4;
/** Keys remembered without load; more are forgotten, which costs nothing. */
const MAX_IDLE = 1_000;

/**
 * Admits a limited number of callers per key (a partner, an account), within a limit for all, to work that slows down
 * under load. Others wait in order; callers that would wait in vain are refused at once.
 *
 * When the queue of a key overflows, all waiting callers of this key, and new ones within the next two seconds, are
 * refused at once, and admitted ones are signalled. Other keys are unaffected: a single key can never hold all
 * permits.
 */
export class AdmissionGate {
  private readonly loads = new Map<string, Load>();
  private readonly queue = new Set<Waiting>();
  private inside = 0;

  /** @param clockMs milliseconds of a clock that never steps */
  constructor(
    private readonly limits: AdmissionLimits,
    private readonly clockMs: () => number = () => performance.now(),
  ) {}

  /** @param limitMs how long the caller is ready to wait */
  enter(key: string, limitMs: number): Promise<Admission> {
    const load = this.loadOf(key);
    if (this.permitsOf(load) === 0) return Promise.resolve(REFUSED);
    this.admitWaiting();
    if (this.hasPermit(load)) return Promise.resolve(this.admit(load));
    if (limitMs <= 0) {
      return Promise.resolve({ admitted: false, isFull: load.inside.size < this.permitsOf(load) });
    }
    if (load.waiting >= this.limits.maxWaiting) {
      this.overload(key, load);
      return Promise.resolve(REFUSED);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.refuse(waiting), limitMs);
      const waiting: Waiting = { key, resolve, timer };
      load.waiting += 1;
      this.queue.add(waiting);
    });
  }

  private loadOf(key: string): Load {
    const known = this.loads.get(key);
    if (known !== undefined) return known;
    if (this.loads.size >= MAX_IDLE) {
      for (const [id, load] of this.loads) if (load.inside.size + load.waiting === 0) this.loads.delete(id);
    }
    const load = { inside: new Set<AbortController>(), waiting: 0, overloadUntilMs: -Infinity };
    this.loads.set(key, load);
    return load;
  }

  private permitsOf(load: Load): number {
    const sinceMs = this.clockMs() - load.overloadUntilMs;
    if (sinceMs < 0) return 0;
    return sinceMs < PROBE_MS ? Math.min(PROBE_PERMITS, this.limits.perKey) : this.limits.perKey;
  }

  private hasPermit(load: Load): boolean {
    return this.inside < this.limits.total && load.inside.size < this.permitsOf(load);
  }

  private overload(key: string, load: Load): void {
    load.overloadUntilMs = this.clockMs() + OVERLOAD_MS;
    for (const waiting of this.queue) if (waiting.key === key) this.refuse(waiting);
    for (const caller of load.inside) caller.abort();
  }

  private takeOut(waiting: Waiting): boolean {
    clearTimeout(waiting.timer);
    if (!this.queue.delete(waiting)) return false;
    this.loadOf(waiting.key).waiting -= 1;
    return true;
  }

  private refuse(waiting: Waiting): void {
    if (this.takeOut(waiting)) waiting.resolve(REFUSED);
  }

  private admit(load: Load): Admission {
    const caller = new AbortController();
    load.inside.add(caller);
    this.inside += 1;
    return {
      admitted: true,
      overload: caller.signal,
      release: () => {
        if (!load.inside.delete(caller)) return;
        this.inside -= 1;
        this.admitWaiting();
      },
    };
  }

  /** Gives free permits to those who wait, the first ones first; who waits for a full partner is passed over. */
  private admitWaiting(): void {
    for (const waiting of this.queue) {
      if (this.inside >= this.limits.total) return;
      const load = this.loadOf(waiting.key);
      if (!this.hasPermit(load) || !this.takeOut(waiting)) continue;
      waiting.resolve(this.admit(load));
    }
  }
}
