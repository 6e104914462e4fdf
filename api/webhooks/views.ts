import type { output } from 'zod';
import type { Outage } from '../../db/webhooks/breakers';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { Subscription } from '../../db/webhooks/subscriptions';
import type { WaitsFor } from '../../domain/webhooks/controls';
import type { Delivery, WebhookSubscription } from '../../domain/webhooks/schemas';

export function outageView({ since, error, probeAt }: Outage): output<typeof WebhookSubscription>['unreachable'] {
  return { since: since.toISOString(), error, probe_at: probeAt.toISOString() };
}

/**
 * A subscription as its account sees it.
 * @param dropped secrets that a change of address has dropped, see `ChangedSubscription`
 */
export function subscriptionView(row: Subscription, dropped: string[] = []): output<typeof WebhookSubscription> {
  const { header_names: names, filter, rate_per_second: rate, ordered, labels, include_amount, breaker, ...rest } = row;
  const { created_at: createdAt, destination, ...shown } = rest;
  return {
    ...shown,
    created_at: createdAt.toISOString(),
    ...(destination === null ? {} : { destination: { ...destination, queue_url: row.url } }),
    ...(names.length + dropped.length === 0 ? {} : { header_names: names }),
    ...(dropped.length === 0 ? {} : { dropped }),
    ...(filter === null ? {} : { filter }),
    ...(rate === null ? {} : { rate_per_second: rate }),
    ...(ordered ? { ordered } : {}),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(include_amount ? { include_amount } : {}),
    ...(breaker ? { breaker } : {}),
  };
}

/**
 * A delivery as its account sees it.
 * @param waitsFor read after the row, so that a slot assigned in between is shown
 */
export function deliveryView(row: DeliveryRow, waitsFor?: WaitsFor): output<typeof Delivery> {
  const nextAttemptAt = waitsFor?.reason === 'rate' ? waitsFor.until : row.next_attempt_at?.toISOString();
  const { id, event_id, event, webhook_id, status } = row;
  return {
    ...{ id, event_id, event, webhook_id, status },
    ...(waitsFor === undefined ? {} : { waits_for: waitsFor }),
    next_attempt_at: nextAttemptAt ?? null,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
