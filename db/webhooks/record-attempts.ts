import {
  decideAfterAttempts,
  deliveryAfter,
  DISABLED_REASON,
  type AfterAttempts,
  type DeliveryAfter,
  type EndedAttempt,
  type Failing,
} from '../../domain/webhooks/after-attempts';
import { hasDelivered, type AttemptEnd } from '../../domain/webhooks/retry';
import type { DeliveryStatus } from '../../domain/webhooks/schemas';
import type { Way } from '../../lib/batching';
import { appendAuditEntry } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { recordEvent } from '../events';
import { lockLimitSql, lockTimeoutOf, runApartWhereHeld } from '../lock-limits';
import { TOPICS } from '../outbox';
import { anyOf } from '../parameters';
import { recordReach } from './breakers';
import { announceChange } from './changes';
import { IS_UNWANTED_SQL } from './delivery-status';
import { WAKE_NEXT_SQL } from './subject-order';
import type { AttemptOrder } from './attempt-orders';

/** How an attempt went. */
export interface AttemptResult extends AttemptEnd {
  durationMs: number;
  /** By their names in lower case; null without an answer. */
  responseHeaders: Record<string, string> | null;
  responseExcerpt: string | null;
}

/** An attempt of an order, with its end. */
export interface MadeAttempt extends AttemptResult {
  order: Pick<
    AttemptOrder,
    'deliveryId' | 'number' | 'webhookId' | 'accountId' | 'eventId' | 'event' | 'test' | 'isOrdered' | 'hasBreaker'
  >;
  endedAt: Date;
}

/**
 * The process that records a failed first attempt starts the workflow in which the delivery waits; after this time the
 * relay does, where that process has died or Temporal was away.
 */
const RELAY_AFTER_SECONDS = 15;

/**
 * SQL that records the ends of attempts that have none yet, and their consequences. The first failure moves a delivery
 * from the sender to its own workflow. `$2` is the subscription, with `$3` since when it fails, `$4` whether that was
 * announced, and `$6` when a delivery used up its schedule; null leaves it.
 * @param more further CTEs that some attempts need
 */
function writeSql(more: string): string {
  return `
  with ${lockLimitSql('$5')},
  result as (
    select r.* from limits, json_to_recordset($1::json) as r(delivery_id text, number integer, "startedAt" timestamptz,
      "durationMs" integer, "statusCode" integer, error text, "responseHeaders" json, "responseExcerpt" text, status text,
      "nextAttemptAt" timestamptz)
    where is_set is not null
  ),
  attempt as (
    update delivery_attempts a set started_at = r."startedAt", duration_ms = r."durationMs", status_code = r."statusCode",
      error = r.error, response_headers = r."responseHeaders", response_excerpt = r."responseExcerpt"
    from result r
    where a.delivery_id = r.delivery_id and a.number = r.number and a.duration_ms is null
    returning a.delivery_id
  ),
  finished as (
    update deliveries d set status = r.status, next_attempt_at = r."nextAttemptAt", in_sender = false, slot_at = null,
      finished_at = case when r.status in ('delivered', 'failed', 'cancelled') then now() end
    from attempt join result r using (delivery_id)
    where d.id = attempt.delivery_id and d.status <> 'delivered'
    returning d.id, d.account_id, d.webhook_id, d.event_id, d.test, d.status, r.number
  ),
  onwards as (
    insert into outbox (topic, subject, account_id, available_at)
    select '${TOPICS.startDelivery}', id, account_id, now() + interval '${RELAY_AFTER_SECONDS} seconds' from finished
    where number = 1 and status in ('pending', 'paused')
  ),
  subscription as (
    update webhook_subscriptions s set failing_since = $3,
      failing_announced_at = case when $4 then coalesce(s.failing_announced_at, now()) end,
      used_up_at = coalesce($6, s.used_up_at)
    where s.id = $2 and exists (select from attempt)
      and (s.failing_since is distinct from $3 or (s.failing_announced_at is not null) is distinct from $4
        or coalesce($6, s.used_up_at) is distinct from s.used_up_at)
  )${more}
  select delivery_id as id, status from attempt join result using (delivery_id)`;
}

const WRITE_SQL = writeSql('');
const WRITE_ORDERED_SQL = writeSql(WAKE_NEXT_SQL);

interface Write {
  attempts: readonly MadeAttempt[];
  /** In the order of the attempts. */
  deliveries: readonly DeliveryAfter[];
  /** Null where the attempts say nothing about it, as tests do. */
  failing: Omit<Failing, 'isEnabled'> | null;
}

/** By delivery whose attempt was recorded: its status. */
type Recorded = Map<string, DeliveryStatus>;

async function write(client: Queryable, { attempts, deliveries, failing }: Write, way: Way): Promise<Recorded> {
  const rows = attempts.map(({ order: { deliveryId, number }, endedAt, ...made }, index) => {
    const startedAt = new Date(endedAt.getTime() - made.durationMs);
    return { delivery_id: deliveryId, number, startedAt, ...made, ...deliveries[index] };
  });
  const isOrdered = attempts.some(({ order }) => order.isOrdered);
  const { webhookId = null, failingSince = null, isAnnounced = false, usedUpAt = null } = failing ?? {};
  const recorded = await client.query<{ id: string; status: DeliveryStatus }>(
    isOrdered ? WRITE_ORDERED_SQL : WRITE_SQL,
    [JSON.stringify(rows), webhookId, failingSince, isAnnounced, lockTimeoutOf(way), usedUpAt],
  );
  return new Map(recorded.map(({ id, status }) => [id, status]));
}

function endedAttempt({ order, endedAt, statusCode, error }: MadeAttempt): EndedAttempt {
  const { deliveryId, number, eventId, event, test: isTest } = order;
  return { deliveryId, number, endedAt, eventId, event: event.type, isTest, statusCode, error };
}

type Locked = Failing & { environment: 'test' | 'live'; now: Date };

/**
 * Locks the subscription, then the deliveries whose attempts have no end yet, and reads what the decision needs. A
 * delivery that the subscription no longer wants is cancelled. Source: docs/GAPS.md#W5
 */
async function lock(client: Queryable, webhookId: string, attempts: readonly MadeAttempt[], way: Way) {
  const [locked] = await client.query<Locked>(
    `with ${lockLimitSql('$2')}
     select s.id as "webhookId", s.environment, s.enabled as "isEnabled", s.failing_since as "failingSince",
       s.failing_announced_at is not null as "isAnnounced", s.used_up_at as "usedUpAt", now() as now
     from limits, webhook_subscriptions s where is_set is not null and s.id = $1 for no key update of s`,
    [webhookId, lockTimeoutOf(way)],
  );
  const open = await client.query<{ id: string; status: DeliveryStatus }>(
    `select d.id, case when ${IS_UNWANTED_SQL} then 'cancelled' else d.status end as status
     from deliveries d join delivery_attempts a on a.delivery_id = d.id and a.duration_ms is null
     join webhook_subscriptions s on s.id = d.webhook_id
     where d.id = ${anyOf('text')} order by d.id for no key update of d`,
    [attempts.map(({ order }) => order.deliveryId)],
  );
  return { locked, statuses: new Map(open.map(({ id, status }) => [id, status])) };
}

/** Records the events that attempts cause. Disables the subscription, with an audit entry, if that was decided. */
async function emit(client: Queryable, { environment, webhookId }: Locked, accountId: string, after: AfterAttempts) {
  const tenant = { accountId, environment };
  for (const event of after.events) await recordEvent(client, { tenant, subject: webhookId, ...event });
  if (!after.events.some(({ type }) => type === 'webhook.disabled')) return;
  await client.query('update webhook_subscriptions set enabled = false, disabled_reason = $2 where id = $1', [
    webhookId,
    DISABLED_REASON,
  ]);
  const entry = { actor: 'corridor', act: 'webhook.disabled', subject: webhookId, accountId };
  await appendAuditEntry(client, { ...entry, detail: { environment, because: 'only_failures' } });
  await announceChange(client, accountId, webhookId);
}

/** Reads, decides and writes under locks, because a failure concerns more than its delivery. */
async function recordDecided(database: Database, attempts: readonly MadeAttempt[], way: Way): Promise<Recorded> {
  const [first] = attempts;
  if (first === undefined) return new Map();
  const { webhookId, accountId } = first.order;
  return database.transaction(async (client) => {
    const { locked, statuses } = await lock(client, webhookId, attempts, way);
    const own = attempts.flatMap((made) => {
      const status = statuses.get(made.order.deliveryId);
      return status === undefined ? [] : [{ made, ended: { ...endedAttempt(made), status } }];
    });
    if (locked === undefined || own.length === 0) return new Map<string, DeliveryStatus>();
    const ended = own.map((one) => one.ended);
    const after = decideAfterAttempts(locked, ended, locked.now);
    const recorded = await write(client, { attempts: own.map(({ made }) => made), ...after }, 'callers');
    await emit(client, locked, accountId, after);
    if (first.order.hasBreaker) await recordReach(client, { webhookId, accountId }, ended);
    return recorded;
  });
}

/**
 * Records attempts in one statement if all have delivered and no breaker may have to be closed; otherwise by
 * `recordDecided`.
 */
function recordTogether(database: Database, attempts: readonly MadeAttempt[], way: Way): Promise<Recorded> {
  if (!attempts.every((made) => hasDelivered(made) && !made.order.hasBreaker)) {
    return recordDecided(database, attempts, way);
  }
  const deliveries = attempts.map((made) => deliveryAfter(endedAttempt(made), 'delivering'));
  const real = attempts.find(({ order }) => !order.test);
  const failing = real && { webhookId: real.order.webhookId, failingSince: null, isAnnounced: false, usedUpAt: null };
  return write(database, { attempts, deliveries, failing: failing ?? null }, way);
}

/**
 * Records the results of attempts and the new status of their deliveries, once: a second run of the same attempt
 * changes nothing, and no attempt makes a delivered delivery undelivered.
 * @param attempts of one subscription, in the order in which they ended
 * @returns the status of each delivery whose attempt this run recorded
 * @throws RowLockedElsewhere once the others are recorded, when another transaction locks one of the deliveries
 */
export async function recordAttempts(
  database: Database,
  attempts: readonly MadeAttempt[],
): Promise<ReadonlyMap<string, DeliveryStatus>> {
  const { done, held } = await runApartWhereHeld(attempts, (some, way) => recordTogether(database, some, way));
  if (held !== null) throw held;
  return done;
}
