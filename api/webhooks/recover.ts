import { z } from 'zod';
import { startRecovery } from '../../db/webhooks/recover';
import { invalidField } from '../../domain/errors';
import { optional, Timestamp } from '../../domain/schema-tools';
import { endpoint, type Reply } from '../endpoint';
import { actorOf, unknownWebhook, WEBHOOK_ACCESS, WebhookParams } from './subscriptions';

const Recovered = z
  .object({
    webhook_id: z.string(),
    since: z.string(),
    until: z.string(),
    count: z.int().meta({ description: 'Events that are sent again' }),
  })
  .meta({ id: 'WebhookRecovery' });

interface RecoverCall {
  params: { webhookId: string };
  body: { since: string; until?: string | undefined };
  receivedAt: Date;
}

function accepted({ params, body, receivedAt }: RecoverCall, count: number): Reply {
  const { since, until = receivedAt.toISOString() } = body;
  return { status: 202, data: { webhook_id: params.webhookId, since, until, count } };
}

/** Source: docs/GAPS.md#W7 */
export const recoverWebhook = endpoint({
  operationId: 'recoverWebhook',
  summary: 'Send again what failed or was never delivered to a subscription since a moment',
  tag: 'Webhooks',
  method: 'post',
  path: '/v1/webhooks/{webhookId}/recover',
  access: WEBHOOK_ACCESS,
  limit: null,
  envelope: 'bare',
  params: WebhookParams,
  body: z.object({ since: Timestamp, until: optional(Timestamp) }).meta({ id: 'WebhookRecoveryRequest' }),
  idempotent: true,
  responses: { 202: { description: 'How many events are sent again, as new deliveries', schema: Recovered } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, services) {
    const { since, until = call.receivedAt.toISOString() } = call.body;
    if (since >= until) throw invalidField('since', 'order', 'must be in the past and before `until`');
    const { principal, params, held } = call;
    const recovery = {
      tenant: principal.tenant,
      webhookId: params.webhookId,
      since,
      until,
      actor: actorOf(call),
      held,
    };
    const count = await startRecovery(services.database, recovery);
    if (count === null) throw unknownWebhook();
    return accepted(call, count);
  },
  recover: (subject, call) => Promise.resolve(accepted(call, Number(subject))),
});
