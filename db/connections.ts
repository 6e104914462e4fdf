import { setTimeout as delay } from 'node:timers/promises';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { openDeadlineSocket } from '../lib/deadline-socket';
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
/** A connection that was idle for this long is closed, so that no request finds it broken. */
export const IDLE_CONNECTION_MS = 10_000;

type Parser = (text: string) => unknown;

const parsers = new Map<string, Parser>();

/** Asked for each column of each answer, so each parser is made once. */
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

/**
 * Settings that a connection asks for as it begins. A pooler that shares connections refuses them or gives them to
 * strangers: behind one, those of the role apply. Source: docker/postgres/create-roles.sql
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

/** A connection for what operators ask for: statements may take hours, and none waits long for a lock. */
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

/** What every connection for requests has in common: each wait has an end. */
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

/**
 * The connections for hot statements. Once one of them is found silent, those that were opened before it was are not
 * trusted either: they lead to the same server that has vanished, and each would cost a request its whole deadline.
 */
export class Connections {
  readonly pool: Pool;
  private readonly openedAt = new WeakMap<PoolClient, number>();
  private trustedSince = -Infinity;
  private answeredAt = performance.now();
  /** When the work that is under way began, the oldest first. */
  private readonly underWay = new Map<symbol, number>();
  private probing: Promise<'answered' | 'refused' | 'silent'> | null = null;

  /** @param optionsOf how each connection is opened; the argument is called when one is found silent */
  constructor(optionsOf: (onSilence: () => void) => PoolConfig, size: number) {
    this.pool = new Pool({
      ...optionsOf(() => (this.trustedSince = performance.now())),
      max: size,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      types: { getTypeParser: parserOf },
    });
    // A connection that breaks is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.openedAt.set(client, performance.now());
    });
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
  async use<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const name = Symbol();
    this.underWay.set(name, performance.now());
    let client: PoolClient | null = null;
    let isBroken = false;
    try {
      client = await this.acquire();
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

  private async acquire(): Promise<PoolClient> {
    for (;;) {
      const client = await this.pool.connect();
      if ((this.openedAt.get(client) ?? 0) >= this.trustedSince) return client;
      client.release(true);
    }
  }

  /** One probe at a time: health checks come from several sides, and each must cost next to nothing. */
  async probe(deadlineMs: number): Promise<'answered' | 'refused' | 'silent'> {
    this.probing ??= this.use((client) => client.query('select 1'))
      .then(
        () => 'answered' as const,
        (fault: unknown) => (isNoAnswer(fault) ? ('silent' as const) : ('refused' as const)),
      )
      .finally(() => (this.probing = null));
    const silent = new AbortController();
    const late = delay(deadlineMs, 'silent' as const, { signal: silent.signal, ref: false });
    late.catch(() => undefined);
    try {
      return await Promise.race([this.probing, late]);
    } finally {
      silent.abort();
    }
  }
}
