import { findEventType, PAYMENT_STATUS_CHANGED } from '../../domain/webhooks/events';
import { TestWebhook, WebhookTestResult } from '../../domain/webhooks/schemas';
import { createTestDelivery, findDelivery } from '../../db/webhooks/deliveries';
import { findSubscription } from '../../db/webhooks/subscriptions';
import type { output } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { unknownWebhook, WebhookParams, WEBHOOKS } from './common';
import { runDelivery } from '../../workflows/client/deliveries';

/** One attempt has 5 s; the rest is the way through Temporal. */
const BUDGET_MS = 9_000;

interface TestOrder {
  tenant: Tenant;
  webhookId: string;
  /** Name of an event, or that of every change of a payment's status. */
  event: string;
}

/**
 * Sends a sample of an event to a subscription.
 * @returns the result of the one attempt, or that it is still under way
 */
export async function sendTest(
  { database, workflows }: Pick<Services, 'database' | 'workflows'>,
  { tenant, webhookId, event }: TestOrder,
): Promise<output<typeof WebhookTestResult>> {
  const type = event === PAYMENT_STATUS_CHANGED ? 'payment.submitted' : event;
  const sample = findEventType(type);
  if (sample === undefined) throw new Error(`the event ${type} has no sample`);
  const test = { tenant, webhookId, type, object: sample.sample };
  const { eventId, deliveryId } = await createTestDelivery(database, test);
  const { accountId } = tenant;
  const start = { deliveryId, accountId, webhookId, eventType: type, attemptsMade: 0, once: true, dueAt: null };
  const hasEnded = await runDelivery(workflows, start, BUDGET_MS).then(
    () => true,
    // Too slow, or away: the order in the outbox stands, so the sample is on its way and must not be sent again.
    () => false,
  );
  const delivery = await findDelivery(database, tenant, deliveryId);
  const attempt = hasEnded ? delivery?.attempts[0] : undefined;
  const ended = delivery?.status === 'delivered' ? ('delivered' as const) : ('failed' as const);
  return {
    event,
    event_id: eventId,
    delivery_id: deliveryId,
    status: hasEnded ? ended : ('pending' as const),
    response_status: attempt?.status_code ?? null,
    duration_ms: attempt?.duration_ms ?? null,
  };
}

/** Source: specification, "Webhook management (prefix `/v1`)" 20; docs/GAPS.md#W8 */
export const testWebhook = endpoint({
  ...WEBHOOKS,
  operationId: 'testWebhook',
  summary: 'Send a sample event once, without retries',
  method: 'post',
  path: '/v1/webhooks/{webhookId}/test',
  params: WebhookParams,
  body: TestWebhook,
  responses: {
    200: { description: 'The result of the attempt', schema: WebhookTestResult },
    202: { description: 'Not finished within nine seconds; the delivery shows the result', schema: WebhookTestResult },
  },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { tenant } = call.principal;
    const { webhookId } = call.params;
    if ((await findSubscription(services.database, tenant, webhookId)) === null) throw unknownWebhook();
    const data = await sendTest(services, { tenant, webhookId, event: call.body.event });
    if (data.status !== 'pending') return { status: 200, data };
    return { status: 202, data, headers: { Location: `/v1/deliveries/${data.delivery_id}` } };
  },
});
