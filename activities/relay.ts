import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { CHANNELS, type Listener } from '../db/listener';
import {
  finishOutboxItems,
  postponeOutboxItems,
  takeOutboxItems,
  TOPICS,
  type OutboxItem,
  type Topic,
} from '../db/outbox';
import { readPaymentFacts } from '../db/payments/start-facts';
import { readStartFacts } from '../db/webhooks/deliveries';
import { PAYMENT_STATUSES } from '../domain/payments/status';
import type { PaymentEngine } from '../workflows/client';
import type { ReportNotice } from '../workflows/contract';
import { startDocument } from '../workflows/document-client';

/** Taken at a time: enough to coalesce, few enough that a lease is never outlived. */
const BATCH = 100;
/** Calls to Temporal at a time. */
const CONCURRENCY = 8;
/** How often the outbox is looked at without a notification. */
const POLL_MS = 500;
/** An item that failed comes back after 1, 2, 4 … seconds, at most this. */
const MAX_DELAY_SECONDS = 30;

export interface RelayContext {
  database: Database;
  engine: PaymentEngine;
  log: Logger;
}

/** One call to Temporal and the items that it settles. */
interface Job {
  items: OutboxItem[];
  run(): Promise<unknown>;
}

function noticeOf(item: OutboxItem): ReportNotice | null {
  const { reportId, status, disposition, version } = item.payload;
  const known = PAYMENT_STATUSES.find((candidate) => candidate === status);
  if (known === undefined || typeof version !== 'number' || typeof disposition !== 'string') return null;
  return { reportId: typeof reportId === 'string' ? reportId : null, status: known, disposition, version };
}

function groupBySubject(items: OutboxItem[]): Map<string, OutboxItem[]> {
  const groups = new Map<string, OutboxItem[]>();
  for (const item of items) {
    const group = groups.get(item.subject);
    if (group === undefined) groups.set(item.subject, [item]);
    else group.push(item);
  }
  return groups;
}

/** Several reports of one instruction travel in one signal. */
function signalJobs(items: OutboxItem[], engine: PaymentEngine): Job[] {
  return [...groupBySubject(items)].map(([instructionId, group]) => {
    const notices = group.map(noticeOf).filter((notice) => notice !== null);
    return { items: group, run: () => engine.signalReports(instructionId, notices) };
  });
}

function cancellationJobs(items: OutboxItem[], engine: PaymentEngine): Job[] {
  return items.map((item) => ({
    items: [item],
    async run() {
      const notice = noticeOf({ ...item, payload: { disposition: 'applied', ...item.payload } });
      if (notice !== null) await engine.signalCancellation(item.subject, notice);
    },
  }));
}

async function startPaymentJobs(items: OutboxItem[], context: RelayContext): Promise<Job[]> {
  const facts = await readPaymentFacts(
    context.database,
    items.map((item) => item.subject),
  );
  return items.map((item) => ({
    items: [item],
    async run() {
      const start = facts.get(item.subject);
      if (start !== undefined) await context.engine.startPayment(start);
    },
  }));
}

async function startDeliveryJobs(items: OutboxItem[], context: RelayContext): Promise<Job[]> {
  const facts = await readStartFacts(
    context.database,
    items.map((item) => item.subject),
  );
  return items.map((item) => ({
    items: [item],
    async run() {
      const start = facts.get(item.subject);
      if (start === undefined) return;
      await context.engine.startDelivery({ ...start, deliveryId: item.subject, attemptsMade: 0, once: start.test });
    },
  }));
}

function signalDeliveryJobs(items: OutboxItem[], engine: PaymentEngine): Job[] {
  return [...groupBySubject(items)].map(([deliveryId, group]) => ({
    items: group,
    run: () => engine.signalSubscriptionChanged(deliveryId),
  }));
}

/** What to do for each topic; a topic without an entry does not compile. */
const JOBS: Record<Topic, (items: OutboxItem[], context: RelayContext) => Job[] | Promise<Job[]>> = {
  [TOPICS.startPayment]: startPaymentJobs,
  [TOPICS.signalPayment]: (items, { engine }) => signalJobs(items, engine),
  [TOPICS.cancelPayment]: (items, { engine }) => cancellationJobs(items, engine),
  [TOPICS.startDelivery]: startDeliveryJobs,
  [TOPICS.signalDelivery]: (items, { engine }) => signalDeliveryJobs(items, engine),
  [TOPICS.startDocument]: (items, { engine }) =>
    items.map((item) => ({ items: [item], run: () => startDocument(engine.client, item.subject) })),
};

/**
 * Carries what transactions decided to Temporal: starts and signals, each named by an id of ours and so safe to repeat.
 * Any number of relays may run; each takes its own items.
 */
export class Relay {
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;
  private lookedAt: Date | null = null;
  private timer: NodeJS.Timeout | null = null;
  private unlisten: (() => void) | null = null;

  constructor(private readonly context: RelayContext) {}

  start(listener: Listener): void {
    this.unlisten = listener.on(CHANNELS.outbox, () => this.kick());
    this.timer = setInterval(() => this.kick(), POLL_MS);
    this.kick();
  }

  /** Finishes the batch in hand and takes no more. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  /** When the outbox was read last; null before the first time. */
  get lastLook(): Date | null {
    return this.lookedAt;
  }

  private kick(): void {
    if (this.stopped) return;
    if (this.running !== null) {
      this.again = true;
      return;
    }
    this.running = this.drain()
      .catch((fault: unknown) => this.context.log.warn({ fault }, 'the outbox could not be read'))
      .finally(() => {
        this.running = null;
        if (!this.again) return;
        this.again = false;
        this.kick();
      });
  }

  private async drain(): Promise<void> {
    while (!this.stopped) {
      const items = await takeOutboxItems(this.context.database, BATCH);
      this.lookedAt = new Date();
      if (items.length === 0) return;
      await this.carry(items);
      if (items.length < BATCH) return;
    }
  }

  private async carry(items: OutboxItem[]): Promise<void> {
    const jobs: Job[] = [];
    for (const topic of Object.values(TOPICS)) {
      const mine = items.filter((item) => item.topic === topic);
      if (mine.length > 0) jobs.push(...(await JOBS[topic](mine, this.context)));
    }
    const done: string[] = [];
    const queue = jobs.values();
    const carryOn = async (): Promise<void> => {
      for (const job of queue) {
        const ids = job.items.map((item) => item.id);
        if (await this.attempt(job)) done.push(...ids);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, carryOn));
    await finishOutboxItems(this.context.database, done);
  }

  private async attempt(job: Job): Promise<boolean> {
    try {
      await job.run();
      return true;
    } catch (fault) {
      const attempts = Math.max(...job.items.map((item) => item.attempts));
      const delaySeconds = Math.min(2 ** (attempts - 1), MAX_DELAY_SECONDS);
      this.context.log.warn({ fault, subject: job.items[0]?.subject, delaySeconds }, 'the relay will try again');
      await postponeOutboxItems(
        this.context.database,
        job.items.map((item) => item.id),
        delaySeconds,
      );
      return false;
    }
  }
}
