import { z } from 'zod';
import { listEvents as readEvents, readEvent, readEventDeliveries } from '../../db/webhooks/event-log';
import { invalidField } from '../../domain/errors';
import { ListLimit, pathId } from '../../domain/schema-tools';
import { eventView } from '../../domain/webhooks/payload';
import { EventInLog, EventPosition, EventTypeFilter, EventWithDeliveries } from '../../domain/webhooks/schemas';
import { endpoint } from '../endpoint';
import { WEBHOOKS } from './common';
import { onePage, replyWithPage } from '../page';

/**
 * The log of events, to catch up from: a client that continues after the last event it read misses none.
 * Source: docs/GAPS.md#W7, docs/internal/decisions/0013-order-of-the-event-log.md
 */
export const listEvents = endpoint({
  ...WEBHOOKS,
  operationId: 'listEvents',
  summary: 'List the events of the last 30 days, oldest first; continuing after the last one skips none',
  method: 'get',
  path: '/v1/events',
  query: z.object({ after: EventPosition, cursor: EventPosition, type: EventTypeFilter, limit: ListLimit }),
  responses: onePage(EventInLog),
  errors: [],
  async handle(call, { database }) {
    const { after = call.query.cursor, type: types, limit } = call.query;
    const filter = { tenant: call.principal.tenant, after, types, limit: limit + 1 };
    const rows = await readEvents(database, filter);
    if (rows === null) throw invalidField('after', 'unknown', 'is not an event of this account');
    return replyWithPage(rows, limit, eventView);
  },
});

/** Source: docs/GAPS.md#W7 */
export const getEvent = endpoint({
  ...WEBHOOKS,
  operationId: 'getEvent',
  summary: 'One event with its deliveries',
  method: 'get',
  path: '/v1/events/{eventId}',
  params: z.object({ eventId: pathId('event') }),
  responses: { 200: { description: 'The event', schema: EventWithDeliveries } },
  errors: ['NOT_FOUND'],
  async handle(call, { database }) {
    const { tenant } = call.principal;
    const { eventId } = call.params;
    const event = await readEvent(database, tenant, eventId);
    return {
      status: 200,
      data: { ...eventView(event), deliveries: await readEventDeliveries(database, tenant, eventId) },
    };
  },
});
