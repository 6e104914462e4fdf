import { newId } from '../../lib/ids';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import { broadcastEvent, broadcastPage } from '../../db/broadcast';
import type { Database } from '../../db/database';
import { recordEvent } from '../../db/events';
import { ITEM_COLUMNS, takeOutboxItems, TOPICS, type OutboxItem } from '../../db/outbox';
import { formBurst, readBurst, readBursts } from '../../db/webhooks/bursts';
import { readConcerned } from '../../db/webhooks/changes';
import { findDelivery, listDeliveries, readStartFacts, type DeliveryFilter } from '../../db/webhooks/deliveries';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { findEvent, findPosition, listEvents, readEndOfLog } from '../../db/webhooks/event-log';
import { finishAttempts } from '../../db/webhooks/finish-attempts';
import { startRecovery } from '../../db/webhooks/recover';
import { listSubscriptions } from '../../db/webhooks/subscriptions';
import { readOrderHolds, readWait } from '../../db/webhooks/turns';
import { LARGE, SMALL, type Measured } from './sample';

const LIMIT = 51;

function list(what: string, filter: Partial<DeliveryFilter>, blocks = 1_200): Measured {
  const run: Measured['run'] = (database) => listDeliveries(database, { tenant: LARGE, limit: LIMIT, ...filter });
  return { of: listDeliveries, what, run, blocks };
}

const CHANGED: OutboxItem = {
  id: '1',
  lease: '',
  topic: 'webhook.changed',
  subject: 'wh_1off',
  accountId: 'acc_1',
  payload: {},
  attempts: 0,
  traceparent: null,
};

function takeDeliveries(database: Database, limit: number): Promise<OutboxItem[]> {
  const take = { lane: 'deliveries', after: '', limit, ofOneAccount: limit, leaseSeconds: 85 } as const;
  return takeOutboxItems(database, take);
}

function events(what: string, after: 'first' | 'middle', types?: string[]): Measured {
  const run: Measured['run'] = (database, { middleEventId }) => {
    const filter = { tenant: LARGE, types, limit: 101 };
    return listEvents(database, { ...filter, after: after === 'first' ? undefined : middleEventId });
  };
  return { of: listEvents, what, run, blocks: 300 };
}

export const WEBHOOKS: readonly Measured[] = [
  { of: findDelivery, run: (database, { deliveryId }) => findDelivery(database, LARGE, deliveryId), blocks: 20 },
  list('the newest', {}),
  list('of an endpoint', { webhookId: 'wh_1on' }),
  ...DELIVERY_STATUSES.filter((status) => status !== 'delivering').flatMap((status) => [
    list(status, { status }),
    list(`${status}, of an endpoint`, { status, webhookId: 'wh_1on' }),
    list(`${status}, of a small account`, { status, tenant: SMALL }),
    list(`${status}, of an endpoint of a small account`, { status, tenant: SMALL, webhookId: 'wh_10off' }),
  ]),
  ...[LARGE, SMALL].map((tenant) => ({
    ...list(`delivering, of ${tenant.accountId}`, { status: 'delivering', tenant }),
    passedOver: 10_000,
    reason: 'that an attempt is being made stands in the attempt: passes over what waits at the endpoints',
  })),
  list('of a rare type', { events: ['payment.returned'] }),
  list('of a type that none has', { events: ['payment.unknown'] }, 100),
  list('failed, of a rare type', { status: 'failed', events: ['payment.returned'] }, 100),
  list('cancelled, of a rare type', { status: 'cancelled', events: ['payment.returned'] }, 100),
  list('cancelled, of a common type', { status: 'cancelled', events: ['payment.settled'] }),
  {
    of: listDeliveries,
    what: 'about a payment',
    run: (database, { settledId }) => listDeliveries(database, { tenant: LARGE, limit: LIMIT, subject: settledId }),
    blocks: 60,
  },
  {
    of: readStartFacts,
    run: (database, { pendingDeliveryIds }) => readStartFacts(database, pendingDeliveryIds),
    blocks: 150,
  },
  { of: takeOutboxItems, what: 'twenty', run: (database) => takeDeliveries(database, 20), blocks: 500 },
  {
    of: formBurst,
    run: async (database) => {
      const items = await takeDeliveries(database, 20);
      const burst = await formBurst(database, 'wh_1on', items);
      await readBurst(database, burst?.burstId ?? '');
    },
    blocks: 2_000,
  },
  {
    of: readBursts,
    run: (database, { pendingDeliveryIds }) => readBursts(database, pendingDeliveryIds),
    blocks: 150,
  },
  {
    of: finishAttempts,
    run: (database, { pendingDeliveryIds: [deliveryId = ''] }) =>
      finishAttempts(database, [
        {
          deliveryId,
          number: 1,
          nextAttemptAt: null,
          durationMs: 40,
          statusCode: 200,
          error: null,
          responseHeaders: null,
          responseExcerpt: null,
        },
      ]),
    blocks: 100,
  },
  {
    of: listSubscriptions,
    run: (database) => listSubscriptions(database, LARGE, { limit: LIMIT, after: undefined }),
    blocks: 20,
  },
  { of: listEndpointHealth, run: (database) => listEndpointHealth(database, LARGE), blocks: 800 },
  { of: findEvent, run: (database, { eventId }) => findEvent(database, LARGE, eventId), blocks: 30 },
  { of: findPosition, run: (database, { eventId }) => findPosition(database, LARGE, eventId), blocks: 10 },
  events('from the beginning', 'first'),
  events('from the middle', 'middle'),
  events('of a rare type', 'middle', ['payment.returned']),
  { of: readEndOfLog, run: (database) => readEndOfLog(database, LARGE), blocks: 20 },
  { of: readConcerned, run: (database) => readConcerned(database, CHANGED), blocks: 40 },
  {
    of: readOrderHolds,
    run: (database, { pendingDeliveryIds }) => readOrderHolds(database, pendingDeliveryIds),
    blocks: 300,
  },
  { of: readWait, run: (database, { pendingDeliveryIds: [id = ''] }) => readWait(database, id), blocks: 40 },
  {
    of: recordEvent,
    run: (database) => {
      const object = { editionId: 'imp_1' };
      return recordEvent(database, { tenant: LARGE, type: 'tariff.updated', subject: 'imp_1', object } as never);
    },
    blocks: 200,
  },
  {
    of: startRecovery,
    run: (database) => {
      const until = new Date().toISOString();
      const since = new Date(Date.now() - 60 * 60_000).toISOString();
      const order = { tenant: LARGE, webhookId: 'wh_1on', since, until, actor: 'key:key_1', held: null };
      return startRecovery(database, order);
    },
    blocks: 20_000,
    reason: 'looks at each event of the time that is asked for',
    passedOver: 10_000,
  },
  {
    of: broadcastPage,
    run: async (database) => {
      const subject = newId('import');
      await broadcastEvent(database, { type: 'tariff.updated', subject, object: { editionId: 'imp_1' } } as never);
      const [item] = await database.query<OutboxItem>(
        `update outbox set lease = gen_random_uuid() where topic = $1 and subject = $2 returning ${ITEM_COLUMNS}`,
        [TOPICS.broadcastEvent, subject],
      );
      if (item === undefined) throw new Error('nothing was asked for');
      await broadcastPage(database, item);
    },
    blocks: 1_000,
  },
];
