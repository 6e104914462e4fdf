import { z } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { Delivery, DELIVERY_STATUSES, EventTypeFilter } from '../../domain/webhooks/schemas';
import { findDelivery, listDeliveries, readWait, resendDelivery } from '../../db/webhooks/deliveries';
import { findSubscription } from '../../db/webhooks/subscriptions';
import { endpoint, type Reply } from '../endpoint';
import type { Services } from '../services';
import { unknownWebhook, WebhookParams, WEBHOOKS } from './common';
import { deliveryView } from './views';
import { onePage, replyWithPage } from '../page';

const DeliveryParams = z.object({ deliveryId: pathId('delivery') });

function unknownDelivery(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such delivery.');
}

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
    const row = await findDelivery(services.database, call.principal.tenant, call.params.deliveryId);
    if (row === null) throw unknownDelivery();
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
  async handle(call, services) {
    const { tenant } = call.principal;
    const delivery = await findDelivery(services.database, tenant, call.params.deliveryId);
    if (delivery === null) throw unknownDelivery();
    const webhook = await findSubscription(services.database, tenant, delivery.webhook_id);
    if (webhook === null) throw unknownWebhook();
    const id = await resendDelivery(services.database, tenant, delivery, call.held);
    return resent(services, tenant, id);
  },
  recover: (subject, call, services) => resent(services, call.principal.tenant, subject),
});

async function resent(services: Services, tenant: Tenant, id: string): Promise<Reply> {
  const row = await findDelivery(services.database, tenant, id);
  if (row === null) throw unknownDelivery();
  return { status: 202, data: deliveryView(row), headers: { Location: `/v1/deliveries/${id}` } };
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
  responses: { 200: { description: 'All event types', schema: EventTypeList } },
  errors: [],
  handle: () => Promise.resolve({ status: 200, data: EVENT_TYPE_LIST }),
});
