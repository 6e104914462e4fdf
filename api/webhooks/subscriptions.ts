import { z } from 'zod';
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
import type { RequestActor } from '../../domain/auth/actor';
import type { ClientPrincipal } from '../../domain/auth/principal';
import { endpoint, type Reply } from '../endpoint';
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
    await checkTarget(call.body.url, call.principal.tenant, services);
    const { url, events, description = '', enabled = true, ...controls } = call.body;
    const request = { url, events, description, enabled, controls, actor: call.actor };
    const { tenant } = call.principal;
    return subscribed(await createSubscription(services.database, services.vault, tenant, request, call.held));
  },
  async recover(subject, call, services) {
    const row = await findWithSecret(services.database, services.vault, call.principal.tenant, subject);
    if (row === null) throw new Error(`the subscription ${subject} is not in the database`);
    return subscribed(row);
  },
});

function subscribed(row: Subscription & { secret: string | undefined }): Reply {
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
    return replyWithPage(rows, limit, subscriptionView);
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
    if (call.body.url !== undefined) await checkTarget(call.body.url, call.principal.tenant, services);
    const row = await updateSubscription(services.database, services.vault, targetOf(call), call.body);
    if (row === null) throw unknownWebhook();
    return { status: 200, data: subscriptionView(row) };
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
