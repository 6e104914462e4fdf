import type { Queryable } from './database';
import { OPEN_STAGES } from './status-sql';
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
 * Rows of a kind, and payments that partners have, are counted up to this number, those first that changed longest ago: each
 * API process counts every ten seconds, and what is open may be a hundred times as much.
 */
const MAX_MEASURED = 10_000;

interface Counted {
  table: string;
  /** Column by whose values rows are counted apart. */
  name: string;
  since: string;
  /** Column of the index by which the oldest come first; `since` where it is absent. */
  order?: string;
}

/** SQL that counts the oldest rows that meet a condition, along an index. */
const oldestSql = ({ table, name, since, order = since }: Counted, stands: string): string => `
    select ${name} as name, count(*)::int as count, ${ageOf(since)} as "oldestSeconds" from (
      select ${name}, ${since} from ${table} where ${stands} order by ${order} limit ${MAX_MEASURED}
    ) oldest group by ${name}`;

const PAYMENTS = { table: 'payment_instructions', name: 'status', since: 'last_updated_at', order: 'changed_period' };
const DELIVERIES = { table: 'deliveries', name: 'status', since: 'created_at' };
const PAYMENTS_SQL = OPEN_STAGES.map((stage) => oldestSql(PAYMENTS, `stage = '${stage}'`)).join(' union all ');
const DELIVERIES_SQL = UNFINISHED_STATUSES.map((status) => oldestSql(DELIVERIES, `status = '${status}'`)).join(
  ' union all ',
);
const CASES_SQL = oldestSql({ table: 'reconciliation_cases', name: 'kind', since: 'created_at' }, "state = 'open'");
const FLAGS_SQL = oldestSql({ table: 'operator_flags', name: 'kind', since: 'created_at' }, 'cleared_at is null');

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
