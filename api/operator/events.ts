import type { Database } from '../../db/database';
import { findAccount } from '../../db/auth/accounts';
import { findEvent } from '../../db/webhooks/event-log';
import { publishEvent as publish } from '../../db/webhooks/publish-event';
import type { Tenant } from '../../domain/auth/tenant';
import { eventView } from '../../domain/webhooks/payload';
import { PublishEvent } from '../../domain/webhooks/publish';
import { EventInLog } from '../../domain/webhooks/schemas';
import { endpoint, type Reply } from '../endpoint';
import { operation } from './common';

async function published(database: Database, tenant: Tenant, id: string): Promise<Reply> {
  const found = await findEvent(database, tenant, id);
  if (found === null) throw new Error(`the event ${id} is not in the database`);
  return { status: 201, data: eventView(found.event), headers: { Location: `/v1/events/${id}` } };
}

/** Source: docs/GAPS.md#W9 */
export const publishEvent = endpoint({
  ...operation('operations'),
  operationId: 'publishEvent',
  summary: 'Publish an external event to an account, such as `buyer.matched`',
  method: 'post',
  path: '/v1/events',
  body: PublishEvent,
  idempotent: true,
  responses: { 201: { description: 'The event; its deliveries have started', schema: EventInLog } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, services) {
    const { environment = 'test', ...request } = call.body;
    const maker = { actor: call.actor, held: call.held };
    const { id, tenant } = await publish(services.database, { ...request, environment }, maker);
    return published(services.database, tenant, id);
  },
  async recover(subject, { body }, { database }) {
    const account = await findAccount(database, body.account);
    if (account === null) throw new Error('the account of a published event is not in the database');
    return published(database, { accountId: account.id, environment: body.environment ?? 'test' }, subject);
  },
});
