import { z } from 'zod';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { Delivery, DELIVERY_STATUSES, EventTypeFilter } from '../../domain/webhooks/schemas';
import {
  listDeliveries,
  readWait,
  requireDelivery,
  resendDelivery,
  type DeliveryRow,
} from '../../db/webhooks/deliveries';
import { findSubscription } from '../../db/webhooks/subscriptions';
import { endpoint, type Reply } from '../endpoint';
import { unknownWebhook, WebhookParams, WEBHOOKS } from './common';
import { deliveryView } from './views';
import { onePage, replyWithPage } from '../page';

const DeliveryParams = z.object({ deliveryId: pathId('delivery') });

/** Source: docs/GAPS.md#W7 */
export const listWebhookDeliveries = endpoint({
  ...WEBHOOKS,
  operationId: 'listWebhookDeliveries',
  summary: 'Deliveries of a subscription with their attempts',
  method: 'get',
  path: '/v1/webhooks/{webhookId}/deliveries',
  params: WebhookParams,
  query: z.object({
    status: z.enum(DELIVERY_STATUSES).optional(),
    event: EventTypeFilter,
    limit: ListLimit,
    cursor: Cursor,
  }),
  responses: onePage(Delivery),
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { tenant } = call.principal;
    const { webhookId } = call.params;
    const { limit, cursor, status, event: events } = call.query;
    if ((await findSubscription(services.database, tenant, webhookId)) === null) throw unknownWebhook();
    const filter = { tenant, webhookId, status, events, after: cursor, limit: limit + 1 };
    const rows = await listDeliveries(services.database, filter);
    return replyWithPage(rows, limit, deliveryView);
  },
});

/** Source: docs/GAPS.md#W7 */
export const getDelivery = endpoint({
  ...WEBHOOKS,
  operationId: 'getDelivery',
  summary: 'One delivery with its attempts',
  method: 'get',
  path: '/v1/deliveries/{deliveryId}',
  params: DeliveryParams,
  responses: { 200: { description: 'The delivery', schema: Delivery } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const row = await requireDelivery(services.database, call.principal.tenant, call.params.deliveryId);
    return { status: 200, data: deliveryView(row, await readWait(services.database, row.id)) };
  },
});

/** Source: docs/GAPS.md#W7 */
export const resend = endpoint({
  ...WEBHOOKS,
  operationId: 'resendDelivery',
  summary: 'Resend the event of a delivery, as a new delivery',
  method: 'post',
  path: '/v1/deliveries/{deliveryId}/resend',
  params: DeliveryParams,
  idempotent: true,
  responses: { 202: { description: 'The new delivery', schema: Delivery } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database }) {
    const { tenant } = call.principal;
    const delivery = await requireDelivery(database, tenant, call.params.deliveryId);
    const webhook = await findSubscription(database, tenant, delivery.webhook_id);
    if (webhook === null) throw unknownWebhook();
    return resentReply(await resendDelivery(database, tenant, delivery, call.held));
  },
  recover: async (subject, call, { database }) =>
    resentReply(await requireDelivery(database, call.principal.tenant, subject)),
});

function resentReply(row: DeliveryRow): Reply {
  return { status: 202, data: deliveryView(row), headers: { Location: `/v1/deliveries/${row.id}` } };
}

const JsonObject = z.record(z.string(), z.unknown());

const EventTypeList = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      schema: JsonObject.meta({
        description: 'JSON Schema of `data` of a payment notification, of `data.object` of every other event',
      }),
      sample: JsonObject,
    }),
  ),
});

/** Made once: it changes with a release only. */
const EVENT_TYPE_LIST = {
  data: EVENT_TYPES.map(({ name, description, object, sample }) => ({
    name,
    description,
    schema: z.toJSONSchema(object),
    sample,
  })),
};

/** Source: docs/GAPS.md#W7 */
export const listEventTypes = endpoint({
  ...WEBHOOKS,
  operationId: 'listEventTypes',
  summary: 'Every event type with its schema and a sample',
  method: 'get',
  path: '/v1/event-types',
  isPublicAnswer: true,
  responses: { 200: { description: 'All event types', schema: EventTypeList } },
  errors: [],
  handle: () => Promise.resolve({ status: 200, data: EVENT_TYPE_LIST }),
});
