import { setTimeout as delay } from 'node:timers/promises';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { openDeadlineSocket } from '../lib/deadline-socket';
import { every } from '../lib/every';
import { breaksConnection, isNoAnswer } from './faults';

/** Dates stay text: `new Date('2026-01-31')` would move them with the machine's time zone. */
const DATE_OID = 1082;
/** A statement that runs longer is a fault of ours; it must not hold a connection for ever. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A statement that waits longer for another transaction's lock gives way; its own locks may be what others wait for. */
const LOCK_TIMEOUT_MS = 10_000;
/** A transaction whose process went away in the middle holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** How long a request waits for a connection before it answers 503, where the address says nothing else. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * How long work of operators waits for a lock; other statements on the table queue behind it for as long. A little
 * longer than Postgres' `deadlock_timeout` of 1 s, after which an autovacuum that is in the way is asked to end.
 */
const OPERATOR_LOCK_TIMEOUT_MS = 1_200;
/** The first probe of an idle connection; routers forget connections after minutes. */
const KEEP_ALIVE_MS = 10_000;
/** A connection that was idle for this long is closed, so that no request finds it broken; those of `KEPT_OPEN` stay. */
const IDLE_CONNECTION_MS = 10_000;
/**
 * Connections for kept plans that stay open through a lull: a closed one takes its plans with it, and planning a hot
 * statement costs several times as much as running it.
 */
const KEPT_OPEN = 2;
/** Of the connections of a process, the share whose plans are kept. Few: each plans every statement once. */
const KEPT_SHARE = 3 / 8;
const MOST_KEPT = 6;
/** How often a connection that is idle is asked for a sign of life, and how long it may take. */
const HEARTBEAT_MS = 8_000;
const ANSWER_TO_HEARTBEAT_MS = 5_000;

type Parser = (text: string) => unknown;

const parsers = new Map<string, Parser>();

/** The parser of a column, cached: it is asked for at each column of each answer. */
function parserOf(oid: number, format: 'text' | 'binary' | undefined): Parser {
  const name = `${oid} ${format}`;
  const known = parsers.get(name);
  if (known !== undefined) return known;
  // pg types its parsers as any.
  const parser = oid === DATE_OID ? (text: string) => text : (types.getTypeParser(oid, format) as Parser);
  parsers.set(name, parser);
  return parser;
}

/**
 * What plans are chosen by, and measured with (test/plans/). The data lie on solid-state disks or in memory, where a random
 * read costs little more than the next one: by Postgres' own 4, a list may read everybody's rows in their order instead of
 * its few by an index. Compiling a plan costs more than any of our short statements.
 */
const PLANNING = '-c random_page_cost=1.1 -c jit=off';
/** By default Postgres plans the first five executions of a statement on each connection for their values. */
const KEPT_PLANS = '-c plan_cache_mode=force_generic_plan';

/**
 * Settings that a connection sends when it begins; empty behind a pooler, which refuses them or gives them to other
 * clients: there those of the role apply.
 * Source: deploy/docker/postgres/create-roles.sql
 */
function sessionSettings(isPooled: boolean) {
  if (isPooled) return {};
  return {
    options: PLANNING,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

/**
 * @param url may say it as Postgres' own clients have it: `?connect_timeout=30`, in seconds
 * @returns how long is waited for a connection, in milliseconds
 */
function connectTimeoutMs(url: string): number {
  const seconds = URL.canParse(url) ? Number(new URL(url).searchParams.get('connect_timeout')) : 0;
  return seconds > 0 ? seconds * 1000 : CONNECT_TIMEOUT_MS;
}

/** Where Postgres is, and whether connections go through a pooler. */
export interface Address {
  url: string;
  isPooled: boolean;
}

/** Options of connections for operators: statements may take hours, but none waits long for a lock. */
export function operatorConnectionOptions(url: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs(url),
    // A statement that takes hours is silent: TCP finds a server that has vanished, here and at the other end.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Not as `statement_timeout`, which the driver leaves out when it is 0.
    options: `${PLANNING} -c statement_timeout=0 -c max_parallel_maintenance_workers=0 -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3`,
    lock_timeout: OPERATOR_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'corridor operator',
  } satisfies PoolConfig;
}

/** Options of every connection for requests: each wait has a limit. */
export function connectionOptions({ url, isPooled }: Address, onSilence?: () => void) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs(url),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...sessionSettings(isPooled),
    application_name: 'corridor',
    stream: () => openDeadlineSocket(onSilence),
  } satisfies PoolConfig;
}

/** Which connection work gets: one whose plans are kept, or one that plans for the values where that may be better. */
export type Plans = 'kept' | 'for_values';

/** Whether no connection is left for further work: what was asked for in the same turn of the loop still waits. */
function isFull({ idleCount, totalCount, waitingCount, options: { max } }: Pool): boolean {
  return idleCount + max - totalCount <= waitingCount;
}

/**
 * The connections of a process: some that keep a plan for each statement, and the others. Once one of them is found
 * silent, those that were opened before it was are not trusted either: they lead to the same server that has vanished,
 * and each would cost a request its whole deadline.
 */
export class Connections {
  private readonly pools: Readonly<Record<Plans, Pool>>;
  private readonly openedAt = new WeakMap<PoolClient, number>();
  private trustedSince = -Infinity;
  private answeredAt = performance.now();
  /** When the work that is under way began, the oldest first. */
  private readonly underWay = new Map<symbol, number>();
  private probing: Promise<'answered' | 'refused' | 'silent'> | null = null;
  private readonly endHeartbeat: () => void;

  /**
   * @param optionsOf how each connection is opened; the argument is called when one is found silent
   * @param size of all together; a single one, and those of operators, keep no plans
   */
  constructor(
    private readonly optionsOf: (onSilence: () => void) => PoolConfig,
    { size, keepsPlans }: { size: number; keepsPlans: boolean },
  ) {
    const kept = keepsPlans && size > 1 ? Math.min(MOST_KEPT, Math.ceil(size * KEPT_SHARE)) : 0;
    const others = this.openPool({ max: size - kept });
    const hot = kept === 0 ? others : this.openPool({ max: kept, min: Math.min(KEPT_OPEN, kept) }, KEPT_PLANS);
    this.pools = { kept: hot, for_values: others };
    const beat = (): Promise<void> => this.beat(hot);
    this.endHeartbeat = kept === 0 ? () => undefined : every(HEARTBEAT_MS, beat, () => undefined);
  }

  /** For transactions, and for work that needs a connection of its own. */
  get pool(): Pool {
    return this.pools.for_values;
  }

  /** Connections that are open, that rest, and work that waits for one. */
  get counts(): { all: number; idle: number; waiting: number } {
    const counts = { all: 0, idle: 0, waiting: 0 };
    for (const pool of new Set(Object.values(this.pools))) {
      counts.all += pool.totalCount;
      counts.idle += pool.idleCount;
      counts.waiting += pool.waitingCount;
    }
    return counts;
  }

  private openPool(bounds: { max: number; min?: number }, settings = ''): Pool {
    const { options, ...own } = this.optionsOf(() => this.distrust());
    const pool = new Pool({
      ...own,
      ...bounds,
      ...(options === undefined ? {} : { options: `${options} ${settings}` }),
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      types: { getTypeParser: parserOf },
    });
    // A connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.openedAt.set(client, performance.now());
    });
    return pool;
  }

  private distrust(): void {
    this.trustedSince = performance.now();
  }

  get sinceAnswerMs(): number {
    return performance.now() - this.answeredAt;
  }

  /** How long the oldest work that is under way has waited for its end; 0 where there is none. */
  get oldestWorkMs(): number {
    const [oldest] = this.underWay.values();
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  /** Runs `work` with a connection of its own, which is kept unless it broke. */
  async use<Result>(kind: Plans, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const name = Symbol();
    this.underWay.set(name, performance.now());
    let client: PoolClient | null = null;
    let isBroken = false;
    try {
      client = await this.acquireTrusted(this.poolFor(kind));
      const result = await work(client);
      this.answeredAt = performance.now();
      return result;
    } catch (fault) {
      isBroken = breaksConnection(fault);
      if (!isNoAnswer(fault)) this.answeredAt = performance.now();
      throw fault;
    } finally {
      this.underWay.delete(name);
      client?.release(isBroken);
    }
  }

  /** The pool of this kind of work; the other one while it is full and the other is not. */
  private poolFor(kind: Plans): Pool {
    const { kept, for_values: others } = this.pools;
    const [first, second] = kind === 'kept' ? [kept, others] : [others, kept];
    return isFull(first) && !isFull(second) ? second : first;
  }

  private async acquireTrusted(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((this.openedAt.get(client) ?? 0) >= this.trustedSince) return client;
      client.release(true);
    }
  }

  /**
   * Asks the idle connections for kept plans for a sign of life, as routers forget what is silent; one without an answer
   * is closed, before a request finds it broken.
   */
  private async beat(kept: Pool): Promise<void> {
    const idle = Array.from({ length: kept.idleCount }, () => kept.connect());
    const distrustIfSilent = async (connected: Promise<PoolClient>): Promise<void> => {
      const client = await connected;
      const answer = client.query('select 1').then(
        () => true,
        () => false,
      );
      const isAlive = await within(ANSWER_TO_HEARTBEAT_MS, answer, false);
      if (!isAlive) this.distrust();
      client.release(!isAlive);
    };
    await Promise.all(idle.map(distrustIfSilent));
  }

  /** Whether Postgres answers within the deadline; probes at the same time share one statement. */
  async probe(deadlineMs: number): Promise<'answered' | 'refused' | 'silent'> {
    this.probing ??= this.use('kept', (client) => client.query('select 1'))
      .then(
        () => 'answered' as const,
        (fault: unknown) => (isNoAnswer(fault) ? ('silent' as const) : ('refused' as const)),
      )
      .finally(() => (this.probing = null));
    return within(deadlineMs, this.probing, 'silent');
  }

  async close(): Promise<void> {
    this.endHeartbeat();
    await Promise.all([...new Set(Object.values(this.pools))].map((pool) => pool.end()));
  }
}

/** The result of `answer`, or the fallback if that takes longer. The promise itself is not cancelled. */
async function within<Answer>(ms: number, answer: Promise<Answer>, fallback: Answer): Promise<Answer> {
  const over = new AbortController();
  const late = delay(ms, fallback, { signal: over.signal, ref: false });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    over.abort();
  }
}
