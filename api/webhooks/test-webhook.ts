import { findEventType, PAYMENT_STATUS_CHANGED } from '../../domain/webhooks/events';
import { TestWebhook, WebhookTestResult } from '../../domain/webhooks/schemas';
import { createTestDelivery, findDelivery } from '../../db/webhooks/deliveries';
import { findSubscription } from '../../db/webhooks/subscriptions';
import { endpoint } from '../endpoint';
import { unknownWebhook, WEBHOOK_ACCESS, WebhookParams } from './subscriptions';

/** One attempt has 5 s; the rest is the way through Temporal. */
const BUDGET_MS = 9_000;

/** Source: specification, "Webhook management (prefix `/v1`)" 20; docs/GAPS.md#W8 */
export const testWebhook = endpoint({
  operationId: 'testWebhook',
  summary: 'Send a sample event once, without retries',
  tag: 'Webhooks',
  method: 'post',
  path: '/v1/webhooks/{webhookId}/test',
  access: WEBHOOK_ACCESS,
  limit: null,
  envelope: 'bare',
  params: WebhookParams,
  body: TestWebhook,
  responses: {
    200: { description: 'How the one attempt went', schema: WebhookTestResult },
    202: { description: 'Not sent within nine seconds; the delivery tells how it goes', schema: WebhookTestResult },
  },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { tenant } = call.principal;
    const { webhookId } = call.params;
    if ((await findSubscription(services.database, tenant, webhookId)) === null) throw unknownWebhook();
    const type = call.body.event === PAYMENT_STATUS_CHANGED ? 'payment.submitted' : call.body.event;
    const sample = findEventType(type);
    if (sample === undefined) throw new Error(`the event ${type} has no sample`);
    const test = { tenant, webhookId, type, object: sample.sample };
    const { eventId, deliveryId } = await createTestDelivery(services.database, test);
    const { accountId } = tenant;
    const start = { deliveryId, accountId, webhookId, eventType: type, attemptsMade: 0, once: true };
    const hasEnded = await services.workflows.runDelivery(start, BUDGET_MS).then(
      () => true,
      // Too slow, or away: the order in the outbox stands, so the sample is on its way and must not be sent anew.
      () => false,
    );
    const delivery = await findDelivery(services.database, tenant, deliveryId);
    const attempt = delivery?.attempts[0];
    const ended = delivery?.status === 'delivered' ? ('delivered' as const) : ('failed' as const);
    const data = {
      event: call.body.event,
      event_id: eventId,
      delivery_id: deliveryId,
      status: hasEnded ? ended : ('pending' as const),
      response_status: hasEnded ? (attempt?.status_code ?? null) : null,
      duration_ms: hasEnded ? (attempt?.duration_ms ?? null) : null,
    };
    if (hasEnded) return { status: 200, data };
    return { status: 202, data, headers: { Location: `/v1/deliveries/${deliveryId}` } };
  },
});
