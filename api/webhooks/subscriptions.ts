import { z, type output } from 'zod';
import { Cursor, ListLimit, optional } from '../../domain/schema-tools';
import {
  CreatedWebhookSubscription,
  CreateWebhook,
  UpdateWebhook,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../domain/webhooks/schemas';
import {
  createSubscription,
  deleteSubscription,
  findSubscription,
  findWithSecret,
  listSubscriptions,
  rotateSecret,
  updateSubscription,
  type Subscription,
  type SubscriptionTarget,
} from '../../db/webhooks/subscriptions';
import { readOutage } from '../../db/webhooks/breakers';
import { invalidField } from '../../domain/errors';
import type { RequestActor } from '../../domain/auth/actor';
import type { ClientPrincipal } from '../../domain/auth/principal';
import { endpoint, type Reply } from '../endpoint';
import type { Services } from '../services';
import { unknownWebhook, WebhookParams, WEBHOOKS } from './common';
import { checkTarget, targetFaults } from './target';
import { outageView, subscriptionView } from './views';
import { onePage, replyWithPage } from '../page';

interface TargetCall {
  principal: ClientPrincipal;
  params: { webhookId: string };
  actor: RequestActor;
}

function targetOf(call: TargetCall): SubscriptionTarget {
  return { tenant: call.principal.tenant, id: call.params.webhookId, actor: call.actor };
}

/** The URL of a queue, which is stored as an endpoint's is, and its other members. */
function splitQueueUrl<Queue extends { queue_url?: string | undefined }>(queue: Queue) {
  const { queue_url: url, ...access } = queue;
  return { url, access };
}

const HOUR_MS = 60 * 60 * 1000;
const DEFAULT_OVERLAP_HOURS = 24;

/** Source: specification, "Webhook management (prefix `/v1`)" 15; docs/GAPS.md#W8 */
export const createWebhook = endpoint({
  ...WEBHOOKS,
  operationId: 'createWebhook',
  summary: 'Subscribe to events',
  method: 'post',
  path: '/v1/webhooks',
  body: CreateWebhook,
  idempotent: true,
  secretMembers: ['secret'],
  responses: {
    201: { description: 'The subscription; its secret is shown only now', schema: CreatedWebhookSubscription },
  },
  errors: ['DUPLICATE', 'IN_PROGRESS'],
  furtherFaults: (body, { principal }, services) => targetFaults(body, principal.tenant, services),
  async handle(call, services) {
    const { tenant } = call.principal;
    await checkTarget(call.body, tenant, services);
    const { url: address, events, description = '', enabled = true, destination, ...options } = call.body;
    const queue = destination && splitQueueUrl(destination);
    const url = address ?? queue?.url;
    if (url === undefined) throw new Error('a body without a target has passed its schema');
    const controls = { ...options, destination: queue?.access };
    const request = { url, events, description, enabled, controls, actor: call.actor };
    return createdReply(await createSubscription(services.database, services.vault, tenant, request, call.held));
  },
  async recover(subject, call, services) {
    const row = await findWithSecret(services.database, services.vault, call.principal.tenant, subject);
    if (row === null) throw new Error(`the subscription ${subject} is not in the database`);
    return createdReply(row);
  },
});

function createdReply(row: Subscription & { secret: string | undefined }): Reply {
  const data = { ...subscriptionView(row), secret: row.secret };
  return { status: 201, data, headers: { Location: `/v1/webhooks/${row.id}` } };
}

/** Source: specification, "Webhook management (prefix `/v1`)" 16; docs/GAPS.md#G8 */
export const listWebhooks = endpoint({
  ...WEBHOOKS,
  operationId: 'listWebhooks',
  summary: 'List subscriptions, the newest first',
  method: 'get',
  path: '/v1/webhooks',
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(WebhookSubscription),
  errors: [],
  async handle(call, services) {
    const { limit, cursor } = call.query;
    const rows = await listSubscriptions(services.database, call.principal.tenant, {
      limit: limit + 1,
      after: cursor,
    });
    return replyWithPage(rows, limit, (row) => subscriptionView(row));
  },
});

/** Source: specification, "Webhook management (prefix `/v1`)" 17 */
export const getWebhook = endpoint({
  ...WEBHOOKS,
  operationId: 'getWebhook',
  summary: 'Details of a subscription',
  method: 'get',
  path: '/v1/webhooks/{webhookId}',
  params: WebhookParams,
  responses: { 200: { description: 'The subscription', schema: WebhookSubscription } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const row = await findSubscription(services.database, call.principal.tenant, call.params.webhookId);
    if (row === null) throw unknownWebhook();
    const outage = row.breaker ? await readOutage(services.database, row.id) : null;
    const unreachable = outage === null ? {} : { unreachable: outageView(outage) };
    return { status: 200, data: { ...subscriptionView(row), ...unreachable } };
  },
});

/**
 * Refuses a change after which deliveries would be refused. A subscription keeps its kind, because what one kind of
 * receiver has missed is not meant for the other.
 * @throws DomainError NOT_FOUND, INVALID_REQUEST naming the invalid members
 */
async function checkChange(
  { url, destination, headers }: output<typeof UpdateWebhook>,
  { tenant, id }: SubscriptionTarget,
  services: Services,
): Promise<void> {
  if (url === undefined && destination === undefined && headers === undefined) return;
  const stored = await findSubscription(services.database, tenant, id);
  if (stored === null) throw unknownWebhook();
  if (stored.destination === null) {
    if (destination === undefined) return checkTarget({ url }, tenant, services);
    throw invalidField(
      'destination',
      'kind',
      'cannot be set on an HTTPS subscription; create a new subscription with destination',
    );
  }
  if (url !== undefined) {
    throw invalidField('url', 'kind', 'cannot be set on a subscription to a queue; change destination.queue_url');
  }
  const { queue_url = stored.url, region = stored.destination.region } = destination ?? {};
  await checkTarget({ destination: { queue_url, region }, headers }, tenant, services);
}

/** Source: specification, "Webhook management (prefix `/v1`)" 18; docs/GAPS.md#W5, docs/GAPS.md#W8 */
export const updateWebhook = endpoint({
  ...WEBHOOKS,
  operationId: 'updateWebhook',
  summary: 'Change parts of a subscription',
  method: 'patch',
  path: '/v1/webhooks/{webhookId}',
  params: WebhookParams,
  body: UpdateWebhook,
  responses: { 200: { description: 'The subscription as it is now', schema: WebhookSubscription } },
  errors: ['NOT_FOUND'],
  furtherFaults: (body, { principal }, services) => targetFaults(body, principal.tenant, services),
  async handle(call, services) {
    await checkChange(call.body, targetOf(call), services);
    const { url, destination, ...members } = call.body;
    const queue = destination && splitQueueUrl(destination);
    const change = { ...members, url: url ?? queue?.url, destination: queue?.access };
    const row = await updateSubscription(services.database, services.vault, targetOf(call), change);
    if (row === null) throw unknownWebhook();
    const { dropped, ...changed } = row;
    return { status: 200, data: subscriptionView(changed, dropped) };
  },
});

/** Source: specification, "Webhook management (prefix `/v1`)" 19 */
export const deleteWebhook = endpoint({
  ...WEBHOOKS,
  operationId: 'deleteWebhook',
  summary: 'Delete a subscription',
  method: 'delete',
  path: '/v1/webhooks/{webhookId}',
  params: WebhookParams,
  responses: { 204: { description: 'Deleted; waiting deliveries are cancelled', schema: null } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const deleted = await deleteSubscription(services.database, targetOf(call));
    if (!deleted) throw unknownWebhook();
    return { status: 204 };
  },
});

/** Source: docs/GAPS.md#W3, docs/GAPS.md#W7 */
export const rotateWebhookSecret = endpoint({
  ...WEBHOOKS,
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a subscription',
  method: 'post',
  path: '/v1/webhooks/{webhookId}/rotate-secret',
  params: WebhookParams,
  body: z.object({ overlap_hours: optional(z.number().min(0).max(168)) }),
  responses: { 200: { description: 'The new secret, shown only now', schema: WebhookSubscriptionWithSecret } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const target = targetOf(call);
    const hours = call.body.overlap_hours ?? DEFAULT_OVERLAP_HOURS;
    const overlapUntil = new Date(call.receivedAt.getTime() + hours * HOUR_MS);
    const secret = await rotateSecret(services.database, services.vault, target, overlapUntil);
    const row = await findSubscription(services.database, target.tenant, target.id);
    if (secret === null || row === null) throw unknownWebhook();
    return { status: 200, data: { ...subscriptionView(row), secret } };
  },
});
