import { DomainError } from '../domain/errors';
import type { Queryable } from './database';

export interface GatherOptions {
  /** Questions of one statement; more wait for the next, so that none holds locks or memory for long. */
  maxAtOnce: number;
  /** Statements of this process that may run side by side: 1 where they would wait for each other's rows. */
  maxParallel: number;
  /** How long a question may wait for its statement, and a statement for its answer, in milliseconds; 25 s by default. */
  deadlineMs?: number;
}

/** Questions that may wait in this process; beyond them Postgres is not keeping up and more waiting helps nobody. */
const MAX_WAITING = 10_000;
/** Waiting for a connection (5 s) and one that falls silent (20 s) end before this; it is the last resort. */
const DEADLINE_MS = 25_000;
/**
 * Halves of failed statements that may wait while new questions are served too; from here on the halves alone are, so
 * that whoever shared a statement with a faulty question is not overtaken without end.
 */
const MAX_HALVES = 64;
const RETRY_AFTER_SECONDS = 2;

interface Waiting<Question, Answer> {
  question: Question;
  /** Of the monotonic clock, in milliseconds. */
  askedAt: number;
  resolve: (answer: Answer) => void;
  reject: (fault: unknown) => void;
}

type Batch<Question, Answer> = readonly Waiting<Question, Answer>[];

/** The database is away or too busy for everybody: asking in smaller parts would only add to its load. */
function isOfAll(fault: unknown): boolean {
  return fault instanceof DomainError && fault.code === 'UNAVAILABLE';
}

function tooLate(): DomainError {
  const options = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new DomainError('UNAVAILABLE', 'The database does not answer at the moment.', options);
}

/** @throws DomainError UNAVAILABLE when the work takes longer */
async function within<Result>(work: Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Answers many questions through few statements: while one runs, the questions that arrive are collected, and the next
 * statement answers them all. A question alone is asked at once, so one caller at a time waits for nobody.
 *
 * A fault belongs to one question: a statement that fails is taken apart, half by half, until the faulty questions are
 * alone with their faults. New questions and halves are served by turns, in the same lanes, so that neither can keep the
 * other waiting. Only a database that is away fails a statement as a whole.
 *
 * Measured with 50 connections this is about twice as fast as a statement for each; see `npm run bench -- limits`.
 */
export class Gatherer<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  /** Halves of statements that failed, the oldest first. */
  private readonly halves: Batch<Question, Answer>[] = [];
  private isHalfNext = true;
  private running = 0;
  private isScheduled = false;
  /** Whether the last statement answered a single question: callers then come one at a time. */
  private isQuiet = true;

  /** @param serve answers all questions, in their order; one statement, so that a failed one has changed nothing */
  constructor(
    private readonly serve: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly options: GatherOptions,
  ) {}

  /** @throws DomainError UNAVAILABLE when too many wait already, and what `serve` throws for this very question */
  ask(question: Question): Promise<Answer> {
    if (this.waiting.length >= MAX_WAITING) {
      return Promise.reject(new DomainError('UNAVAILABLE', 'Too many requests are waiting.', { retryAfterSeconds: 1 }));
    }
    const askedAt = performance.now();
    const answer = new Promise<Answer>((resolve, reject) => this.waiting.push({ question, askedAt, resolve, reject }));
    this.schedule();
    return answer;
  }

  /**
   * Requests whose bytes arrived together are read in one turn of the loop; they share the statement after it. While
   * callers come one at a time there is nothing to wait for.
   */
  private schedule(): void {
    if (this.isScheduled || this.running >= this.options.maxParallel) return;
    if (this.isQuiet && this.running === 0) {
      void this.run();
      return;
    }
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      while (this.hasWork && this.running < this.options.maxParallel) void this.run();
    });
  }

  private get deadlineMs(): number {
    return this.options.deadlineMs ?? DEADLINE_MS;
  }

  private get hasWork(): boolean {
    return this.waiting.length > 0 || this.halves.length > 0;
  }

  private takeBatch(): Batch<Question, Answer> {
    const prefersHalf = this.isHalfNext || this.waiting.length === 0 || this.halves.length > MAX_HALVES;
    const half = prefersHalf ? this.halves.shift() : undefined;
    this.isHalfNext = half === undefined;
    return half ?? this.waiting.splice(0, this.options.maxAtOnce);
  }

  /** Whoever asked too long ago has gone: the statement is kept for those who still wait. */
  private dropOverdue(batch: Batch<Question, Answer>): Batch<Question, Answer> {
    const oldest = performance.now() - this.deadlineMs;
    for (const { askedAt, reject } of batch) if (askedAt < oldest) reject(tooLate());
    return batch.filter(({ askedAt }) => askedAt >= oldest);
  }

  private async run(): Promise<void> {
    const batch = this.dropOverdue(this.takeBatch());
    this.running += 1;
    this.isQuiet = batch.length === 1;
    try {
      const serving = batch.length === 0 ? Promise.resolve([]) : this.serve(batch.map(({ question }) => question));
      const answers = await within(serving, this.deadlineMs);
      if (answers.length !== batch.length) throw new Error('there are not as many answers as questions');
      answers.forEach((answer, index) => batch[index]?.resolve(answer));
    } catch (fault) {
      this.settleFault(batch, fault);
    }
    this.running -= 1;
    if (this.hasWork) this.schedule();
  }

  private settleFault(batch: Batch<Question, Answer>, fault: unknown): void {
    if (batch.length === 1 || isOfAll(fault)) {
      for (const { reject } of batch) reject(fault);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    this.halves.push(batch.slice(0, middle), batch.slice(middle));
  }
}

/** Gatherers of one kind of question, one for each pool; the statements of a transaction stay its own. */
export class Gatherers<Question, Answer> {
  private readonly ofPools = new WeakMap<Queryable, Gatherer<Question, Answer>>();

  /** @param serve answers all questions, in their order */
  constructor(
    private readonly serve: (database: Queryable, questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly options: GatherOptions,
  ) {}

  /** @throws DomainError UNAVAILABLE when too many wait already, and whatever `serve` throws */
  async ask(database: Queryable, question: Question): Promise<Answer> {
    if ('transaction' in database) return this.ofPool(database).ask(question);
    const [answer] = await this.serve(database, [question]);
    if (answer === undefined) throw new Error('there is no answer to a question');
    return answer;
  }

  private ofPool(database: Queryable): Gatherer<Question, Answer> {
    const known = this.ofPools.get(database);
    if (known !== undefined) return known;
    const made = new Gatherer<Question, Answer>((questions) => this.serve(database, questions), this.options);
    this.ofPools.set(database, made);
    return made;
  }
}
