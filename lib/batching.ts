import { DomainError, RowLockedElsewhere, isUnavailable } from '../domain/errors';

export interface BatchOptions {
  /** Items of one batch; more wait for the next, so that none holds locks or memory for long. */
  maxBatchSize: number;
  /** Batches of this process that may run side by side: 1 where they would wait for each other's rows. */
  maxConcurrent: number;
  /** How long an item may wait for its batch, and a batch for its result, in milliseconds; 25 s by default. */
  deadlineMs?: number;
  /**
   * @param cause why nothing of the item can have happened; absent where its statement may still be under way
   * @returns what an item is refused with that has waited for longer
   */
  tooLate?: (cause?: Error) => DomainError;
}

/** Items that may wait in this process; beyond them Postgres is not keeping up, and longer queues do not help. */
const MAX_WAITING = 10_000;
/** Waiting for a connection (5 s) and one that falls silent (20 s) end before this; it is the last resort. */
const DEADLINE_MS = 25_000;
/**
 * Halves of failed batches that may wait while new items are executed too; from here on the halves alone are, so that
 * an item that shared a batch with a faulty one is not overtaken without end.
 */
const MAX_HALVES = 64;
const RETRY_AFTER_SECONDS = 2;

interface Waiting<Item, Result> {
  item: Item;
  /** Of the monotonic clock, in milliseconds. */
  submittedAt: number;
  resolve: (result: Result) => void;
  reject: (fault: unknown) => void;
}

type Batch<Item, Result> = readonly Waiting<Item, Result>[];

/** SQLSTATEs of a statement that closed a circle of locks, and of one that took too long. */
const OF_SOME_ITEMS: readonly unknown[] = ['40P01', '57014'];

/**
 * Whether a fault is of all items: the database is away or too busy, and smaller batches would only add to its load. Locks
 * and time are of some items: those that met another batch, wait for a locked row, or have the most to do.
 */
function isOfWholeBatch(fault: unknown): boolean {
  if (!isUnavailable(fault) || fault instanceof RowLockedElsewhere) return false;
  const { cause } = fault;
  return !(cause instanceof Error && 'code' in cause && OF_SOME_ITEMS.includes(cause.code));
}

/** Of an item that was not tried: nothing of it can have happened. */
const NOT_TRIED = new Error('it was not tried');

function tooLate(cause?: Error): DomainError {
  const options = { retryAfterSeconds: RETRY_AFTER_SECONDS, cause };
  return new DomainError('UNAVAILABLE', 'The database does not answer at the moment.', options);
}

/** @throws what `refuse` makes when the work takes longer */
async function within<Result>(work: Promise<Result>, deadlineMs: number, refuse: () => DomainError): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuse()), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Executes many items in few batches: while one batch runs, the items that arrive are collected, and the next batch
 * executes them all. A single item is executed at once, so a lone caller does not wait.
 *
 * A fault belongs to one item: a batch that fails is split in halves until the faulty items are alone with their faults.
 * New items and halves alternate, so that neither can keep the other waiting. Only a database that is away fails a batch
 * as a whole.
 *
 * Measured with 50 connections this is about twice as fast as a statement for each item; see `npm run bench -- limits`.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  /** Halves of batches that failed, the oldest first. */
  private readonly halves: Batch<Item, Result>[] = [];
  private isHalfNext = true;
  private running = 0;
  private isScheduled = false;
  /** Whether the last batch held a single item: callers then come one at a time. */
  private isQuiet = true;

  /** @param executeBatch gives the results of all items, in their order; one statement, so that a failed one changes nothing */
  constructor(
    private readonly executeBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatchOptions,
  ) {}

  /** @throws DomainError UNAVAILABLE when too many wait already, and what `executeBatch` throws for this very item */
  submit(item: Item): Promise<Result> {
    if (this.waiting.length >= MAX_WAITING) {
      return Promise.reject(
        new DomainError('UNAVAILABLE', 'Too many requests are waiting.', { retryAfterSeconds: 1, cause: NOT_TRIED }),
      );
    }
    const submittedAt = performance.now();
    const result = new Promise<Result>((resolve, reject) => this.waiting.push({ item, submittedAt, resolve, reject }));
    this.schedule();
    return result;
  }

  /**
   * Requests whose bytes arrived together are read in one iteration of the event loop and share the batch after it. While
   * callers come one at a time there is nothing to wait for.
   */
  private schedule(): void {
    if (this.isScheduled || this.running >= this.options.maxConcurrent) return;
    if (this.isQuiet && this.running === 0) {
      void this.runNextBatch();
      return;
    }
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      while (this.hasWork && this.running < this.options.maxConcurrent) void this.runNextBatch();
    });
  }

  private get deadlineMs(): number {
    return this.options.deadlineMs ?? DEADLINE_MS;
  }

  private get refuse(): (cause?: Error) => DomainError {
    return this.options.tooLate ?? tooLate;
  }

  private get hasWork(): boolean {
    return this.waiting.length > 0 || this.halves.length > 0;
  }

  private takeBatch(): Batch<Item, Result> {
    const prefersHalf = this.isHalfNext || this.waiting.length === 0 || this.halves.length > MAX_HALVES;
    const half = prefersHalf ? this.halves.shift() : undefined;
    this.isHalfNext = half === undefined;
    return half ?? this.waiting.splice(0, this.options.maxBatchSize);
  }

  /** Drops items whose callers have given up: the batch is for those who still wait. */
  private dropOverdue(batch: Batch<Item, Result>): Batch<Item, Result> {
    const oldest = performance.now() - this.deadlineMs;
    for (const { submittedAt, reject } of batch) if (submittedAt < oldest) reject(this.refuse(NOT_TRIED));
    return batch.filter(({ submittedAt }) => submittedAt >= oldest);
  }

  private async runNextBatch(): Promise<void> {
    const batch = this.dropOverdue(this.takeBatch());
    this.running += 1;
    this.isQuiet = batch.length === 1;
    try {
      const executing = batch.length === 0 ? Promise.resolve([]) : this.executeBatch(batch.map(({ item }) => item));
      const results = await within(executing, this.deadlineMs, this.refuse);
      if (results.length !== batch.length) throw new Error('there are not as many results as items');
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (fault) {
      this.rejectOrHalve(batch, fault);
    }
    this.running -= 1;
    if (this.hasWork) this.schedule();
  }

  /** Rejects the items, or queues the halves of a batch of which one item alone may be at fault. */
  private rejectOrHalve(batch: Batch<Item, Result>, fault: unknown): void {
    if (batch.length === 1 || isOfWholeBatch(fault)) {
      for (const { reject } of batch) reject(fault);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    this.halves.push(batch.slice(0, middle), batch.slice(middle));
  }
}

/** Result of an item whose row another transaction locks: a shared statement skips it and does nothing for it. */
export const ROW_LOCKED = Symbol('held');
export type OrRowLocked<Result> = Result | typeof ROW_LOCKED;

/**
 * Whose statement it is, and so for which locks it may wait.
 * - `shared`: of many callers; it never waits: an item that it would wait for has the result `ROW_LOCKED`, or it fails.
 * - `alone`: one item's that was held; it may wait a moment, beside the shared statements.
 * - `callers`: one item's in a transaction of its caller, whose limits it has.
 */
export type Way = 'shared' | 'alone' | 'callers';

export interface PooledOptions extends BatchOptions {
  /** Items of a process that may wait alone at once, each with a connection; without it none does. */
  maxAlone?: number;
}

/** How long an item may wait for its turn to wait alone, and then for its row, in milliseconds. */
const ALONE_MS = 5_000;

interface Lanes<Item, Result> {
  shared: Batcher<Item, OrRowLocked<Result>>;
  alone: Batcher<Item, OrRowLocked<Result>>;
}

/** @returns whether it is a pool of connections: a pool can begin a transaction, a transaction cannot */
export function isPool(source: object): boolean {
  return 'transaction' in source;
}

/**
 * Batchers of one kind of item, one for each pool of connections; the statements of a transaction stay its own.
 *
 * A batched statement never waits for a row lock: an item whose row another transaction has locked would delay and fail its
 * whole batch. Such an item runs in a statement of its own, a few of them at a time, and fails alone.
 */
export class PooledBatcher<Source extends object, Item, Result> {
  private readonly ofPools = new WeakMap<Source, Lanes<Item, Result>>();

  /** @param executeBatch gives the results of all items, in their order; `ROW_LOCKED` in a shared statement only */
  constructor(
    private readonly executeBatch: (
      source: Source,
      items: readonly Item[],
      way: Way,
    ) => Promise<readonly OrRowLocked<Result>[]>,
    private readonly options: PooledOptions,
  ) {}

  /**
   * Waits alone for what is held.
   * @throws DomainError UNAVAILABLE when too many wait already, RowLockedElsewhere for an item that is held for too long, and
   *   whatever `executeBatch` throws
   */
  async submit(source: Source, item: Item): Promise<Result> {
    const result = await this.submitShared(source, item);
    if (result !== ROW_LOCKED) return result;
    const { maxAlone } = this.options;
    const after = maxAlone === undefined ? ROW_LOCKED : await this.lanesOf(source).alone.submit(item);
    if (after === ROW_LOCKED) throw new RowLockedElsewhere(NOT_TRIED);
    return after;
  }

  /**
   * Waits for no row of others.
   * @returns ROW_LOCKED when one is held
   * @throws as `submit`
   */
  async submitShared(source: Source, item: Item): Promise<OrRowLocked<Result>> {
    if (isPool(source)) return this.lanesOf(source).shared.submit(item).catch(rowLockedOf);
    const [result] = await this.executeBatch(source, [item], 'callers');
    if (result === undefined) throw new Error('there is no result for an item');
    return result;
  }

  private lanesOf(pool: Source): Lanes<Item, Result> {
    const known = this.ofPools.get(pool);
    if (known !== undefined) return known;
    const { maxAlone = 1, ...options } = this.options;
    const made: Lanes<Item, Result> = {
      shared: new Batcher((items) => this.executeBatch(pool, items, 'shared'), options),
      alone: new Batcher((items) => this.executeBatch(pool, items, 'alone'), {
        maxBatchSize: 1,
        maxConcurrent: maxAlone,
        deadlineMs: ALONE_MS,
        tooLate: (cause) => new RowLockedElsewhere(cause),
      }),
    };
    this.ofPools.set(pool, made);
    return made;
  }
}

function rowLockedOf(fault: unknown): typeof ROW_LOCKED {
  if (fault instanceof RowLockedElsewhere) return ROW_LOCKED;
  throw fault;
}
