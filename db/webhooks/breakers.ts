import { PROBE_MS } from '../../domain/breaker';
import { reachAfterAttempt } from '../../domain/webhooks/breaker';
import type { AttemptEnd } from '../../domain/webhooks/retry';
import { breakerTable } from '../breaker-table';
import type { Queryable } from '../database';
import { TOPICS } from '../outbox';
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

/**
 * Assigns a due probe to a delivery that waits in its own workflow, if the sender has none to make it. A probe that is
 * not made in time passes to another delivery.
 * Source: docs/GAPS.md#W15
 */
export async function assignProbe(database: Queryable, webhookId: string): Promise<void> {
  await database.query(
    `with held as (
       select d.id, d.account_id from deliveries d join events e on e.id = d.event_id join webhook_subscriptions s on s.id = d.webhook_id
       where d.webhook_id = $1 and not d.in_sender and d.status = 'pending' and d.next_attempt_at is null and not d.test
         and not (s.ordered and ${BEFORE_SQL} is not null)
       order by d.id limit 1
     ),
     probe as (
       update webhook_breakers b set probe_owner = held.id, probe_until = now() + interval '${PROBE_MS} milliseconds' from held
       where b.webhook_id = $1 and b.opened_at is not null and b.open_until <= now() and coalesce(b.probe_until <= now(), true)
       returning held.id, held.account_id
     )
     insert into outbox (topic, subject, account_id) select '${TOPICS.signalDelivery}', id, account_id from probe`,
    [webhookId],
  );
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
