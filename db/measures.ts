import { OPEN_STATUSES } from '../domain/payments/instruction/status';
import type { Queryable } from './database';
import { UNFINISHED_STATUSES } from './webhooks/delivery-status';
import { readOldestWriter } from './webhooks/log-horizon';

/** How many of one kind there are, and how long the oldest of them has been there, in seconds. */
export interface Measure {
  name: string;
  count: number;
  oldestSeconds: number;
}

const ageOf = (column: string): string => `coalesce(extract(epoch from now() - min(${column})), 0)::float8`;

const OUTBOX_SQL = `
  select lane as name, count(*)::int as count, ${ageOf('created_at')} as "oldestSeconds" from outbox group by lane`;

/**
 * Rows of a kind are counted up to this number: each API process counts every ten seconds, and what is open may be a
 * hundred times as much. The age of the oldest row is exact.
 */
const MAX_MEASURED = 10_000;

/**
 * SQL that counts the rows of each status, up to a limit, with the age of the oldest, along an index by status and
 * `since`.
 */
function byStatusSql(table: string, statuses: readonly string[], since: string): string {
  const measureOfStatus = (status: string): string => `
    select '${status}' as name, count(*)::int as count, ${ageOf('since')} as "oldestSeconds" from (
      select ${since} as since from ${table} where status = '${status}' order by ${since} limit ${MAX_MEASURED}
    ) oldest having count(*) > 0`;
  return statuses.map(measureOfStatus).join(' union all ');
}

/** SQL that counts, by kind, the oldest rows that meet the condition. */
function byKindSql(table: string, stands: string): string {
  return `
    select kind as name, count(*)::int as count, ${ageOf('created_at')} as "oldestSeconds" from (
      select kind, created_at from ${table} where ${stands} order by created_at limit ${MAX_MEASURED}
    ) oldest group by kind`;
}

const PAYMENTS_SQL = byStatusSql('payment_instructions', OPEN_STATUSES, 'last_updated_at');
const DELIVERIES_SQL = byStatusSql('deliveries', UNFINISHED_STATUSES, 'created_at');
const CASES_SQL = byKindSql('reconciliation_cases', "state = 'open'");
const FLAGS_SQL = byKindSql('operator_flags', 'cleared_at is null');

/** What waits in the service at this moment. */
export interface Measures {
  /** Work that is to be carried to Temporal, by lane. */
  outbox: Measure[];
  /** Payments that are not final, by status. */
  payments: Measure[];
  /** Deliveries that are not final, by status; one whose attempt is being made counts as `pending`. */
  deliveries: Measure[];
  /** Open cases of reconciliation, by kind. */
  cases: Measure[];
  /** What wants an operator's attention, by kind: partners' breakers and reconcilers among them. */
  flags: Measure[];
  /** Age of the transaction that holds the log of events back, in seconds; 0 without one, NaN where it is not to be seen. */
  logHeldSeconds: number;
}

/** Counts open work, up to `MAX_MEASURED` of a kind, with the age of the oldest. Ended work is not read. */
export async function readMeasures(database: Queryable): Promise<Measures> {
  const [outbox = [], payments = [], deliveries = [], cases = [], flags = []] = await Promise.all(
    [OUTBOX_SQL, PAYMENTS_SQL, DELIVERIES_SQL, CASES_SQL, FLAGS_SQL].map((sql) => database.query<Measure>(sql)),
  );
  const writer = await readOldestWriter(database);
  const logHeldSeconds = writer === null ? 0 : (writer.ageSeconds ?? NaN);
  return { outbox, payments, deliveries, cases, flags, logHeldSeconds };
}
