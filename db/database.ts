import { createHash } from 'node:crypto';
import knex, { type Knex } from 'knex';
import { Pool, types, type PoolClient } from 'pg';
import { translateFault } from './faults';

/** Dates stay text: `new Date('2026-01-31')` would move them with the machine's time zone. */
const DATE_OID = 1082;

/**
 * Connections of one process for hot statements; two processes and the workers fit 100. Commits that wait for the disk
 * together share one flush, so more of them go through than 10 connections could begin.
 */
const POOL_SIZE = 16;
/** Connections of one process for ordinary queries built by knex. */
const BUILDER_POOL_SIZE = 4;
/** A statement that runs longer is a fault of ours; it must not hold a connection for ever. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** How long a request waits for a connection before it answers 503. */
const CONNECT_TIMEOUT_MS = 5_000;

export interface Queryable {
  /**
   * Runs one statement with parameters; the text is prepared once per connection.
   * @throws DomainError UNAVAILABLE when Postgres cannot be reached
   */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Ordinary queries and migrations; hot paths use `query`. */
  readonly builder: Knex;
  readonly pool: Pool;
  readonly url: string;
  /** Address past a pooler that shares connections between transactions: LISTEN needs a connection of its own. */
  readonly directUrl: string;
  /** Runs `work` in one READ COMMITTED transaction; no network call belongs inside. */
  transaction<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** What knex would say on the console: a fault reaches whoever asked, and is logged there. */
const SILENT = { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined };

const statementNames = new Map<string, string>();

/** Named by content, so that equal statements share one plan per connection. */
function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = `c_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  statementNames.set(text, name);
  return name;
}

function queryWith(client: Pool | PoolClient): Queryable['query'] {
  return async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    try {
      const result = await client.query<Row>({ name: statementName(text), text, values });
      return result.rows;
    } catch (fault) {
      throw translateFault(fault);
    }
  };
}

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
 * Limits that a connection asks for as it begins. A pooler that shares connections refuses them or gives them to
 * strangers: behind one, the limits of the role apply. Source: docker/postgres/create-roles.sql
 */
function sessionLimits(isPooled: boolean): { statement_timeout?: number } {
  return isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS };
}

function openPool(url: string, size: number, isPooled: boolean): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...sessionLimits(isPooled),
    application_name: 'corridor',
    types: { getTypeParser: parserOf },
  });
  // An idle connection that Postgres closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Opens the pools of this process.
 * @param url `postgres://…`
 * @param directUrl given when `url` is a pooler's: the address of Postgres itself
 */
export function openDatabase(url: string, poolSize: number = POOL_SIZE, directUrl: string | null = null): Database {
  const isPooled = directUrl !== null && directUrl !== url;
  const pool = openPool(url, poolSize, isPooled);
  const builder = knex({
    client: 'pg',
    connection: { connectionString: url, ...sessionLimits(isPooled), application_name: 'corridor' },
    pool: { min: 0, max: BUILDER_POOL_SIZE },
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS,
    log: SILENT,
    // A fault may be logged: it tells the statement, never its values.
    compileSqlOnError: false,
  });
  return {
    builder,
    pool,
    url,
    directUrl: directUrl ?? url,
    query: queryWith(pool),
    async transaction(work) {
      const client = await pool.connect().catch((fault: unknown) => {
        throw translateFault(fault);
      });
      let broken: Error | undefined;
      try {
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
        const result = await work({ query: queryWith(client) });
        await client.query('COMMIT');
        return result;
      } catch (fault) {
        // A connection that cannot roll back is thrown away instead of being reused in an unknown state.
        await client.query('ROLLBACK').catch((failure: unknown) => {
          broken = failure instanceof Error ? failure : new Error(String(failure));
        });
        throw translateFault(fault);
      } finally {
        client.release(broken);
      }
    },
    async close() {
      await Promise.all([pool.end(), builder.destroy()]);
    },
  };
}
