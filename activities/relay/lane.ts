import { setTimeout as delay } from 'node:timers/promises';
import {
  BEFORE_ALL_ACCOUNTS,
  finishOutboxItems,
  postponeOutboxItems,
  releaseOutboxItems,
  renewOutboxItems,
  takeOutboxItems,
  type LaneName,
  type LeasedItem,
  type OutboxItem,
  type Take,
} from '../../db/outbox';
import { every } from '../../lib/every';
import { inTraceOf } from '../../lib/trace-context';
import { CALL_MS } from '../../workflows/client/start';
import type { Breaker } from './breaker';
import { ITEM_SETTLED_BY_JOB, LEASE_SECONDS, type Job, type RelayContext } from './jobs';
import { Alarm } from './alarm';
import { jobsOf, type LaneSettings } from './topics';

/** An item that failed comes back after 1, 2, 4 … seconds, at most this. */
const MAX_DELAY_SECONDS = 30;
/** Items that are done are removed by the next take, or by a statement of their own where none follows for so long. */
const FINISHED_WITHIN_MS = 1_000;
const RENEW_EVERY_MS = 5_000;
/** After this, by the process's own clock, a call could outlast the lease; what is not begun by then is given back. */
const BEGIN_WITHIN_MS = LEASE_SECONDS * 1000 - CALL_MS;

/**
 * After a take that found nothing, the next one waits for so long, twice as long after each further one: where several
 * relays are woken at once, the one that finds work goes on and the others fall back.
 */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;
/** A take this long after the one before it follows no other relay's work; it starts again with the first pause. */
const LONE_MS = 4 * LONGEST_PAUSE_MS;

/** A job whose items are held by lease. */
interface HeldJob extends Job {
  /** When it is too late to begin it, by this process's own clock. */
  beginBy: number;
}

/**
 * Carries the items of one lane to Temporal, a bounded number of calls at a time. Each item is finished or postponed by
 * itself, so a slow call delays nothing but the items that it settles.
 */
export class Lane {
  private readonly queue: HeldJob[] = [];
  private readonly underWay = new Set<HeldJob>();
  private readonly running = new Set<Promise<void>>();
  private filling: Promise<void> | null = null;
  private isAskedAgain = false;
  private isStopped = false;
  /** Whether more was due than the last take was to have. */
  private isMoreDue = false;
  private after = BEFORE_ALL_ACCOUNTS;
  private pauseMs = 0;
  /** When the outbox was read last, by the monotonic clock. */
  private lookedAtMs = -Infinity;
  private endRenewals: (() => void) | null = null;
  private readonly alarm = new Alarm(() => this.kick());
  /** Items that are to be removed. */
  private done: LeasedItem[] = [];
  private finishing: NodeJS.Timeout | null = null;

  constructor(
    private readonly settings: LaneSettings,
    private readonly context: RelayContext,
    private readonly breaker: Breaker,
  ) {}

  get name(): LaneName {
    return this.settings.name;
  }

  /** Looks for work in so many milliseconds. */
  kickIn(ms: number): void {
    if (ms > 0) this.alarm.ringWithin(ms);
    else this.kick();
  }

  /** Looks for work, once there is none in hand. */
  kick(): void {
    if (this.filling !== null || this.queue.length > 0) {
      this.isAskedAgain = true;
      return;
    }
    if (!this.mayTake) return;
    this.filling = this.fillQueue()
      .catch((fault: unknown) =>
        this.context.log.warn({ fault, lane: this.settings.name }, 'the outbox could not be read'),
      )
      .finally(() => {
        this.filling = null;
        this.startCarriers();
        if (this.isAskedAgain && this.queue.length === 0) this.kick();
      });
  }

  /** Stops the lane: takes no more items, and releases those that were not begun. */
  async giveBack(): Promise<void> {
    this.isStopped = true;
    await this.filling;
    await this.release(this.queue.splice(0)).catch((fault: unknown) => this.leaveToLease(fault));
  }

  /** Does the same, and finishes the calls under way. */
  async stop(): Promise<void> {
    await this.giveBack();
    await Promise.all(this.running);
    await this.writeFinished();
    this.alarm.clear();
    this.endRenewals?.();
  }

  private get mayTake(): boolean {
    return !this.isStopped && !this.breaker.isOpen;
  }

  private async fillQueue(): Promise<void> {
    let items: OutboxItem[];
    let beginBy: number;
    do {
      if (!(await this.pause())) return;
      this.isAskedAgain = false;
      beginBy = performance.now() + BEGIN_WITHIN_MS;
      items = await this.take();
    } while (items.length === 0 && this.isAskedAgain && this.mayTake);
    if (items.length === 0) return;
    try {
      await this.queueJobsOf(items, beginBy);
    } catch (fault) {
      await releaseOutboxItems(this.context.database, items).catch((later: unknown) => this.leaveToLease(later));
      throw fault;
    }
  }

  /** Lets the pause after the last take end. @returns whether one may follow */
  private async pause(): Promise<boolean> {
    const restMs = this.lookedAtMs + this.pauseMs - performance.now();
    if (restMs > 0) await delay(Math.min(restMs, this.pauseMs));
    return this.mayTake;
  }

  /** Sets the pause that follows a take. */
  private noteTake(items: readonly OutboxItem[]): void {
    const sinceMs = performance.now() - this.lookedAtMs;
    const doubledMs = sinceMs > LONE_MS ? 0 : this.pauseMs * 2;
    this.pauseMs = items.length > 0 ? 0 : Math.min(Math.max(doubledMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    this.lookedAtMs = performance.now();
  }

  /** Puts into the queue what is to be done about items, all of it or, with a fault, nothing. */
  private async queueJobsOf(items: readonly OutboxItem[], beginBy: number): Promise<void> {
    const { jobs, unknown } = await jobsOf(inRotation(items), this.context);
    if (unknown.length > 0) {
      const topics = [...new Set(unknown.map(({ topic }) => topic))];
      this.context.log.error({ topics }, 'the outbox has items of topics that this version does not know');
      await this.postpone(unknown, MAX_DELAY_SECONDS);
    }
    this.queue.push(...jobs.map((job) => ({ ...job, beginBy })));
    this.endRenewals ??= every(
      RENEW_EVERY_MS,
      () => this.renew(),
      (fault) => this.leaveToLease(fault),
    );
  }

  /** Renews the leases of queued and running jobs; a job that lost an item keeps its old time to begin. */
  private async renew(): Promise<void> {
    const held = [...this.queue, ...this.underWay];
    if (held.length === 0) return;
    const beginBy = performance.now() + BEGIN_WITHIN_MS;
    const items = held.flatMap((job) => job.items);
    const renewed = await renewOutboxItems(this.context.database, items, LEASE_SECONDS);
    for (const job of held) if (job.items.every(({ id }) => renewed.has(id))) job.beginBy = beginBy;
  }

  /** Leases the next items, from the account after the last one served, else from the first account. */
  private async take(): Promise<OutboxItem[]> {
    const { name, batch, ofOneAccount } = this.settings;
    const query = { lane: name, limit: batch, ofOneAccount, leaseSeconds: LEASE_SECONDS };
    const from = this.after;
    let items = await this.takeAndFinish({ ...query, after: from });
    if (items.length === 0 && from !== BEFORE_ALL_ACCOUNTS) {
      items = await takeOutboxItems(this.context.database, { ...query, after: BEFORE_ALL_ACCOUNTS });
    }
    this.noteTake(items);
    const accounts = items.map(({ accountId }) => accountId).sort();
    // A share that was taken in full is found where the account's first and last item are so far apart.
    const isShareTaken = accounts.some((account, index) => account === accounts[index + ofOneAccount - 1]);
    this.isMoreDue = items.length > 0 && (from !== BEFORE_ALL_ACCOUNTS || items.length >= batch || isShareTaken);
    this.after = items.length < batch ? BEFORE_ALL_ACCOUNTS : (accounts.at(-1) ?? BEFORE_ALL_ACCOUNTS);
    return items;
  }

  private async takeAndFinish(query: Take): Promise<OutboxItem[]> {
    const done = this.done.splice(0);
    try {
      return await takeOutboxItems(this.context.database, { ...query, done });
    } catch (fault) {
      this.finishSoon(done);
      throw fault;
    }
  }

  private finishSoon(items: readonly LeasedItem[]): void {
    this.done.push(...items);
    this.finishing ??= setTimeout(() => void this.writeFinished(), FINISHED_WITHIN_MS);
  }

  /** Writes the finished items to Postgres; on a fault their lease ends by itself. */
  private async writeFinished(): Promise<void> {
    if (this.finishing !== null) clearTimeout(this.finishing);
    this.finishing = null;
    const done = this.done.splice(0);
    if (done.length === 0) return;
    await finishOutboxItems(this.context.database, done).catch((fault: unknown) => this.leaveToLease(fault));
  }

  private startCarriers(): void {
    while (this.running.size < this.settings.concurrency && this.queue.length > 0) {
      const carrier = this.runQueuedJobs().finally(() => this.running.delete(carrier));
      this.running.add(carrier);
    }
  }

  private async runQueuedJobs(): Promise<void> {
    for (let job = this.queue.shift(); job !== undefined; job = this.queue.shift()) {
      if (performance.now() > job.beginBy) {
        await this.release([job, ...this.queue.splice(0)]).catch((fault: unknown) => this.leaveToLease(fault));
        return this.kick();
      }
      this.underWay.add(job);
      // What has come since the last take was told, unless it was more than that could take.
      if (this.queue.length === 0 && (this.isAskedAgain || this.isMoreDue)) this.kick();
      await this.runJob(job).finally(() => this.underWay.delete(job));
    }
  }

  private async runJob(job: Job): Promise<void> {
    try {
      const [first] = job.items;
      if ((await inTraceOf(first?.traceparent ?? null, () => job.run())) === ITEM_SETTLED_BY_JOB) return this.kick();
      this.finishSoon(job.items);
    } catch (fault) {
      await this.postponeOrRelease(job, fault).catch((later: unknown) => this.leaveToLease(later));
    }
  }

  private leaveToLease(fault: unknown): void {
    this.context.log.warn({ fault, lane: this.settings.name }, 'items come back when their lease ends');
  }

  /** Postpones the items of a failed job, doubling the delay; gives the whole queue back while Temporal is away. */
  private async postponeOrRelease(job: Job, fault: unknown): Promise<void> {
    if (!(await this.breaker.check())) {
      await this.release([job, ...this.queue.splice(0)]);
      return;
    }
    const attempts = Math.max(...job.items.map((item) => item.attempts));
    const delaySeconds = Math.min(2 ** (attempts - 1), MAX_DELAY_SECONDS);
    const [first] = job.items;
    const about = { topic: first?.topic, subject: first?.subject, attempts, delaySeconds };
    this.context.log.warn({ fault, ...about }, 'the relay will try again');
    await this.postpone(job.items, delaySeconds);
  }

  private async postpone(items: readonly OutboxItem[], delaySeconds: number): Promise<void> {
    await postponeOutboxItems(this.context.database, items, delaySeconds);
    this.kickIn(delaySeconds * 1000);
  }

  private async release(jobs: readonly Job[]): Promise<void> {
    await releaseOutboxItems(
      this.context.database,
      jobs.flatMap(({ items }) => items),
    );
  }
}

/** Orders items in rotation: the first item of each account, then the second ones, and so on. */
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
