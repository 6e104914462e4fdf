import { DomainError, tooMany } from '../domain/errors';
import { Permits, type Release } from '../lib/permits';

/** Whether a caller is admitted, at once or after waiting. */
export type Admission =
  | {
      admitted: true;
      /** Aborted when too many wait: the holder need not stop, but should not make others wait. */
      overload: AbortSignal;
      release(): void;
    }
  | {
      admitted: false;
      /** Whether those under other keys take what is left: the caller's own share would have room. */
      isFull: boolean;
    };

/** The admitted callers of one key. */
interface Load {
  inside: Set<AbortController>;
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

/** Texts of a refusal. */
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
 * under load. Others wait (`Permits`); callers that would wait in vain are refused at once.
 *
 * When the queue of a key overflows, all waiting callers of this key, and new ones within the next two seconds, are
 * refused at once, and admitted ones are signalled. Other keys are unaffected: a single key can never hold all
 * permits.
 */
export class AdmissionGate {
  private readonly loads = new Map<string, Load>();
  private readonly permits: Permits;

  /** @param clockMs milliseconds of a clock that never steps */
  constructor(
    private readonly limits: AdmissionLimits,
    private readonly clockMs: () => number = () => performance.now(),
  ) {
    const { total, maxWaiting } = limits;
    this.permits = new Permits({ total, maxWaiting, perKey: (key) => this.permitsOf(key) });
  }

  /** @param limitMs how long the caller is ready to wait */
  async enter(key: string, limitMs: number): Promise<Admission> {
    if (this.permitsOf(key) === 0) return REFUSED;
    const permit = this.permits.tryTake(key);
    if (permit !== null) return this.admit(key, permit);
    if (limitMs <= 0) return { admitted: false, isFull: this.permits.takenBy(key) < this.permitsOf(key) };
    const waiting = this.permits.wait(key, limitMs);
    if (waiting === null) {
      this.markOverloaded(key);
      return REFUSED;
    }
    const release = await waiting;
    return release === null ? REFUSED : this.admit(key, release);
  }

  private loadOf(key: string): Load {
    const known = this.loads.get(key);
    if (known !== undefined) return known;
    if (this.loads.size >= MAX_IDLE) {
      for (const [id, load] of this.loads) if (load.inside.size === 0) this.loads.delete(id);
    }
    const load = { inside: new Set<AbortController>(), overloadUntilMs: -Infinity };
    this.loads.set(key, load);
    return load;
  }

  /** Permits of a key: none during an overload, a few just after it, then its limit. */
  private permitsOf(key: string): number {
    const sinceMs = this.clockMs() - this.loadOf(key).overloadUntilMs;
    if (sinceMs < 0) return 0;
    return sinceMs < PROBE_MS ? Math.min(PROBE_PERMITS, this.limits.perKey) : this.limits.perKey;
  }

  private markOverloaded(key: string): void {
    const load = this.loadOf(key);
    load.overloadUntilMs = this.clockMs() + OVERLOAD_MS;
    this.permits.refuseWaiting(key);
    for (const caller of load.inside) caller.abort();
  }

  private admit(key: string, release: Release): Admission {
    const caller = new AbortController();
    const { inside } = this.loadOf(key);
    inside.add(caller);
    return {
      admitted: true,
      overload: caller.signal,
      release: () => {
        inside.delete(caller);
        release();
      },
    };
  }
}
