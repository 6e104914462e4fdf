/** What an attempt is made against. */
export interface Endpoint {
  /** Scheme, host and port. */
  origin: string;
  accountId: string;
}

/**
 * First attempts under way inside workflow tasks, of one process. A hanging receiver holds its place for five seconds,
 * and with it the slot of a workflow task, so neither one origin nor one account may hold more than a part of them.
 */
export interface AttemptLimits {
  total: number;
  ofOneOrigin: number;
  ofOneAccount: number;
}

/** Workflow tasks and local activities of the webhooks worker: more than first attempts may hold, the rest is free. */
export const WORKFLOW_SLOTS = 200;
export const FIRST_ATTEMPTS: AttemptLimits = { total: 150, ofOneOrigin: 8, ofOneAccount: 32 };

/** Admits first attempts within their limits; what is not admitted is made outside workflow tasks. */
export class AttemptBounds {
  private total = 0;
  private readonly origins = new Map<string, number>();
  private readonly accounts = new Map<string, number>();

  constructor(private readonly limits: AttemptLimits) {}

  /** @returns a function that gives the place back, or null when there is none */
  admit({ origin, accountId }: Endpoint): (() => void) | null {
    const { limits } = this;
    const isFull =
      this.total >= limits.total ||
      (this.origins.get(origin) ?? 0) >= limits.ofOneOrigin ||
      (this.accounts.get(accountId) ?? 0) >= limits.ofOneAccount;
    if (isFull) return null;
    this.add(origin, accountId, 1);
    return () => this.add(origin, accountId, -1);
  }

  private add(origin: string, accountId: string, change: 1 | -1): void {
    this.total += change;
    addTo(this.origins, origin, change);
    addTo(this.accounts, accountId, change);
  }
}

function addTo(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
