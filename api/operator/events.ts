import { findAccount } from '../../db/auth/accounts';
import { readEvent } from '../../db/webhooks/event-log';
import { publishEvent as publish } from '../../db/webhooks/publish-event';
import { eventView, type EventRecord } from '../../domain/webhooks/payload';
import { PublishEvent } from '../../domain/webhooks/publish';
import { EventInLog } from '../../domain/webhooks/schemas';
import { endpoint, type Reply } from '../endpoint';
import { operation } from './common';

function publishedReply(event: EventRecord): Reply {
  return { status: 201, data: eventView(event), headers: { Location: `/v1/events/${event.id}` } };
}

/** Source: docs/GAPS.md#W9 */
export const publishEvent = endpoint({
  ...operation('operations'),
  operationId: 'publishEvent',
  summary: 'Publish an external event to an account, such as buyer.matched',
  method: 'post',
  path: '/v1/events',
  body: PublishEvent,
  idempotent: true,
  responses: { 201: { description: 'The event; its deliveries have started', schema: EventInLog } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database }) {
    const { environment = 'test', ...request } = call.body;
    const maker = { actor: call.actor, held: call.held };
    return publishedReply(await publish(database, { ...request, environment }, maker));
  },
  async recover(subject, { body }, { database }) {
    const account = await findAccount(database, body.account);
    if (account === null) throw new Error('the account of a published event is not in the database');
    const tenant = { accountId: account.id, environment: body.environment ?? 'test' };
    return publishedReply(await readEvent(database, tenant, subject));
  },
});
