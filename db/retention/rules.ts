import { LOGIN_IDLE_MS, LOGIN_KNOWN_MS } from '../../domain/auth/logins';
import { timePart } from '../../domain/ids';
import type { Queryable } from '../database';
import { removeExpiredFiles } from '../documents/store';
import { sweepBuckets } from '../limits/sweep';

/** Days for which events, deliveries and answers of operations other than payments are kept. Source: docs/GAPS.md#W7 */
export const KEPT_DAYS = 30;

/** Keys of these operations are kept for ever: a repeat, however late, must not pay again. Source: docs/GAPS.md#P6 */
const KEPT_OPERATIONS = ['createPaymentInstruction', 'resubmitPaymentInstruction'] as const;

/** A client that was frozen for long may still come back for what it claimed; after a day nobody does. */
const ABANDONED_CLAIM = "interval '1 day'";

const EXPIRED = `now() - make_interval(days => ${KEPT_DAYS})`;

/** What has one retention time. */
export interface RetentionRule {
  /** Name of its count in the result. */
  name: string;
  /** Deletes one page by the clock of Postgres. @returns how many went; fewer than `pageSize` when it was the last */
  deletePage(database: Queryable, pageSize: number): Promise<number>;
}

async function affected(database: Queryable, sql: string, values: unknown[]): Promise<number> {
  return (await database.query(sql, values)).length;
}

/** Ids begin with their time, so the primary key finds the old rows: the first characters of ids of 30 days ago. */
async function expiredIdsBelow(database: Queryable, prefix: string): Promise<string> {
  const [row] = await database.query<{ ms: string }>(`select floor(extract(epoch from ${EXPIRED}) * 1000)::text as ms`);
  return prefix + timePart(Number(row?.ms ?? 0));
}

const IDEMPOTENCY_SQL = `
  delete from idempotency_keys where (scope, operation, key) in (
    select scope, operation, key from idempotency_keys
    where created_at < ${EXPIRED} and ${KEPT_OPERATIONS.map((name) => `operation <> '${name}'`).join(' and ')}
      and (status_code is not null or claimed_until < now() - ${ABANDONED_CLAIM})
    limit $1 for update skip locked)
  returning 1`;

/** A delivery that is not finished stays, however old it is, and so do its event and its attempts. */
const DELIVERIES_SQL = `
  with expired as (
    select id from deliveries
    where id < $2 and created_at < ${EXPIRED} and coalesce(finished_at, created_at) < ${EXPIRED}
      and status in ('delivered', 'failed', 'cancelled')
    order by id limit $1 for update skip locked),
  attempts as (delete from delivery_attempts where delivery_id in (select id from expired))
  delete from deliveries where id in (select id from expired) returning 1`;

const EVENTS_SQL = `
  delete from events where id in (
    select e.id from events e
    where e.created_at < ${EXPIRED} and not exists (select from deliveries d where d.event_id = e.id)
    order by e.created_at limit $1 for update skip locked)
  returning 1`;

/** A deleted subscription is kept while a delivery names it. */
const SUBSCRIPTIONS_SQL = `
  delete from webhook_subscriptions where id in (
    select s.id from webhook_subscriptions s
    where s.deleted_at < ${EXPIRED} and not exists (select from deliveries d where d.webhook_id = s.id)
    limit $1 for update skip locked)
  returning 1`;

const PREVIOUS_SECRETS_SQL = `
  update webhook_subscriptions set previous_secret_sealed = null where id in (
    select id from webhook_subscriptions where previous_secret_sealed is not null and overlap_until < now()
    limit $1 for update skip locked)
  returning 1`;

/** A creation that names a quote of yesterday is told that it has expired, one of an older quote that there is none. */
const QUOTES_SQL = `
  delete from payment_quotes where id in (
    select id from payment_quotes where expires_at < now() - interval '1 day' limit $1 for update skip locked)
  returning 1`;

const PARTNER_SECRETS_SQL = `
  delete from partner_secrets where id in (
    select id from partner_secrets where expires_at < now() limit $1 for update skip locked)
  returning 1`;

const LOGIN_KNOWN = `make_interval(secs => ${LOGIN_KNOWN_MS / 1000})`;

const LOGINS_SQL = `
  delete from logins where token_hash in (
    select token_hash from logins
    where expires_at < now() - ${LOGIN_KNOWN}
      or last_seen_at < now() - ${LOGIN_KNOWN} - make_interval(secs => ${LOGIN_IDLE_MS / 1000})
    limit $1 for update skip locked)
  returning 1`;

const CHALLENGES_SQL = `
  delete from login_challenges where token_hash in (
    select token_hash from login_challenges where expires_at < now() limit $1 for update skip locked)
  returning 1`;

const KEPT_FORMS_SQL = `
  delete from kept_forms where id in (
    select id from kept_forms where expires_at < now() limit $1 for update skip locked)
  returning 1`;

const INVITATIONS_SQL = `
  delete from invitations where id in (
    select id from invitations where expires_at < now() limit $1 for update skip locked)
  returning 1`;

const SIGNATURES_SQL = `
  delete from seen_signatures where (partner_id, signature) in (
    select partner_id, signature from seen_signatures where expires_at < now() limit $1 for update skip locked)
  returning 1`;

/** A repair that was needed again after so long is a new one. */
const REPAIRS_SQL = `
  delete from repairs where (kind, subject) in (
    select kind, subject from repairs where last_at < now() - interval '7 days' limit $1 for update skip locked)
  returning 1`;

/** By then the payments that they are about are agreed with the partner, or nobody asks any more. */
const UNMATCHED_REPORTS_SQL = `
  delete from unmatched_reports where id in (
    select id from unmatched_reports where last_at < now() - interval '90 days' limit $1 for update skip locked)
  returning 1`;

const RECOVERIES_SQL = `
  delete from webhook_recoveries where id in (
    select id from webhook_recoveries where status = 'completed' and created_at < ${EXPIRED}
    order by created_at, id limit $1 for update skip locked)
  returning 1`;

/** A year and a month: this month can be compared with the same one of last year. */
const REQUEST_COUNTS_SQL = `
  delete from request_counts where (account_id, environment, day, plan, operation) in (
    select account_id, environment, day, plan, operation from request_counts
    where day < (now() - interval '13 months')::date limit $1 for update skip locked)
  returning 1`;

function statement(name: string, sql: string): RetentionRule {
  return { name, deletePage: (database, pageSize) => affected(database, sql, [pageSize]) };
}

/**
 * What is kept for a time only, in an order that lets each rule delete what the one before it released.
 * Payments, their reports, cases and the audit log have no rule: they are kept.
 * Source: docs/GAPS.md#retention
 */
export const RETENTION_RULES: readonly RetentionRule[] = [
  statement('idempotencyKeys', IDEMPOTENCY_SQL),
  {
    name: 'deliveries',
    deletePage: async (database, pageSize) =>
      affected(database, DELIVERIES_SQL, [pageSize, await expiredIdsBelow(database, 'dlv_')]),
  },
  statement('events', EVENTS_SQL),
  statement('webhookRecoveries', RECOVERIES_SQL),
  statement('webhookSubscriptions', SUBSCRIPTIONS_SQL),
  statement('previousWebhookSecrets', PREVIOUS_SECRETS_SQL),
  statement('partnerSecrets', PARTNER_SECRETS_SQL),
  statement('logins', LOGINS_SQL),
  statement('loginChallenges', CHALLENGES_SQL),
  statement('keptForms', KEPT_FORMS_SQL),
  statement('invitations', INVITATIONS_SQL),
  statement('seenSignatures', SIGNATURES_SQL),
  statement('paymentQuotes', QUOTES_SQL),
  statement('requestCounts', REQUEST_COUNTS_SQL),
  statement('repairs', REPAIRS_SQL),
  statement('unmatchedReports', UNMATCHED_REPORTS_SQL),
  { name: 'documentFiles', deletePage: (database, pageSize) => removeExpiredFiles(database, pageSize) },
  { name: 'rateBuckets', deletePage: (database, pageSize) => sweepBuckets(database, pageSize) },
];
