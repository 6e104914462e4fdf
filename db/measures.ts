import type { Queryable } from './database';
import { STATUS_SQL } from './webhooks/delivery-status';

/** How many of one kind there are, and how long the oldest of them has been there, in seconds. */
export interface Measure {
  name: string;
  count: number;
  oldestSeconds: number;
}

const ageOf = (column: string): string => `coalesce(extract(epoch from now() - min(${column})), 0)::float8`;

const OUTBOX_SQL = `
  select lane as name, count(*)::int as count, ${ageOf('created_at')} as "oldestSeconds" from outbox group by lane`;

const PAYMENTS_SQL = `
  select status as name, count(*)::int as count, ${ageOf('last_updated_at')} as "oldestSeconds"
  from payment_instructions where status in ('pending', 'submitted', 'accepted', 'processing') group by status`;

const DELIVERIES_SQL = `
  select ${STATUS_SQL} as name, count(*)::int as count, ${ageOf('created_at')} as "oldestSeconds"
  from deliveries d where d.status in ('pending', 'delivering', 'paused') group by 1`;

const CASES_SQL = `
  select kind as name, count(*)::int as count, ${ageOf('created_at')} as "oldestSeconds"
  from reconciliation_cases where state = 'open' group by kind`;

const FLAGS_SQL = `
  select kind as name, count(*)::int as count, ${ageOf('created_at')} as "oldestSeconds"
  from operator_flags where cleared_at is null group by kind`;

/** What waits in the service at this moment. */
export interface Measures {
  /** Work that is to be carried to Temporal, by lane. */
  outbox: Measure[];
  /** Payments that are not final, by status. */
  payments: Measure[];
  /** Deliveries that are not final, by status. */
  deliveries: Measure[];
  /** Open cases of reconciliation, by kind. */
  cases: Measure[];
  /** What wants an operator's attention, by kind: partners' breakers and reconcilers among them. */
  flags: Measure[];
}

/** Counts what waits; nothing that is final is counted, so that the numbers stay cheap. */
export async function readMeasures(database: Queryable): Promise<Measures> {
  const [outbox = [], payments = [], deliveries = [], cases = [], flags = []] = await Promise.all(
    [OUTBOX_SQL, PAYMENTS_SQL, DELIVERIES_SQL, CASES_SQL, FLAGS_SQL].map((sql) => database.query<Measure>(sql)),
  );
  return { outbox, payments, deliveries, cases, flags };
}
