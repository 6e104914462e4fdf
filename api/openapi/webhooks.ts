import { z, type ZodType } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { PaymentEventObject } from '../../domain/webhooks/event-objects';
import { EVENT_TYPES, isStatusEvent, type EventType } from '../../domain/webhooks/events';
import { sampleDelivery } from './examples';
import { pascal } from './publish/name-schemas';

/** Source: specification, "Payment events"; docs/GAPS.md#W2 */
const PaymentNotification = z
  .object({
    id: z.string(),
    event: z.literal('payment.status_changed'),
    type: z.string(),
    timestamp: z.iso.datetime(),
    data: PaymentEventObject,
    signature: z.string().meta({
      description: 'sha256= and the HMAC-SHA256, in hex, of the RFC 8785 form of the payload without this member',
    }),
  })
  .meta({ id: 'PaymentNotification' });

/** The body of a general event's notification. Source: specification, "General events (subscribable)" */
function generalNotification(type: EventType): ZodType {
  return z
    .object({
      id: z.string(),
      type: z.literal(type.name),
      created_at: z.iso.datetime(),
      data: z.object({ object: type.object }),
    })
    .meta({ id: `${pascal(type.name)}Notification` });
}

/** Source: docs/GAPS.md#W3 */
const DeliveryHeaders = z.object({
  'X-Service-Signature': z.string().meta({ description: 'HMAC-SHA256 of the body in hex, key: the whole secret' }),
  'webhook-id': z.string().meta({ description: 'Id of the event, the same on every attempt' }),
  'webhook-timestamp': z.string().meta({ description: 'Unix seconds of this attempt' }),
  'webhook-signature': z.string().meta({ description: 'Standard Webhooks: `v1,` and base64, one or two' }),
});

function payloadOf(type: EventType): unknown {
  return JSON.parse(sampleDelivery(type).body.toString('utf8'));
}

/** The `webhooks` section: the delivery of each event. Source: docs/GAPS.md#W1 */
export function webhooksSection(): Record<string, ZodOpenApiPathItemObject> {
  const entries = EVENT_TYPES.map((type): [string, ZodOpenApiPathItemObject] => {
    const schema = isStatusEvent(type.name) ? PaymentNotification : generalNotification(type);
    return [
      type.name,
      {
        post: {
          operationId: `on.${type.name}`,
          summary: type.description,
          description: `Sent to subscriptions of \`${type.name}\`. Source: ${type.source}.`,
          tags: ['Events'],
          requestParams: { header: DeliveryHeaders },
          requestBody: { required: true, content: { 'application/json': { schema, example: payloadOf(type) } } },
          responses: {
            200: { description: 'Received. Any other answer, or none within 5 s, is retried.' },
          },
          security: [],
        },
      },
    ];
  });
  return Object.fromEntries(entries);
}
