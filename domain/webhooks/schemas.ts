import { z } from 'zod';
import { isIdOf } from '../ids';
import { optional, NotesShape } from '../schema-tools';
import { ChangeControls, CreateControls, ShownControls, WaitsFor } from './controls';
import {
  MAX_URL,
  QueueDestination,
  QueueDestinationChange,
  refuseBoth,
  requireOneTarget,
  ShownQueue,
} from './destination';
import { EVENT_NAMES_ADVICE, missingEventText, nearestEvent, unknownEventText } from './event-names';
import { eventsMatching, isEventName, PAYMENT_STATUS_CHANGED, SUBSCRIBABLE } from './events';

const MAX_DESCRIPTION = 500;

const EventPattern = z
  .string()
  .refine((name) => SUBSCRIBABLE.includes(name), {
    error: ({ input }) => {
      const near = nearestEvent(String(input), SUBSCRIBABLE);
      const advice = near === null ? `those are ${SUBSCRIBABLE.join(', ')}` : `did you mean ${near}?`;
      return `is not an event that can be subscribed to; ${advice}`;
    },
    params: { code: 'event' },
  })
  .meta({ override: { enum: [...SUBSCRIBABLE] } });

/** The name of one event, not a pattern. */
const OneEvent = z
  .string({ error: missingEventText })
  .refine((name) => isEventName(name) || name === PAYMENT_STATUS_CHANGED, {
    error: ({ input }) => unknownEventText(String(input)),
    params: { code: 'event' },
  })
  .meta({ description: 'Name of an event, as `GET /v1/event-types` lists them', examples: ['payment.settled'] });

const EventList = z
  .array(EventPattern, { error: missingEventText })
  .min(1)
  .max(SUBSCRIBABLE.length)
  .transform((names) => [...new Set(names)]);

/** Body of `POST /v1/webhooks`. Source: specification, "Webhook management (prefix `/v1`)" */
export const CreateWebhook = z
  .object({
    url: optional(z.string().min(1).max(MAX_URL)).meta({
      description: 'HTTPS endpoint; exactly one of `url` and `destination` is given',
    }),
    destination: optional(QueueDestination).meta({ description: 'A queue, in place of `url`' }),
    events: EventList,
    description: optional(z.string().max(MAX_DESCRIPTION)),
    enabled: optional(z.boolean()),
    ...CreateControls,
  })
  .superRefine(requireOneTarget, { when: () => true })
  .meta({ id: 'WebhookSubscriptionRequest' });

/** Body of `PATCH /v1/webhooks/{webhookId}`: whatever is present changes. */
export const UpdateWebhook = z
  .object({
    url: optional(z.string().min(1).max(MAX_URL)),
    destination: optional(QueueDestinationChange).meta({
      description: 'Of a subscription with a queue: what is present changes; credentials are replaced together',
    }),
    events: optional(EventList),
    description: optional(z.string().max(MAX_DESCRIPTION)),
    enabled: optional(z.boolean()),
    ...ChangeControls,
  })
  .superRefine(refuseBoth, { when: () => true })
  .meta({ id: 'WebhookSubscriptionUpdate' });

/** Body of `POST /v1/webhooks/{webhookId}/test`. */
export const TestWebhook = z
  .object({
    event: OneEvent,
  })
  .meta({ id: 'WebhookTestRequest' });

/** A subscription as it is returned; the secret only on creation and rotation. */
export const WebhookSubscription = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: 'HTTPS endpoint, or the URL of its queue' }),
    destination: ShownQueue.optional().meta({ description: 'Its queue; absent for an HTTPS endpoint' }),
    events: z.array(z.string()),
    description: z.string(),
    enabled: z.boolean(),
    created_at: z.string(),
    disabled_reason: z.string().nullable().meta({ description: 'Why the service disabled it, or null' }),
    ...ShownControls,
    dropped: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Only in the answer to a change of the origin of `url`, or of the region of a queue: the secrets that were given for ' +
          'the former one and are dropped, such as `headers.X-Token`; give them again to have them sent to the new one',
      }),
    unreachable: z
      .object({ since: z.string(), error: z.string(), probe_at: z.string() })
      .optional()
      .meta({
        description:
          'Only in the details, while the breaker is open: since when the endpoint is unreachable, how ' +
          'the last attempt failed, and when one delivery may try again',
      }),
  })
  .meta({ id: 'WebhookSubscription' });

/** A subscription with its secret, as its rotation shows it. */
export const WebhookSubscriptionWithSecret = WebhookSubscription.extend({
  secret: z.string().meta({ description: 'Shown once; signs every delivery' }),
}).meta({ id: 'WebhookSubscriptionWithSecret' });

/** Answer to a creation. A repeat with the same Idempotency-Key shows everything but the secret. */
export const CreatedWebhookSubscription = WebhookSubscription.extend({
  secret: z.string().optional().meta({ description: 'Signs every delivery; absent in the answer to a repeat' }),
  ...NotesShape,
}).meta({ id: 'CreatedWebhookSubscription' });

/** What became of a test delivery. */
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

/** State of a delivery. Source: docs/GAPS.md#W7 */
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
        response_headers: z.record(z.string(), z.string()).nullable().meta({
          description:
            'Of the answer, by their names in lower case, 1 KiB at most, without cookies; null without an answer',
        }),
        response_excerpt: z.string().nullable(),
      }),
    ),
    next_attempt_at: z.string().nullable(),
    waits_for: WaitsFor,
    ...NotesShape,
  })
  .meta({ id: 'Delivery' });

/** `type` of a list of events: names and patterns, separated by commas, turned into names. */
export const EventTypeFilter = z
  .string()
  .max(500)
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    const matches = text.split(',').map((pattern) => ({ pattern, names: eventsMatching(pattern.trim()) }));
    const unknown = matches.filter(({ names }) => names.length === 0);
    if (unknown.length === 0) return [...new Set(matches.flatMap(({ names }) => names))];
    const named = unknown.map(({ pattern }) => `"${pattern}"`).join(', ');
    context.addIssue({
      code: 'custom',
      message: `matches no event: ${named}; ${EVENT_NAMES_ADVICE}`,
      params: { code: 'event' },
    });
    return z.NEVER;
  })
  .meta({
    description: 'Names of events and patterns such as `payment.*`, separated by commas',
    override: { type: 'string' },
  });

/** @returns the id of an event that is named by itself or by a cursor, or null */
function eventIdOf(text: string): string | null {
  if (isIdOf('event', text)) return text;
  const id = Buffer.from(text, 'base64url').toString('latin1');
  return isIdOf('event', id) ? id : null;
}

/** Before the oldest event that is kept: where a stream of an empty log stands. */
export const START_OF_LOG = 'start';

/** @param words what names a place in the log beside events */
const logPosition = (words: readonly string[], message: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      const position = text === undefined || words.includes(text) ? text : eventIdOf(text);
      if (position !== null) return position;
      context.addIssue({ code: 'custom', message, params: { code: 'cursor' } });
      return z.NEVER;
    });

/** Where the reading of a log goes on: a cursor of an earlier page, or the id of an event. */
export const EventPosition = logPosition([], 'must be the id of an event or a cursor of an earlier answer').meta({
  description: 'Id of the last event read, or a cursor; an expired id counts as before the oldest',
  override: { type: 'string' },
});

/** Message for a position from which no stream can continue. */
export const BAD_STREAM_POSITION = `must be the id of an event or "${START_OF_LOG}"`;

/** Where a stream goes on. */
export const StreamPosition = logPosition([START_OF_LOG], BAD_STREAM_POSITION).meta({
  description: 'Id of the last event read, even if expired; `start`: from the oldest',
  override: { type: 'string' },
});

const DEFAULT_STREAM_SECONDS = 300;
const MAX_STREAM_SECONDS = 3_600;

/** After so many seconds a stream ends, once it has given what there is; its client reconnects. */
export const StreamSeconds = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return DEFAULT_STREAM_SECONDS;
    const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Infinity;
    if (seconds <= MAX_STREAM_SECONDS) return seconds;
    const message = `must be a whole number from 0 to ${MAX_STREAM_SECONDS}`;
    context.addIssue({ code: 'custom', message, params: { code: 'range' } });
    return z.NEVER;
  })
  .meta({
    description: 'Seconds after which the stream ends',
    override: { type: 'integer', minimum: 0, maximum: MAX_STREAM_SECONDS, default: DEFAULT_STREAM_SECONDS },
  });

/** An event in the log: the members of its payload, without the signature. Source: docs/GAPS.md#W7 */
export const EventInLog = z
  .object({
    id: z.string(),
    type: z.string(),
    created_at: z.string(),
    data: z.record(z.string(), z.unknown()),
    event: z.string().optional().meta({ description: 'Of the status of a payment: `payment.status_changed`' }),
    timestamp: z.string().optional().meta({ description: 'Of the status of a payment: the same as `created_at`' }),
    ...NotesShape,
  })
  .meta({ id: 'Event' });

/** One event with what became of it. */
export const EventWithDeliveries = EventInLog.extend({
  deliveries: z.array(z.object({ id: z.string(), webhook_id: z.string(), status: z.enum(DELIVERY_STATUSES) })),
}).meta({ id: 'EventWithDeliveries' });
