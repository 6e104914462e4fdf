import { z } from 'zod';
import { optional } from '../schema-tools';
import { isEventName, SUBSCRIBABLE } from './events';

const MAX_URL = 2_048;
const MAX_DESCRIPTION = 500;

const EventPattern = z.string().refine((name) => SUBSCRIBABLE.includes(name), {
  error: 'is not an event that can be subscribed to',
  params: { code: 'event' },
});

const EventList = z
  .array(EventPattern)
  .min(1)
  .max(SUBSCRIBABLE.length)
  .transform((names) => [...new Set(names)]);

/** Body of `POST /v1/webhooks`. Source: specification, "Webhook management (prefix `/v1`)" */
export const CreateWebhook = z
  .object({
    url: z.string().min(1).max(MAX_URL),
    events: EventList,
    description: optional(z.string().max(MAX_DESCRIPTION)),
    enabled: optional(z.boolean()),
  })
  .meta({ id: 'WebhookSubscriptionRequest' });

/** Body of `PATCH /v1/webhooks/{webhookId}`: whatever is present changes. */
export const UpdateWebhook = z
  .object({
    url: optional(z.string().min(1).max(MAX_URL)),
    events: optional(EventList),
    description: optional(z.string().max(MAX_DESCRIPTION)),
    enabled: optional(z.boolean()),
  })
  .meta({ id: 'WebhookSubscriptionUpdate' });

/** Body of `POST /v1/webhooks/{webhookId}/test`. */
export const TestWebhook = z
  .object({
    event: z.string().refine((name) => isEventName(name) || name === 'payment.status_changed', {
      error: 'is not an event name',
      params: { code: 'event' },
    }),
  })
  .meta({ id: 'WebhookTestRequest' });

/** A subscription as it is returned; the secret only on creation and rotation. */
export const WebhookSubscription = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    enabled: z.boolean(),
    created_at: z.string(),
    disabled_reason: z.string().nullable().meta({ description: 'Why the service itself disabled it, or null' }),
  })
  .meta({ id: 'WebhookSubscription' });

export const WebhookSubscriptionWithSecret = WebhookSubscription.extend({
  secret: z.string().meta({ description: 'Shown once; signs every delivery' }),
}).meta({ id: 'WebhookSubscriptionWithSecret' });

/** Answer to a creation. A repeat with the same Idempotency-Key shows everything but the secret. */
export const CreatedWebhookSubscription = WebhookSubscription.extend({
  secret: z.string().optional().meta({ description: 'Signs every delivery; absent in the answer to a repeat' }),
}).meta({ id: 'CreatedWebhookSubscription' });

export const WebhookTestResult = z
  .object({
    event: z.string(),
    event_id: z.string(),
    delivery_id: z.string(),
    status: z.enum(['delivered', 'failed', 'pending']),
    response_status: z.number().nullable(),
    duration_ms: z.number().nullable(),
  })
  .meta({ id: 'WebhookTestResult' });

export const DELIVERY_STATUSES = ['pending', 'delivering', 'delivered', 'failed', 'paused', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One delivery with its attempts. Source: docs/GAPS.md#W7 */
export const Delivery = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event: z.string(),
    webhook_id: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.array(
      z.object({
        number: z.number(),
        at: z.string(),
        status_code: z.number().nullable(),
        duration_ms: z.number().nullable(),
        error: z.string().nullable(),
        response_excerpt: z.string().nullable(),
      }),
    ),
    next_attempt_at: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });
