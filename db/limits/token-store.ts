import { DomainError } from '../../domain/errors';
import type { Queryable } from '../database';
import { takeTokens, type Levels, type Take, type Taken } from './take';

/** Groups of one statement; more wait for the next, so that no statement holds its locks for long. */
const MAX_GROUPS = 200;
/** Requests that may wait in this process; beyond them the database is not keeping up and more waiting helps nobody. */
const MAX_WAITING = 10_000;

/** One request for a token from each of its buckets. */
export interface TokenRequest {
  planSubject: string;
  endpointSubject: string | null;
  limits: Levels;
  /** 1 to take, 0 to look. */
  wanted: 0 | 1;
}

/** What became of one request: levels once it and those before it were served. */
export interface TokenOutcome {
  isGranted: boolean;
  /** Tokens that left the plan's and the endpoint's buckets since `levels` were read, this request's included. */
  planTaken: number;
  endpointTaken: number;
  taken: Taken;
}

interface Waiting {
  resolve(outcome: TokenOutcome): void;
  reject(fault: unknown): void;
}

interface Group {
  take: Take;
  waiting: Waiting[];
}

function groupName(request: TokenRequest): string {
  return `${request.wanted} ${request.planSubject} ${request.endpointSubject ?? ''}`;
}

/**
 * Takes tokens through as few statements as there can be: while one runs, the requests that arrive are gathered,
 * equal ones as one group, and the next statement serves them all. A request alone runs at once.
 *
 * Measured with 50 connections, this is more than twice as fast as a statement per request, and a key that is hit
 * by all of them is faster still, since its row is locked once for all.
 */
export class TokenStore {
  private groups = new Map<string, Group>();
  private waitingCount = 0;
  private isRunning = false;

  constructor(private readonly database: Queryable) {}

  /** @throws DomainError UNAVAILABLE when Postgres cannot be reached or cannot keep up */
  take(request: TokenRequest): Promise<TokenOutcome> {
    if (this.waitingCount >= MAX_WAITING) {
      return Promise.reject(new DomainError('UNAVAILABLE', 'Too many requests are waiting.', { retryAfterSeconds: 1 }));
    }
    const promise = new Promise<TokenOutcome>((resolve, reject) => this.enqueue(request, { resolve, reject }));
    this.startSoon();
    return promise;
  }

  private enqueue(request: TokenRequest, waiting: Waiting): void {
    this.waitingCount += 1;
    const name = groupName(request);
    const group = this.groups.get(name);
    if (group !== undefined) {
      group.take.wanted += request.wanted;
      group.waiting.push(waiting);
      return;
    }
    const { planSubject, endpointSubject, limits, wanted } = request;
    this.groups.set(name, { take: { planSubject, endpointSubject, limits, wanted }, waiting: [waiting] });
  }

  /** Requests whose bytes arrived together are read in one turn of the loop; they share the statement after it. */
  private startSoon(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.groups.size > 0) await this.runOnce(this.nextGroups());
    this.isRunning = false;
  }

  private nextGroups(): Group[] {
    if (this.groups.size <= MAX_GROUPS) {
      const all = [...this.groups.values()];
      this.groups = new Map();
      return all;
    }
    const some = [...this.groups.entries()].slice(0, MAX_GROUPS);
    for (const [name] of some) this.groups.delete(name);
    return some.map(([, group]) => group);
  }

  private async runOnce(groups: readonly Group[]): Promise<void> {
    for (const group of groups) this.waitingCount -= group.waiting.length;
    try {
      const outcomes = await takeTokens(
        this.database,
        groups.map((group) => group.take),
      );
      groups.forEach((group, index) => settle(group, outcomes[index]));
    } catch (fault) {
      for (const group of groups) for (const waiting of group.waiting) waiting.reject(fault);
    }
  }
}

function settle(group: Group, taken: Taken | undefined): void {
  if (taken === undefined) throw new Error('Postgres answered fewer groups than it was asked for');
  group.waiting.forEach((waiting, index) => {
    const isGranted = index < taken.granted;
    const served = Math.min(index + 1, taken.granted);
    waiting.resolve({ isGranted, taken, planTaken: taken.takenBefore + served, endpointTaken: served });
  });
}
