import { requestProbe } from '../../domain/breaker';
import { reachAfterAttempt } from '../../domain/webhooks/breaker';
import type { AttemptEnd } from '../../domain/webhooks/retry';
import { breakerTable } from '../breaker-table';
import type { Queryable, Transacting } from '../database';
import { addToOutbox, TOPICS } from '../outbox';
import { announceChange } from './changes';
import { BEFORE_SQL } from './subject-order';

const BREAKERS = breakerTable('webhook_breakers', 'webhook_id', [
  'consecutiveFaults',
  'lastFault',
  'lastFaultAt',
  'openedAt',
  'openUntil',
  'probeOwner',
  'probeUntil',
]);

/** Of a subscription: the first delivery that waits for a probe in its own workflow, and for no other delivery. */
const HELD_SQL = `select d.id as subject, d.account_id as "accountId" from deliveries d join events e on e.id = d.event_id
  join webhook_subscriptions s on s.id = d.webhook_id
  where d.webhook_id = $1 and not d.in_sender and d.status = 'pending' and d.next_attempt_at is null and not d.test
    and not (s.ordered and ${BEFORE_SQL} is not null) order by d.id limit 1`;

/**
 * Assigns a due probe to a delivery that waits in its own workflow, if the sender has none to make it. A probe that is
 * not made in time passes to another delivery.
 * Source: docs/GAPS.md#W15
 */
export function assignProbe(database: Transacting, webhookId: string): Promise<void> {
  return database.transaction(async (client) => {
    const breaker = await BREAKERS.lock(client, webhookId);
    const [held] = await client.query<{ subject: string; accountId: string }>(HELD_SQL, [webhookId]);
    if (breaker === null || held === undefined) return;
    const probe = requestProbe(breaker.state, { now: breaker.now, owner: held.subject });
    if (probe.kind !== 'probe') return;
    await BREAKERS.store(client, webhookId, probe.health);
    await addToOutbox(client, { topic: TOPICS.signalDelivery, ...held });
  });
}

/**
 * Records what attempts tell about an endpoint, in the order in which they ended. When it answers again, waiting
 * deliveries are woken some at a time, as after it was enabled.
 */
export async function recordReach(
  client: Queryable,
  { webhookId, accountId }: { webhookId: string; accountId: string },
  attempts: readonly (AttemptEnd & { deliveryId: string })[],
): Promise<void> {
  if (attempts.some(({ statusCode }) => statusCode === null)) {
    await client.query('insert into webhook_breakers (webhook_id) values ($1) on conflict do nothing', [webhookId]);
  }
  const stored = await BREAKERS.lock(client, webhookId);
  if (stored === null) return;
  const { state: before, now } = stored;
  const after = attempts.reduce((reach, attempt) => reachAfterAttempt(reach, attempt, now), before);
  if (after.consecutiveFaults > 0) return BREAKERS.store(client, webhookId, after);
  await client.query('delete from webhook_breakers where webhook_id = $1', [webhookId]);
  if (before.openedAt !== null) await announceChange(client, accountId, webhookId);
}

/**
 * Deletes the breaker of an endpoint whose settings changed.
 * @returns whether deliveries waited for it
 */
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
