import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { connectionOptions, Connections, operatorConnectionOptions, type Plans } from './connections';
import { BrokenTransaction, translateFault } from './faults';

/**
 * Connections of one process for statements and transactions; two processes and the workers fit 100. Commits that wait
 * for the disk together share one flush, so more of them go through than 10 connections could begin.
 */
export const POOL_SIZE = 16;
/** One holds a lock, one works, one looks how far the work is. */
const OPERATOR_POOL_SIZE = 3;

/**
 * How a statement is planned. `once`: it is prepared for its connection, and keeps one plan for all values; in most
 * transactions, from its sixth execution on. `for_values`: a plan for the values of each execution, since how many rows
 * have them decides which index serves best: lists, counts and pages of recurring tasks.
 */
export type Planning = 'once' | 'for_values';

export interface Queryable {
  /**
   * Runs one statement with parameters.
   * @param planning `once` by default
   * @throws DomainError UNAVAILABLE when Postgres cannot be reached
   */
  query<Row extends object>(text: string, values?: unknown[], planning?: Planning): Promise<Row[]>;
}

/** What a write needs: statements, and transactions of its own. */
export interface Transacting extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction; no network call belongs inside.
   * @param plans `kept` for short transactions of hot paths, which would plan their statements anew
   */
  transaction<Result>(work: (client: Queryable) => Promise<Result>, plans?: Plans): Promise<Result>;
}

/** @returns a transaction that is under way, for writes that would begin their own: they end with it, all or none */
export function within(client: Queryable): Transacting {
  return { query: client.query.bind(client), transaction: (work) => work(client) };
}

export interface Database extends Transacting {
  readonly pool: Pool;
  /** Connections that are open, that rest, and work that waits for one. */
  connectionCounts(): { all: number; idle: number; waiting: number };
  readonly url: string;
  /** Address past a pooler that shares connections between transactions: LISTEN needs a connection of its own. */
  readonly directUrl: string;
  /** How long ago Postgres gave any answer to this process, a refusal included, in milliseconds. */
  sinceAnswerMs(): number;
  /** How long the oldest statement or transaction under way has waited for its end, in milliseconds. */
  oldestWorkMs(): number;
  /**
   * Asks Postgres whether it is there.
   * @returns `silent` when it has neither answered nor refused within `deadlineMs`
   */
  probe(deadlineMs: number): Promise<'answered' | 'refused' | 'silent'>;
  close(): Promise<void>;
}

/** @returns whether it is no transaction under way: nothing that is set for one statement lasts beyond it */
export function isDatabase(source: Queryable): source is Database {
  return 'pool' in source;
}

/** Shows the operator what is waited for, or how far the work is. */
export type Say = (line: string) => void;

/**
 * Connections for the work that operators ask for: migrations, adoption after a restore, imports and a new data key. Such
 * a statement may take hours and waits a second for a lock, see `retryOnLock`.
 */
export interface OperatorDatabase extends Database {
  readonly say: Say;
}

const statementNames = new Map<string, string>();

/** The name of a prepared statement, made from its text, so that equal statements share one plan per connection. */
function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = `c_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  statementNames.set(text, name);
  return name;
}

/** The statement as pg prepares it: one without a name is planned for its values. */
function toStatement(text: string, values: unknown[], planning: Planning = 'once') {
  return planning === 'once' ? { name: statementName(text), text, values } : { text, values };
}

/** @returns a function that runs a statement on a connection and translates its faults */
function queryWith(client: PoolClient): Queryable['query'] {
  return async <Row extends object>(text: string, values: unknown[] = [], planning?: Planning): Promise<Row[]> => {
    try {
      return (await client.query<Row>(toStatement(text, values, planning))).rows;
    } catch (fault) {
      throw translateFault(fault);
    }
  };
}

/**
 * Runs work in a transaction on a connection; rolls back and rethrows on a fault.
 * @throws BrokenTransaction if the rollback fails, so that the connection is closed
 */
async function inTransaction<Result>(
  client: PoolClient,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work({ query: queryWith(client) });
    await client.query('COMMIT');
    return result;
  } catch (fault) {
    // A connection that cannot roll back is thrown away instead of being reused in an unknown state.
    await client.query('ROLLBACK').catch((cause: unknown) => {
      throw new BrokenTransaction(fault, cause);
    });
    throw fault;
  }
}

/** Makes a database of connections; faults of its statements are translated. */
function assembleDatabase(connections: Connections, url: string, directUrl: string): Database {
  return {
    pool: connections.pool,
    connectionCounts: () => connections.counts,
    url,
    directUrl,
    async query<Row extends object>(text: string, values: unknown[] = [], planning?: Planning): Promise<Row[]> {
      try {
        const plans = planning === 'for_values' ? planning : 'kept';
        return (await connections.use(plans, (client) => client.query<Row>(toStatement(text, values, planning)))).rows;
      } catch (fault) {
        throw translateFault(fault);
      }
    },
    async transaction(work, plans = 'for_values') {
      try {
        return await connections.use(plans, (client) => inTransaction(client, work));
      } catch (fault) {
        throw translateFault(fault instanceof BrokenTransaction ? fault.fault : fault);
      }
    },
    sinceAnswerMs: () => connections.sinceAnswerMs,
    oldestWorkMs: () => connections.oldestWorkMs,
    probe: (deadlineMs) => connections.probe(deadlineMs),
    close: () => connections.close(),
  };
}

/**
 * Opens the connection pools of a process.
 * @param url `postgres://…`
 * @param directUrl given when `url` is a pooler's: the address of Postgres itself
 */
export function openDatabase(url: string, poolSize: number = POOL_SIZE, directUrl: string | null = null): Database {
  const address = { url, isPooled: directUrl !== null && directUrl !== url };
  const connections = new Connections((onSilence) => connectionOptions(address, onSilence), {
    size: poolSize,
    keepsPlans: true,
  });
  return assembleDatabase(connections, url, directUrl ?? url);
}

/**
 * Opens connections for the work of operators, such as migrations.
 * @param url address of Postgres itself, past a pooler
 */
export function openOperatorDatabase(url: string, say: Say = () => undefined): OperatorDatabase {
  const connections = new Connections(() => operatorConnectionOptions(url), {
    size: OPERATOR_POOL_SIZE,
    keepsPlans: false,
  });
  return { ...assembleDatabase(connections, url, url), say };
}
