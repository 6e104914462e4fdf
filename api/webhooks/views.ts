import type { output } from 'zod';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { Subscription } from '../../db/webhooks/subscriptions';
import type { Delivery, WebhookSubscription } from '../../domain/webhooks/schemas';

export function subscriptionView(row: Subscription): output<typeof WebhookSubscription> {
  return { ...row, created_at: row.created_at.toISOString() };
}

export function deliveryView(row: DeliveryRow): output<typeof Delivery> {
  return {
    ...row,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
