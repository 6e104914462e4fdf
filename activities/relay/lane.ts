import { Batcher } from '../../lib/batching';
import {
  BEFORE_ALL_ACCOUNTS,
  finishOutboxItems,
  postponeOutboxItems,
  releaseOutboxItems,
  takeOutboxItems,
  type LeasedItem,
  type OutboxItem,
} from '../../db/outbox';
import { inTraceOf } from '../../lib/trace-context';
import { CALL_MS } from '../../workflows/client/start';
import type { Breaker } from './breaker';
import { KEPT, type Job, type RelayContext } from './jobs';
import { jobsOf, type LaneSettings } from './topics';

/** An item that failed comes back after 1, 2, 4 … seconds, at most this. */
const MAX_DELAY_SECONDS = 30;
/** Items settled by one statement. */
const SETTLED_AT_ONCE = 200;
/** What a lease lasts beyond the calls that it covers: reading facts, and writing down what was done. */
const LEASE_MARGIN_SECONDS = 20;

/** What is not begun within this is given back, so that a process which died keeps nothing for long. */
const BEGIN_WITHIN_MS = 60_000;

/** How long the items of a batch are its taker's: until the last call that may begin has run out of time. */
const LEASE_SECONDS = (BEGIN_WITHIN_MS + CALL_MS) / 1000 + LEASE_MARGIN_SECONDS;

/**
 * Carries the items of one lane to Temporal, a bounded number of calls at a time. Each item is finished or postponed by
 * itself, so a slow call delays nothing but the items that it settles.
 */
export class Lane {
  private readonly queue: Job[] = [];
  private readonly running = new Set<Promise<void>>();
  private filling: Promise<void> | null = null;
  private isAskedAgain = false;
  private isStopped = false;
  private after = BEFORE_ALL_ACCOUNTS;
  /** When what is in the queue is too late to begin, by this process's own clock. */
  private beginBy = 0;
  private lookedAt: Date | null = null;
  private readonly finisher: Batcher<LeasedItem, true>;

  constructor(
    private readonly settings: LaneSettings,
    private readonly context: RelayContext,
    private readonly breaker: Breaker,
  ) {
    this.finisher = new Batcher(
      async (items) => {
        await finishOutboxItems(context.database, items);
        return items.map(() => true as const);
      },
      { maxBatchSize: SETTLED_AT_ONCE, maxConcurrent: 1 },
    );
  }

  /** When the outbox was read last; null before the first time. */
  get lastLook(): Date | null {
    return this.lookedAt;
  }

  /** Looks for work unless there is some in hand. */
  kick(): void {
    if (this.filling !== null) {
      this.isAskedAgain = true;
      return;
    }
    if (this.queue.length > 0 || !this.mayTake) return;
    this.filling = this.fill()
      .catch((fault: unknown) =>
        this.context.log.warn({ fault, lane: this.settings.name }, 'the outbox could not be read'),
      )
      .finally(() => {
        this.filling = null;
        this.carryOn();
      });
  }

  /** Finishes the calls under way, gives back what was not begun and takes no more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.filling;
    await this.release(this.queue.splice(0));
    await Promise.all(this.running);
  }

  private get mayTake(): boolean {
    return !this.isStopped && !this.breaker.isOpen;
  }

  private async fill(): Promise<void> {
    let items: OutboxItem[];
    do {
      this.isAskedAgain = false;
      items = await this.take();
    } while (items.length === 0 && this.isAskedAgain && this.mayTake);
    const { jobs, unknown } = await jobsOf(inRotation(items), this.context);
    this.queue.push(...jobs);
    if (unknown.length === 0) return;
    const topics = [...new Set(unknown.map(({ topic }) => topic))];
    this.context.log.error({ topics }, 'the outbox has items of topics that this version does not know');
    await postponeOutboxItems(this.context.database, unknown, MAX_DELAY_SECONDS);
  }

  /** Goes on with the account after the last one served, and begins again with the first when there is none. */
  private async take(): Promise<OutboxItem[]> {
    this.beginBy = performance.now() + BEGIN_WITHIN_MS;
    const { name, batch, ofOneAccount } = this.settings;
    const query = { lane: name, limit: batch, ofOneAccount, leaseSeconds: LEASE_SECONDS };
    const from = this.after;
    let items = await takeOutboxItems(this.context.database, { ...query, after: from });
    if (items.length === 0 && from !== BEFORE_ALL_ACCOUNTS) {
      items = await takeOutboxItems(this.context.database, { ...query, after: BEFORE_ALL_ACCOUNTS });
    }
    this.lookedAt = new Date();
    const accounts = items.map(({ accountId }) => accountId).sort();
    this.after = items.length < batch ? BEFORE_ALL_ACCOUNTS : (accounts.at(-1) ?? BEFORE_ALL_ACCOUNTS);
    return items;
  }

  private carryOn(): void {
    while (this.running.size < this.settings.concurrency && this.queue.length > 0) {
      const carrier = this.carry().finally(() => this.running.delete(carrier));
      this.running.add(carrier);
    }
  }

  private async carry(): Promise<void> {
    for (let job = this.queue.shift(); job !== undefined; job = this.queue.shift()) {
      if (performance.now() > this.beginBy) {
        await this.release([job, ...this.queue.splice(0)]).catch((fault: unknown) => this.leaveToLease(fault));
        return this.kick();
      }
      if (this.queue.length === 0) this.kick();
      await this.attempt(job);
    }
  }

  private async attempt(job: Job): Promise<void> {
    try {
      const [first] = job.items;
      if ((await inTraceOf(first?.traceparent ?? null, () => job.run())) === KEPT) return this.kick();
      await Promise.all(job.items.map((item) => this.finisher.submit(item)));
    } catch (fault) {
      await this.afterFailure(job, fault).catch((later: unknown) => this.leaveToLease(later));
    }
  }

  private leaveToLease(fault: unknown): void {
    this.context.log.warn({ fault, lane: this.settings.name }, 'items come back when their lease ends');
  }

  private async afterFailure(job: Job, fault: unknown): Promise<void> {
    if (!(await this.breaker.check())) {
      await this.release([job, ...this.queue.splice(0)]);
      return;
    }
    const attempts = Math.max(...job.items.map((item) => item.attempts));
    const delaySeconds = Math.min(2 ** (attempts - 1), MAX_DELAY_SECONDS);
    const [first] = job.items;
    const about = { topic: first?.topic, subject: first?.subject, attempts, delaySeconds };
    this.context.log.warn({ fault, ...about }, 'the relay will try again');
    await postponeOutboxItems(this.context.database, job.items, delaySeconds);
  }

  private async release(jobs: readonly Job[]): Promise<void> {
    await releaseOutboxItems(
      this.context.database,
      jobs.flatMap(({ items }) => items),
    );
  }
}

/** The first items of all accounts, then their second ones, and so on. */
function inRotation(items: readonly OutboxItem[]): OutboxItem[] {
  const places = new Map<string, number>();
  const placed = [...items]
    .sort((one, other) => Number(one.id) - Number(other.id))
    .map((item) => {
      const place = places.get(item.accountId) ?? 0;
      places.set(item.accountId, place + 1);
      return { item, place };
    });
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}
