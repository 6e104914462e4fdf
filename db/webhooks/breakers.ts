import { HEALTHY, releaseProbe, requestProbe } from '../../domain/payments/partner-breaker';
import { afterAttempt, type EndpointReach, type ReachedAttempt } from '../../domain/webhooks/breaker';
import type { Database, Queryable } from '../database';
import { TOPICS } from '../outbox';
import { announceChange } from './changes';
import { hasStatusSql } from './delivery-status';
import { HAS_BEFORE_SQL, type Hold } from './turns';

interface Row {
  consecutive_faults: number;
  last_fault: string | null;
  last_fault_at: Date | null;
  opened_at: Date | null;
  open_until: Date | null;
  probe_owner: string | null;
  probe_until: Date | null;
  next_prober: string | null;
  now: Date;
}

interface StoredReach {
  reach: EndpointReach;
  /** The delivery that looks again when the next probe may be made. */
  nextProber: string | null;
  /** By Postgres' clock, while the row is locked. */
  now: Date;
}

async function lock(client: Queryable, webhookId: string): Promise<StoredReach | null> {
  const [row] = await client.query<Row>(
    `select consecutive_faults, last_fault, last_fault_at, opened_at, open_until, probe_owner, probe_until, next_prober,
       clock_timestamp() as now
     from webhook_breakers where webhook_id = $1 for update`,
    [webhookId],
  );
  if (row === undefined) return null;
  const reach = {
    ...HEALTHY,
    consecutiveFaults: row.consecutive_faults,
    lastFault: row.last_fault,
    lastFaultAt: row.last_fault_at,
    openedAt: row.opened_at,
    openUntil: row.open_until,
    probeOwner: row.probe_owner,
    probeUntil: row.probe_until,
  };
  return { reach, nextProber: row.next_prober, now: row.now };
}

async function store(client: Queryable, webhookId: string, reach: EndpointReach, nextProber: string | null) {
  await client.query(
    `update webhook_breakers set consecutive_faults = $2, last_fault = $3, last_fault_at = $4, opened_at = $5,
       open_until = $6, probe_owner = $7, probe_until = $8, next_prober = $9
     where webhook_id = $1`,
    [
      webhookId,
      reach.consecutiveFaults,
      reach.lastFault,
      reach.lastFaultAt,
      reach.openedAt,
      reach.openUntil,
      reach.probeOwner,
      reach.probeUntil,
      nextProber,
    ],
  );
}

/**
 * Asks the breaker of a subscription for an attempt. While it is open one delivery after another makes a probe; the one
 * that is to make the next looks again when that is due, the others are told when the endpoint answers.
 * @returns why the attempt waits, or null when it may be made
 * Source: docs/GAPS.md#W15
 */
export async function enterBreaker(
  database: Database,
  { deliveryId, webhookId }: { deliveryId: string; webhookId: string },
): Promise<Hold | null> {
  return database.transaction(async (client) => {
    const stored = await lock(client, webhookId);
    const since = stored?.reach.openedAt ?? null;
    if (stored === null || since === null) return null;
    const { reach, nextProber, now } = stored;
    const { probeOwner, probeUntil } = reach;
    // It has the probe already, and asks again from outside its workflow task.
    if (probeOwner === deliveryId && probeUntil !== null && probeUntil > now) return null;
    const entry = requestProbe(reach, { now, owner: deliveryId });
    if (entry.kind === 'closed') return null;
    if (entry.kind === 'probe') {
      await store(client, webhookId, entry.health, null);
      return null;
    }
    if (nextProber !== null && nextProber !== deliveryId) return { reason: 'unreachable', since, until: null };
    await store(client, webhookId, reach, deliveryId);
    return { reason: 'unreachable', since, until: new Date(now.getTime() + entry.retryAfterMs) };
  });
}

/** One of those that wait for the endpoint alone looks, and so comes to make the next probe. */
async function wakeNextProber(client: Queryable, webhookId: string): Promise<void> {
  await client.query(
    `insert into outbox (topic, subject, account_id)
     select '${TOPICS.signalDelivery}', d.id, d.account_id
     from deliveries d join events e on e.id = d.event_id join webhook_subscriptions s on s.id = d.webhook_id
     where d.webhook_id = $1 and ${hasStatusSql('pending')} and d.next_attempt_at is null and not d.test and not ${HAS_BEFORE_SQL}
     order by d.id limit 1`,
    [webhookId],
  );
}

/**
 * A delivery that makes no attempt now, for another reason, leaves the probe to another one: it may have been woken for
 * it, or be the one that is to make it.
 */
export async function passProbeOn(
  database: Database,
  { deliveryId, webhookId }: { deliveryId: string; webhookId: string },
): Promise<void> {
  await database.transaction(async (client) => {
    const stored = await lock(client, webhookId);
    if (stored === null || stored.reach.openedAt === null) return;
    const { reach, nextProber, now } = stored;
    const { probeOwner, probeUntil } = reach;
    const isUnderWay = probeOwner !== null && probeOwner !== deliveryId && probeUntil !== null && probeUntil > now;
    if (isUnderWay || (nextProber !== null && nextProber !== deliveryId)) return;
    await store(client, webhookId, releaseProbe(reach, deliveryId), null);
    await wakeNextProber(client, webhookId);
  });
}

/**
 * Writes down what attempts say of an endpoint, in the order in which they ended. When it answers again, those that wait
 * are told some at a time, as after it was enabled.
 */
export async function recordReach(
  client: Queryable,
  { webhookId, accountId }: { webhookId: string; accountId: string },
  attempts: readonly ReachedAttempt[],
): Promise<void> {
  if (attempts.some(({ statusCode }) => statusCode === null)) {
    await client.query('insert into webhook_breakers (webhook_id) values ($1) on conflict do nothing', [webhookId]);
  }
  const stored = await lock(client, webhookId);
  if (stored === null) return;
  const { reach: before, now, nextProber } = stored;
  const after = attempts.reduce((reach, attempt) => afterAttempt(reach, attempt, now), before);
  if (after.consecutiveFaults > 0) {
    await store(client, webhookId, after, nextProber);
    const isProbeOver = before.probeOwner !== null && after.probeOwner === null;
    if (isProbeOver && nextProber === null) await wakeNextProber(client, webhookId);
    return;
  }
  await client.query('delete from webhook_breakers where webhook_id = $1', [webhookId]);
  if (before.openedAt !== null) await announceChange(client, accountId, webhookId);
}

/** Forgets what is known of an endpoint, of which something was changed. @returns whether deliveries waited for it */
export async function resetBreaker(client: Queryable, webhookId: string): Promise<boolean> {
  const rows = await client.query<{ opened_at: Date | null }>(
    'delete from webhook_breakers where webhook_id = $1 returning opened_at',
    [webhookId],
  );
  return rows.some(({ opened_at: openedAt }) => openedAt !== null);
}

/** Deliveries that take part are held while this is there. */
export interface Outage {
  since: Date;
  /** The fault of the last attempt, as attempts name it. */
  error: string;
  /** When one delivery may try again. */
  probeAt: Date;
}

/** @returns the outage for which deliveries of a subscription wait, or null */
export async function readOutage(database: Queryable, webhookId: string): Promise<Outage | null> {
  const [row] = await database.query<Outage & Record<string, unknown>>(
    `select opened_at as since, coalesce(last_fault, 'failed') as error, open_until as "probeAt"
     from webhook_breakers where webhook_id = $1 and opened_at is not null`,
    [webhookId],
  );
  return row ?? null;
}
