import type { Tenant } from '../../domain/auth/tenant';
import type { Plan } from '../../domain/limits/plans';
import type { Database, Queryable } from '../database';
import { BatchedCounts } from './batched-counts';
import { utcDate } from '../../domain/calendar-dates';

/** Requests are added up in the process and written so much later: none of them writes a row of its own. */
const WRITE_AFTER_MS = 5_000;
const TOO_MANY_REQUESTS = 429;

/** A request with a key of an account that was answered. */
export interface CountedRequest {
  tenant: Tenant;
  plan: Plan;
  /** Id of the operation. */
  operation: string;
  /** HTTP status of the answer. */
  status: number;
}

interface Count {
  requests: number;
  /** By a limit: 429. */
  refused: number;
  /** Every other 4xx and 5xx. */
  failed: number;
}

interface Row extends Count {
  /** Those that the request log lacks. */
  unlisted: number;
  account: string;
  environment: string;
  day: string;
  plan: string;
  operation: string;
}

/** In the order of the key, so that two processes can never wait for each other. */
const ADD_SQL = `
  insert into request_counts as c (account_id, environment, day, plan, operation, requests, refused, failed, unlisted)
  select account, environment, day, plan, operation, requests, refused, failed, unlisted
  from jsonb_to_recordset($1::jsonb) as r (account text, environment environment, day date, plan text, operation text,
    requests bigint, refused bigint, failed bigint, unlisted bigint)
  order by account, environment, day, plan, operation
  on conflict (account_id, environment, day, plan, operation) do update set requests = c.requests + excluded.requests,
    refused = c.refused + excluded.refused, failed = c.failed + excluded.failed,
    unlisted = c.unlisted + excluded.unlisted`;

function addCounts(one: Row, other: Row): Row {
  const { requests, refused, failed, unlisted } = one;
  return {
    ...one,
    requests: requests + other.requests,
    refused: refused + other.refused,
    failed: failed + other.failed,
    unlisted: unlisted + other.unlisted,
  };
}

/**
 * Counts the requests of accounts over all processes. What a process that is killed has not written yet is lost: the
 * limits have counters of their own.
 * Source: docs/GAPS.md#L4
 */
export class RequestCounter {
  private readonly counts: BatchedCounts<Row>;

  constructor(
    database: Database,
    private readonly now: () => Date,
    onFault: (fault: unknown) => void,
  ) {
    const write = async (counts: ReadonlyMap<string, Row>): Promise<void> => {
      await database.query(ADD_SQL, [JSON.stringify([...counts.values()])]);
    };
    this.counts = new BatchedCounts({ writeAfterMs: WRITE_AFTER_MS, sum: addCounts, write, onFault });
  }

  /** @param isListed whether the request log has it, or has it in hand */
  count(request: CountedRequest, isListed = true): void {
    const { status } = request;
    const refused = status === TOO_MANY_REQUESTS ? 1 : 0;
    const failed = status >= 400 && refused === 0 ? 1 : 0;
    this.add(request, { requests: 1, refused, failed, unlisted: isListed ? 0 : 1 });
  }

  /** Notes that the request log has lost a request that is counted already. */
  countLost(request: CountedRequest): void {
    this.add(request, { requests: 0, refused: 0, failed: 0, unlisted: 1 });
  }

  private add({ tenant, plan, operation }: CountedRequest, numbers: Count & { unlisted: number }): void {
    const { accountId: account, environment } = tenant;
    const day = utcDate(this.now());
    const row = { account, environment, day, plan, operation, ...numbers };
    this.counts.add([account, environment, day, plan, operation].join(' '), row);
  }

  /** Writes what was counted; done by itself shortly after a request. */
  write(): Promise<void> {
    return this.counts.write();
  }
}

/** Requests of one day, one plan and one operation. */
export interface DayUsage extends Count {
  /** Calendar date, UTC. */
  day: string;
  plan: string;
  operation: string;
}

/**
 * Requests of one side of an account since a day, by day and operation: the newest day and the most frequent operation
 * first.
 */
export async function listUsage(database: Queryable, tenant: Tenant, from: string): Promise<DayUsage[]> {
  return database.query<DayUsage>(
    `select day::text as day, plan, operation, requests::float8 as requests, refused::float8 as refused,
            failed::float8 as failed
     from request_counts where account_id = $1 and environment = $2 and day >= $3::date
     order by day desc, requests desc, operation, plan limit 10000`,
    [tenant.accountId, tenant.environment, from],
  );
}

/** How many requests of one side of an account since a day are missing from the request log. */
export async function countUnlisted(database: Queryable, tenant: Tenant, from: string): Promise<number> {
  const [row] = await database.query<{ unlisted: number }>(
    `select coalesce(sum(unlisted), 0)::float8 as unlisted
     from request_counts where account_id = $1 and environment = $2 and day >= $3::date`,
    [tenant.accountId, tenant.environment, from],
  );
  return row?.unlisted ?? 0;
}
