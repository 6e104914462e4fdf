import { z, type output } from 'zod';
import { readDrill, startDrill, type DrillRow } from '../../db/webhooks/drills';
import { invalidField } from '../../domain/errors';
import { pathId } from '../../domain/schema-tools';
import { Drill, StartDrill } from '../../domain/webhooks/drills/schemas';
import { endpoint, type Reply } from '../endpoint';
import { unknownWebhook, WEBHOOKS } from './common';

export function drillView({ created_at, finished_at, ...row }: DrillRow): output<typeof Drill> {
  return { ...row, created_at: created_at.toISOString(), finished_at: finished_at?.toISOString() ?? null };
}

function acceptedReply(drill: DrillRow): Reply {
  return { status: 202, data: drillView(drill), headers: { Location: `/v1/drills/${drill.id}` } };
}

/** Source: docs/GAPS.md#drills */
export const startWebhookDrill = endpoint({
  ...WEBHOOKS,
  operationId: 'startWebhookDrill',
  summary: 'Examine the receiver of a subscription of the test side',
  method: 'post',
  path: '/v1/drills',
  body: StartDrill,
  idempotent: true,
  isForAgents: true,
  responses: { 202: { description: 'The drill, which takes about a minute', schema: Drill } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, services) {
    const { actor, held } = call;
    const { tenant } = call.principal;
    if (tenant.environment !== 'test')
      throw invalidField('webhook_id', 'test_only', 'drills run on the test side only');
    const started = await startDrill(services.database, { tenant, webhookId: call.body.webhook_id, actor, held });
    if (started === null) throw unknownWebhook();
    return acceptedReply(started);
  },
  async recover(subject, { principal }, { database }) {
    return acceptedReply(await readDrill(database, principal.tenant, subject));
  },
});

/** Source: docs/GAPS.md#drills */
export const getDrill = endpoint({
  ...WEBHOOKS,
  operationId: 'getDrill',
  summary: 'Read what a drill of a receiver has shown',
  method: 'get',
  path: '/v1/drills/{drillId}',
  params: z.object({ drillId: pathId('drill') }),
  responses: { 200: { description: 'The drill with the scenarios played so far', schema: Drill } },
  errors: ['NOT_FOUND'],
  async handle(call, { database }) {
    return { status: 200, data: drillView(await readDrill(database, call.principal.tenant, call.params.drillId)) };
  },
});
