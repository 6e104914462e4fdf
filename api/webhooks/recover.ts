import { z, type output } from 'zod';
import { readRecovery, startRecovery, type Recovery } from '../../db/webhooks/recover';
import { invalidRequest, type FieldFault } from '../../domain/errors';
import { optional, pathId, sound, Timestamp, NotesShape } from '../../domain/schema-tools';
import { endpoint, type Reply } from '../endpoint';
import { unknownWebhook, WebhookParams, WEBHOOKS } from './common';

/** How far a recovery is. */
export const WebhookRecovery = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    since: z.string(),
    until: z.string(),
    status: z.enum(['running', 'completed']),
    count: z.int().meta({ description: 'Events that were missing when it was ordered' }),
    sent: z.int().meta({ description: 'Events that have a new delivery so far' }),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    ...NotesShape,
  })
  .meta({ id: 'WebhookRecovery' });

function recoveryView({
  events,
  since,
  until,
  created_at,
  finished_at,
  ...row
}: Recovery): output<typeof WebhookRecovery> {
  return {
    ...row,
    count: events,
    since: since.toISOString(),
    until: until.toISOString(),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function acceptedReply(recovery: Recovery): Reply {
  const location = `/v1/webhooks/${recovery.webhook_id}/recoveries/${recovery.id}`;
  return { status: 202, data: recoveryView(recovery), headers: { Location: location } };
}

/** The fault of a period that does not begin in the past and before its end. */
function orderFaults(since: string, until: string, now: Date): FieldFault[] {
  if (since < until && since < now.toISOString()) return [];
  return [{ field: 'since', code: 'order', message: 'must be in the past and before `until`' }];
}

const SentTime = z.object({ since: Timestamp, until: sound(optional(Timestamp)) });

/** @returns the same of a body that has other faults, as far as its moments are sound. Source: docs/GAPS.md#G2 */
function timeFaults(body: unknown, now: Date): FieldFault[] {
  const sent = SentTime.safeParse(body).data;
  return sent === undefined ? [] : orderFaults(sent.since, sent.until ?? now.toISOString(), now);
}

/** Source: docs/GAPS.md#W7, docs/GAPS.md#W14 */
export const recoverWebhook = endpoint({
  ...WEBHOOKS,
  operationId: 'recoverWebhook',
  summary: 'Resend events that a subscription has missed since a time',
  method: 'post',
  path: '/v1/webhooks/{webhookId}/recover',
  params: WebhookParams,
  body: z.object({ since: Timestamp, until: optional(Timestamp) }).meta({ id: 'WebhookRecoveryRequest' }),
  idempotent: true,
  responses: { 202: { description: 'The recovery, with the number of events to resend', schema: WebhookRecovery } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  furtherFaults: (body, { receivedAt }) => timeFaults(body, receivedAt),
  async handle(call, services) {
    const { since, until = call.receivedAt.toISOString() } = call.body;
    const faults = orderFaults(since, until, call.receivedAt);
    if (faults.length > 0) throw invalidRequest(faults);
    const { actor, held } = call;
    const { tenant } = call.principal;
    const recovery = { tenant, ...call.params, since, until, actor, held };
    const started = await startRecovery(services.database, recovery);
    if (started === null) throw unknownWebhook();
    return acceptedReply(started);
  },
  async recover(subject, { principal, params }, { database }) {
    return acceptedReply(await readRecovery(database, principal.tenant, { ...params, recoveryId: subject }));
  },
});

/** Source: docs/GAPS.md#W14 */
export const getRecovery = endpoint({
  ...WEBHOOKS,
  operationId: 'getWebhookRecovery',
  summary: 'Read the progress of a recovery',
  method: 'get',
  path: '/v1/webhooks/{webhookId}/recoveries/{recoveryId}',
  params: z.object({ webhookId: pathId('webhook'), recoveryId: pathId('recovery') }),
  responses: { 200: { description: 'The recovery', schema: WebhookRecovery } },
  errors: ['NOT_FOUND'],
  async handle(call, { database }) {
    return { status: 200, data: recoveryView(await readRecovery(database, call.principal.tenant, call.params)) };
  },
});
