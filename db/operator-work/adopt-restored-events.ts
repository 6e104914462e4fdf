import type { OperatorDatabase } from '../database';
import { retryOnLock } from './lock-retries';

/** Events of one transaction. */
const PAGE = 1_000;

/** One side of an account, which has a log of its own. */
interface Log {
  accountId: string;
  environment: string;
}

/** Later than any transaction that this server has begun. */
const NOT_GIVEN_OUT = 'transaction_id >= pg_snapshot_xmax(pg_current_snapshot())';

/** The log's order, of which the newest event of each log is one step into an index, however many events there are. */
const NEWEST_FIRST = 'e.transaction_id desc, e.created_at desc, coalesce(e.sequence, 0) desc, e.id desc';

/** Sides of accounts whose newest event has a transaction number that this server has not given out yet. */
async function findRestoredLogs(database: OperatorDatabase): Promise<Log[]> {
  return database.query<Log & Record<string, unknown>>(
    `select a.id as "accountId", side.environment
     from accounts a cross join (values ('test'), ('live')) as side (environment)
     cross join lateral (
       select e.transaction_id from events e
       where e.account_id = a.id and e.environment = side.environment and not e.sample
       order by ${NEWEST_FIRST} limit 1) newest
     where newest.${NOT_GIVEN_OUT} order by a.id`,
  );
}

/**
 * Adopts one page of events. By the snapshot of its own statement it leaves out events that the service writes
 * meanwhile.
 * @returns how many
 */
async function adoptPage(database: OperatorDatabase, { accountId, environment }: Log): Promise<number> {
  const adopted = await database.query(
    `with page as materialized (
       select id from events
       where account_id = $1 and environment = $2 and not sample and ${NOT_GIVEN_OUT}
       order by transaction_id, created_at, coalesce(sequence, 0), id limit ${PAGE} for no key update)
     update events e set transaction_id = '0' from page where e.id = page.id returning 1 as one`,
    [accountId, environment],
  );
  return adopted.length;
}

/**
 * Adopts the events of a loaded dump: their transaction numbers are of another server and may be ahead of this one's,
 * which would hide them from readers of the log. They become the oldest, ordered by time. It works page by page; after
 * a kill the next run continues.
 * @returns how many
 * Source: docs/internal/decisions/0013-order-of-the-event-log.md
 */
export async function adoptRestoredEvents(database: OperatorDatabase): Promise<number> {
  const { say } = database;
  let events = 0;
  for (const log of await findRestoredLogs(database)) {
    const name = `Events of ${log.accountId}, ${log.environment}`;
    let adopted: number;
    do {
      adopted = await retryOnLock({ name, say }, () => adoptPage(database, log));
      events += adopted;
    } while (adopted === PAGE);
    say(`${name}: adopted; ${events} events of a restored dump so far`);
  }
  return events;
}
