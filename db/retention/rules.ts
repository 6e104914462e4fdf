import { firstIdAt, type IdKind } from '../../domain/ids';
import type { Queryable } from '../database';
import { removeExpiredFiles } from '../documents/store';
import { sweepBuckets } from '../limits/sweep';
import { IS_CURRENT_SQL } from '../operator-flags';
import { TOPICS } from '../outbox';
import { LISTED_DAYS } from '../../domain/limits/listed-request';

/** Days for which events, deliveries and answers of operations other than payments are kept. Source: docs/GAPS.md#W7 */
export const KEPT_DAYS = 30;

/** Keys of these operations are kept for ever: a repeat, however late, must not pay again. Source: docs/GAPS.md#P6 */
const KEPT_OPERATIONS: readonly string[] = [
  'createPaymentInstruction',
  'resubmitPaymentInstruction',
  'createPaymentBatch',
];

/** A client that was frozen may still come back for its claim, but not after a day. */
const ABANDONED_CLAIM = "interval '1 day'";

const EXPIRED = `now() - make_interval(days => ${KEPT_DAYS})`;

/** Where the first page of a run begins: before every id. */
export const FIRST_PLACE = '';

/** What one page did. */
export interface RetentionPage {
  deleted: number;
  /** Where the next page begins; null after the last one. */
  next: string | null;
}

/** What has one retention time. */
export interface RetentionRule {
  /** Name of its count in the result. */
  name: string;
  /**
   * Deletes one page by the clock of Postgres.
   * @param place where the page before ended; `FIRST_PLACE` for the first of a run
   */
  deletePage(database: Queryable, pageSize: number, place: string): Promise<RetentionPage>;
}

async function countAffected(database: Queryable, sql: string, values: unknown[]): Promise<number> {
  return (await database.query(sql, values, 'for_values')).length;
}

/** A rule whose every page begins with the first row that is left, for tables in which few rows expire. */
function deleteFromStart(
  name: string,
  deleteRows: (database: Queryable, pageSize: number) => Promise<number>,
): RetentionRule {
  return {
    name,
    deletePage: async (database, pageSize) => {
      const deleted = await deleteRows(database, pageSize);
      return { deleted, next: deleted < pageSize ? null : FIRST_PLACE };
    },
  };
}

/** A table to which every payment adds rows. Ids begin with their time, so the primary key finds the old ones. */
interface Growing {
  table: string;
  kind: IdKind;
  /** `KEPT_DAYS` where absent. */
  keptDays?: number;
}

/** The last id of the next page of rows that are old enough, null where there is none, and the size of the page. */
async function readNextIds(
  database: Queryable,
  { table, kind, keptDays = KEPT_DAYS }: Growing,
  { place, pageSize }: { place: string; pageSize: number },
): Promise<{ last: string | null; rows: number }> {
  const [clock] = await database.query<{ ms: string }>(
    `select floor(extract(epoch from now() - make_interval(days => ${keptDays})) * 1000)::text as ms`,
  );
  const [page] = await database.query<{ last: string | null; rows: number }>(
    `select max(id) as last, count(*)::int as rows from (
       select id from ${table} where id > $1 and id < $2 order by id limit $3) page`,
    [place, firstIdAt(kind, Number(clock?.ms ?? 0)), pageSize],
    'for_values',
  );
  return page ?? { last: null, rows: 0 };
}

/**
 * A rule that walks through the old rows of a table by id: a page examines `pageSize` rows, deletes those that may go,
 * and the next page begins after it. Remaining rows are read once a run, and so are deleted rows that Postgres must
 * keep for an older transaction, such as that of a dump: pages that begin with the first row would read all of them
 * again.
 * @param sql deletes the rows from `$1`, exclusive, to `$2` that may go
 */
function deleteWalking(name: string, growing: Growing, sql: string): RetentionRule {
  return {
    name,
    deletePage: async (database, pageSize, place) => {
      const { last, rows } = await readNextIds(database, growing, { place, pageSize });
      if (last === null) return { deleted: 0, next: null };
      const deleted = await countAffected(database, sql, [place, last]);
      return { deleted, next: rows < pageSize ? null : last };
    },
  };
}

/** Rows of a table that go once they have had their time. */
interface Expiring {
  table: string;
  /** A condition in SQL. */
  isOver: string;
  /** Of an index that finds them. */
  order?: string;
}

/** SQL that deletes a page of expired rows; locked ones are skipped, and found again by a later page. */
const deletionSql = ({ table, isOver, order }: Expiring): string => `
  delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${isOver} ${order === undefined ? '' : `order by ${order}`}
    limit $1 for update skip locked))
  returning 1`;

/**
 * A delivery that waits or is being attempted stays, however old it is, and so do its event and its attempts. One that is
 * parked goes: the endpoint was switched off for a month, and each page would have to pass over all of its deliveries.
 * Its workflow, or the subscription's sender, gets a signal and ends.
 */
const DELIVERIES_SQL = `
  with expired as (
    select ctid, id, account_id, webhook_id, in_sender, status from deliveries
    where id > $1 and id <= $2 and created_at < ${EXPIRED} and coalesce(finished_at, created_at) < ${EXPIRED}
      and status in ('delivered', 'failed', 'cancelled', 'paused')
    order by id for update skip locked),
  told as (
    insert into outbox (topic, subject, account_id)
    select distinct case when in_sender then '${TOPICS.sendFirsts}' else '${TOPICS.signalDelivery}' end,
      case when in_sender then webhook_id else id end, account_id from expired where status = 'paused'),
  attempts as (delete from delivery_attempts where delivery_id in (select id from expired))
  delete from deliveries where ctid = any(array(select ctid from expired)) returning 1`;

/** An event stays while a delivery of it does. */
const EVENTS_SQL = `
  delete from events where ctid = any(array(
    select ctid from events where id > $1 and id <= $2 and created_at < ${EXPIRED}
      and not exists (select from deliveries d where d.event_id = events.id)
    order by id for update skip locked))
  returning 1`;

/** What was flagged about a payment that has ended is shown no more; so many would be passed over by each list of flags. */
const FLAGS_SQL = `
  update operator_flags set cleared_at = now() where ctid = any(array(
    select f.ctid from operator_flags f join payment_instructions i on i.id = f.subject
    where f.cleared_at is null and not ${IS_CURRENT_SQL} limit $1 for update of f skip locked))
  returning 1`;

const REQUESTS_SQL = `
  delete from request_log where ctid = any(array(
    select ctid from request_log where id > $1 and id <= $2 order by id for update skip locked))
  returning 1`;

/** What a change of bank details has replaced is kept for 90 days after it was confirmed or old enough. */
const CHANGES_SQL = `
  update beneficiaries set change_sealed = null where id in (
    select b.id from beneficiaries b
    join beneficiary_versions v on v.beneficiary_id = b.id and v.version = b.version
    where b.change_sealed is not null and coalesce(v.confirmed_at, v.held_until) < now() - interval '90 days'
    order by b.updated_at limit $1 for no key update of b skip locked)
  returning 1`;

const PREVIOUS_SECRETS_SQL = `
  update webhook_subscriptions set previous_secret_sealed = null where id in (
    select id from webhook_subscriptions where previous_secret_sealed is not null and overlap_until < now()
    limit $1 for no key update skip locked)
  returning 1`;

/** A rule that calls a function of the owner in SQL, where the worker's role lacks the privileges. */
function callFunction(name: string, call: string): RetentionRule {
  return deleteFromStart(name, async (database, pageSize) => {
    const [row] = await database.query<{ count: number }>(`select ${call} as count`, [pageSize]);
    return row?.count ?? 0;
  });
}

function runStatement(name: string, sql: string): RetentionRule {
  return deleteFromStart(name, (database, pageSize) => countAffected(database, sql, [pageSize]));
}

function deleteExpiring(name: string, rows: Expiring): RetentionRule {
  return runStatement(name, deletionSql(rows));
}

/**
 * The rules of retention, in an order that lets each delete what the previous one released. Payments, their reports,
 * cases and the audit log have no rule: they are kept.
 * Source: docs/GAPS.md#retention
 */
export const RETENTION_RULES: readonly RetentionRule[] = [
  deleteExpiring('idempotencyKeys', {
    table: 'idempotency_keys',
    isOver: `created_at < ${EXPIRED} and ${KEPT_OPERATIONS.map((name) => `operation <> '${name}'`).join(' and ')}
      and (status_code is not null or claimed_until < now() - ${ABANDONED_CLAIM})`,
  }),
  deleteWalking('deliveries', { table: 'deliveries', kind: 'delivery' }, DELIVERIES_SQL),
  deleteWalking('events', { table: 'events', kind: 'event' }, EVENTS_SQL),
  deleteExpiring('webhookRecoveries', {
    table: 'webhook_recoveries',
    isOver: `status = 'completed' and created_at < ${EXPIRED}`,
    order: 'created_at, id',
  }),
  deleteExpiring('webhookDrills', {
    table: 'webhook_drills',
    isOver: `created_at < ${EXPIRED}`,
    order: 'created_at, id',
  }),
  // A deleted subscription is kept while a delivery names it.
  deleteExpiring('webhookSubscriptions', {
    table: 'webhook_subscriptions',
    isOver: `deleted_at < ${EXPIRED}
      and not exists (select from deliveries d where d.webhook_id = webhook_subscriptions.id)`,
  }),
  runStatement('previousWebhookSecrets', PREVIOUS_SECRETS_SQL),
  runStatement('changedBankDetails', CHANGES_SQL),
  runStatement('operatorFlags', FLAGS_SQL),
  callFunction('partnerSecrets', "remove_expired('partner_secrets', $1)"),
  callFunction('logins', "remove_expired('logins', $1)"),
  callFunction('loginChallenges', "remove_expired('login_challenges', $1)"),
  callFunction('keptForms', "remove_expired('kept_forms', $1)"),
  callFunction('userLinks', "remove_expired('user_links', $1)"),
  // What would carry out proposals that ran out; who proposed what, and when, stays.
  callFunction('proposals', 'empty_proposals($1)'),
  // The audit log keeps each of their decisions.
  deleteExpiring('bulkDecisions', {
    table: 'bulk_decisions',
    isOver: `(status = 'prepared' and created_at < now() - interval '1 day') or finished_at < ${EXPIRED}`,
    order: 'created_at, id',
  }),
  deleteExpiring('seenSignatures', { table: 'seen_signatures', isOver: 'expires_at < now()' }),
  // A creation that names a quote of yesterday is told that it has expired, one of an older quote that there is none.
  deleteExpiring('paymentQuotes', { table: 'payment_quotes', isOver: "expires_at < now() - interval '1 day'" }),
  deleteWalking('requestLog', { table: 'request_log', kind: 'request', keptDays: LISTED_DAYS }, REQUESTS_SQL),
  // A year and a month: this month can be compared with the same one of last year.
  deleteExpiring('requestCounts', {
    table: 'request_counts',
    isOver: "day < (now() - interval '13 months')::date",
  }),
  // A repair that was needed again after so long is a new one.
  deleteExpiring('repairs', { table: 'repairs', isOver: "last_at < now() - interval '7 days'" }),
  // By then their payments are settled with the partner, or no longer asked about.
  deleteExpiring('unmatchedReports', {
    table: 'unmatched_reports',
    isOver: "last_at < now() - interval '90 days'",
  }),
  deleteFromStart('documentFiles', removeExpiredFiles),
  deleteFromStart('rateBuckets', sweepBuckets),
];
