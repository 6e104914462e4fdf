import { timePart } from '../../domain/ids';
import { OPERATIONAL_EVENTS } from '../../domain/webhooks/events';
import { hasDelivered, type AttemptEnd } from '../../domain/webhooks/retry';
import type { Database, Queryable } from '../database';
import { fanOutSql } from '../events';
import type { Way } from '../../lib/batching';
import { lockLimitSql, lockTimeoutOf, runApartWhereHeld } from '../lock-limits';
import { TOPICS } from '../outbox';
import { recordReach } from './breakers';
import { WAKE_NEXT_SQL } from './turns';

export interface AttemptResult extends AttemptEnd {
  durationMs: number;
  /** By their names in lower case; null without an answer. */
  responseHeaders: Record<string, string> | null;
  responseExcerpt: string | null;
}

/** A subscription that has failed for this long without one success is disabled. Source: docs/GAPS.md#W7 */
const AUTO_DISABLE_DAYS = 5;
const AUTO_DISABLE_REASON = `Every delivery failed for ${AUTO_DISABLE_DAYS} days`;

/** How an attempt went, and what follows. */
export interface FinishedAttempt extends AttemptResult {
  deliveryId: string;
  /** Counts attempts from 1. */
  number: number;
  /** Null after a success or after the last retry. */
  nextAttemptAt: Date | null;
  /** Whether a burst made it, while the delivery's own workflow waits. */
  isRetryOfBurst?: boolean;
  /** Whether the next event of the same subject waits for this one to be over. */
  isOrdered?: boolean;
  /** The subscription, where its deliveries wait while its endpoint cannot be reached. */
  breakerOf?: { webhookId: string; accountId: string };
}

/** A moment as events write it. */
function timestampSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The attempt after the third retry. Source: docs/GAPS.md#W12 */
const ANNOUNCED_ATTEMPT = 4;

/** A subscription whose deliveries of these fail makes no more of them: two that fail would tell each other for ever. */
const OPERATIONAL = OPERATIONAL_EVENTS.map((name) => `'${name}'`).join(', ');

/**
 * What other subscriptions of the account are told, with the event's own ids of time in `$5`; and the order to park the
 * waiting deliveries of a subscription that is disabled, as whoever disables one himself gives it. Of retries that failed
 * together one speaks for all.
 */
const ANNOUNCE_SQL = `,
  parking as (
    insert into outbox (topic, subject, account_id, payload)
    select '${TOPICS.webhookChanged}', id, account_id, '{}' from subscription where is_disabled_now
  ),
  announced as (
    select s.id as webhook_id, s.account_id, s.environment, 'webhook.failing' as type, jsonb_build_object(
      'webhook_id', s.id, 'failing_since', ${timestampSql('s.failing_since')}, 'delivery_id', d.id,
      'event_id', d.event_id, 'event', d.event_type, 'attempts', d.number, 'status_code', d.status_code,
      'error', d.error, 'next_attempt_at', ${timestampSql('d.next_attempt_at')}) as object
    from subscription s cross join lateral (
      select * from trouble where trouble.webhook_id = s.id order by trouble.id limit 1) d
    where s.is_announced_now
    union all
    select s.id, s.account_id, s.environment, 'webhook.disabled', jsonb_build_object('webhook_id', s.id,
      'reason', '${AUTO_DISABLE_REASON}', 'failing_since', ${timestampSql('s.failing_since')})
    from subscription s where s.is_disabled_now
    union all
    select d.webhook_id, d.account_id, d.environment, 'delivery.failed', jsonb_build_object('delivery_id', d.id,
      'webhook_id', d.webhook_id, 'event_id', d.event_id, 'event', d.event_type, 'attempts', d.number,
      'status_code', d.status_code, 'error', d.error)
    from finished d where d.status = 'failed' and not d.test and d.event_type not in (${OPERATIONAL})
  ),
  event as (
    insert into events (id, account_id, environment, type, subject, payload, created_at)
    select 'evt_' || $5::text || left(replace(gen_random_uuid()::text, '-', ''), 16), account_id, environment, type,
      webhook_id, object, now()
    from announced
    returning id, account_id, environment, type, subject, payload, created_at
  ),
  ${fanOutSql('$5', { also: 'hook.id <> event.subject' })}`;

/**
 * The end of attempts of one subscription, the last one to end last. What a burst has attempted for the first time and is
 * not over gets the order to begin its own workflow, which waits while the burst makes its retries. What was cancelled or
 * parked during its attempt stays so, unless it was delivered.
 * @param more CTEs that some attempts need beside these
 */
function finishSql(more: string): string {
  return `
  with ${lockLimitSql('$4')},
  result as (
    select r.* from limits, json_to_recordset($1::json) as r(delivery_id text, number integer, duration_ms integer,
      status_code integer, error text, response_headers json, response_excerpt text, status text, next_attempt_at timestamptz)
    where is_set is not null
  ),
  attempt as (
    update delivery_attempts a set duration_ms = r.duration_ms, status_code = r.status_code, error = r.error,
      response_headers = r.response_headers, response_excerpt = r.response_excerpt
    from result r
    where a.delivery_id = r.delivery_id and a.number = r.number and a.duration_ms is null
    returning a.delivery_id
  ),
  finished as (
    update deliveries d set
      status = case when d.status = 'cancelled' and r.status <> 'delivered' then d.status
        when d.status = 'paused' and r.status = 'pending' then d.status else r.status end,
      next_attempt_at = case when d.status <> 'cancelled' then r.next_attempt_at end,
      finished_at = case when r.status in ('delivered', 'failed') then now() when d.status = 'cancelled'
        then d.finished_at end
    from attempt join result r using (delivery_id)
    where d.id = attempt.delivery_id and d.status <> 'delivered'
    returning d.id, d.account_id, d.environment, d.webhook_id, d.event_id, d.event_type, d.test,
      d.burst, d.burst is not null and r.number = 1 and d.status = 'pending' as begins, r.number, d.status, r.status_code,
      r.error, d.next_attempt_at
  ),
  onwards as (
    insert into outbox (topic, subject, account_id, payload)
    select '${TOPICS.startWaiting}', id, account_id, jsonb_build_object('attemptsMade', number) from finished
    where begins
  ),
  trouble as (
    select * from finished where number = ${ANNOUNCED_ATTEMPT} and status <> 'delivered' and not test
      and event_type not in (${OPERATIONAL})
  ),
  known as (
    select s.id, s.enabled and is_given_up as is_disabled_now, is_announced_now
    from webhook_subscriptions s
    cross join lateral (select
      $2 <> 'delivered' and not $3
        and coalesce(s.failing_since <= now() - make_interval(days => ${AUTO_DISABLE_DAYS}), false) as is_given_up,
      s.failing_announced_at is null and exists (select from trouble) as is_announced_now) as verdict
    where s.id in (select webhook_id from finished where not test)
      and ($2 <> 'delivered' or s.failing_since is not null)
      and ($2 = 'delivered' or $3 or s.failing_since is null or is_given_up or is_announced_now)
    for no key update of s
  ),
  subscription as (
    update webhook_subscriptions s set
      failing_since = case when $2 = 'delivered' then null when $3 then now() else coalesce(s.failing_since, now()) end,
      failing_announced_at = case when $2 = 'delivered' or $3 then null when known.is_announced_now then now()
        else s.failing_announced_at end,
      enabled = s.enabled and not known.is_disabled_now,
      disabled_reason = case when known.is_disabled_now then '${AUTO_DISABLE_REASON}' else s.disabled_reason end
    from known where s.id = known.id
    returning s.id, s.account_id, s.environment, s.failing_since, known.is_announced_now, known.is_disabled_now
  ),
  audit as (
    insert into audit_log (actor, act, subject, account_id, detail)
    select 'corridor', 'webhook.disabled', id, account_id, '{"reason": "${AUTO_DISABLE_REASON}"}'
    from subscription where is_disabled_now
  )${more}
  select delivery_id as id from attempt`;
}

/**
 * A delivery that was parked during an attempt of its burst, and is over, is told: its workflow waits for a change of the
 * subscription, and what is over is told of none.
 */
const TELL_PARKED_SQL = `,
  unparked as (
    insert into outbox (topic, subject, account_id)
    select '${TOPICS.signalDelivery}', id, account_id from finished
    where burst is null and status in ('delivered', 'failed')
  )`;

/** What most attempts need not do stands in parts of its own. */
function statementFor(attempts: readonly FinishedAttempt[], hasFailure: boolean): string {
  const isOrdered = attempts.some((attempt) => attempt.isOrdered === true);
  const isOfBurst = attempts.some((attempt) => attempt.isRetryOfBurst === true);
  const parts = [hasFailure ? ANNOUNCE_SQL : '', isOrdered ? WAKE_NEXT_SQL : '', isOfBurst ? TELL_PARKED_SQL : ''];
  return finishSql(parts.join(''));
}

function statusAfter(attempt: FinishedAttempt): 'delivered' | 'failed' | 'pending' {
  if (hasDelivered(attempt)) return 'delivered';
  return attempt.nextAttemptAt === null ? 'failed' : 'pending';
}

/** @returns deliveries whose attempt this run recorded */
async function finishTogether(
  database: Database,
  attempts: readonly FinishedAttempt[],
  way: Way,
): Promise<ReadonlySet<string>> {
  const rows = attempts.map((attempt) => ({
    delivery_id: attempt.deliveryId,
    number: attempt.number,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.error,
    response_headers: attempt.responseHeaders,
    response_excerpt: attempt.responseExcerpt,
    status: statusAfter(attempt),
    next_attempt_at: attempt.nextAttemptAt,
  }));
  const hasFailure = rows.some(({ status }) => status !== 'delivered');
  const statement = statementFor(attempts, hasFailure);
  const values = [
    JSON.stringify(rows),
    rows.at(-1)?.status ?? 'failed',
    rows.some(({ status }) => status === 'delivered'),
    lockTimeoutOf(way),
    ...(hasFailure ? [timePart(Date.now())] : []),
  ];
  const record = async (client: Queryable): Promise<ReadonlySet<string>> =>
    new Set((await client.query<{ id: string }>(statement, values)).map(({ id }) => id));
  const guarded = attempts.find(({ breakerOf }) => breakerOf !== undefined)?.breakerOf;
  if (guarded === undefined) return record(database);
  return database.transaction(async (client) => {
    const recorded = await record(client);
    const own = attempts.filter(({ deliveryId }) => recorded.has(deliveryId));
    if (own.length > 0) await recordReach(client, guarded, own);
    return recorded;
  });
}

/**
 * Records the end of attempts and where their deliveries stand now, once: whoever made the same attempt a second time and
 * comes later changes nothing, and no attempt takes back that a delivery was delivered.
 * @param attempts of one subscription, in the order in which they ended
 * @returns deliveries whose attempt this run recorded
 * @throws HeldElsewhere once the others are recorded, when another transaction holds one of the deliveries
 */
export async function finishAttempts(
  database: Database,
  attempts: readonly FinishedAttempt[],
): Promise<ReadonlySet<string>> {
  const { done, held } = await runApartWhereHeld(attempts, (some, way) => finishTogether(database, some, way));
  if (held !== null) throw held;
  return done;
}
