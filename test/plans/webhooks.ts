import { newId } from '../../lib/ids';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import { broadcastEvent, broadcastPage } from '../../db/broadcast';
import type { Database } from '../../db/database';
import { recordEvent } from '../../db/events';
import { ITEM_COLUMNS, takeOutboxItems, TOPICS, type OutboxItem } from '../../db/outbox';
import { listAttemptHours } from '../../db/webhooks/attempt-hours';
import { assignProbe } from '../../db/webhooks/breakers';
import { readConcerned } from '../../db/webhooks/changes';
import {
  findDelivery,
  listDeliveries,
  readStartFacts,
  readWait,
  type DeliveryFilter,
} from '../../db/webhooks/deliveries';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { findPosition, listEvents, readEndOfLog, readEvent, readEventDeliveries } from '../../db/webhooks/event-log';
import { recordAttempts } from '../../db/webhooks/record-attempts';
import { readSenderBacklog, releaseHeld } from '../../db/webhooks/sender';
import { takeFirsts } from '../../db/webhooks/take-attempts';
import { openVault } from '../../lib/vault';
import { recoverPage, startRecovery, type Recovery } from '../../db/webhooks/recover';
import { listSubscriptions } from '../../db/webhooks/subscriptions';
import { DAY_MS } from '../../domain/calendar-dates';
import { LARGE, SMALL, type Measured } from './sample';

const LIMIT = 51;
/** The sample's secrets are not sealed. */
const VAULT = { ...openVault(Buffer.alloc(32, 7).toString('base64')), open: () => 'whsec_AAAA' };

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

function recoverHour(database: Database): Promise<Recovery | null> {
  const until = new Date().toISOString();
  const since = new Date(Date.now() - 60 * 60_000).toISOString();
  return startRecovery(database, { tenant: LARGE, webhookId: 'wh_1on', since, until, actor: 'key:key_1', held: null });
}

export const WEBHOOKS: readonly Measured[] = [
  { of: findDelivery, run: (database, { deliveryId }) => findDelivery(database, LARGE, deliveryId), blocks: 20 },
  {
    of: listAttemptHours,
    run: (database) => listAttemptHours(database, LARGE, 'wh_1on', new Date(Date.now() - DAY_MS)),
    blocks: 12_000,
    passedOver: 4_000,
    reason: 'looks at the attempts of the newest 2,000 deliveries',
  },
  list('the newest', {}),
  list('of an endpoint', { webhookId: 'wh_1on' }),
  list('the oldest', { order: 'oldest' }),
  list('the oldest, cancelled', { order: 'oldest', status: 'cancelled' }),
  list('the oldest, of a rare type', { order: 'oldest', events: ['payment.returned'] }),
  ...DELIVERY_STATUSES.filter((status) => status !== 'delivering').flatMap((status) => [
    list(status, { status }),
    list(`${status}, of an endpoint`, { status, webhookId: 'wh_1on' }),
    list(`${status}, of a small account`, { status, tenant: SMALL }),
    list(`${status}, of an endpoint of a small account`, { status, tenant: SMALL, webhookId: 'wh_10off' }),
  ]),
  ...[LARGE, SMALL].map((tenant) => ({
    ...list(`delivering, of ${tenant.accountId}`, { status: 'delivering', tenant }, 10_000),
    passedOver: 10_000,
    reason: 'that an attempt is being made stands in the attempt: passes over what waits at the endpoints',
  })),
  list('of a rare type', { events: ['payment.returned'] }),
  list('pending, of a rare type', { status: 'pending', events: ['payment.returned'] }),
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
    of: takeFirsts,
    run: (database) => takeFirsts(database, VAULT, { webhookId: 'wh_1on', limit: 50 }),
    blocks: 6_000,
    reason: 'fifty deliveries with their events, attempts and sealed secrets, each of which is put on record',
  },
  { of: readSenderBacklog, run: (database) => readSenderBacklog(database, 'wh_1on'), blocks: 1_500 },
  {
    of: releaseHeld,
    run: (database) => releaseHeld(database, 'wh_1on', ''),
    blocks: 2_000,
    passedOver: 10_000,
    reason: 'once after a change of an endpoint, passes over what is due there',
  },
  { of: assignProbe, run: (database) => assignProbe(database, 'wh_1on'), blocks: 100 },
  {
    of: recordAttempts,
    run: async (database, { pendingDeliveryIds: [deliveryId = ''] }) => {
      const result = { durationMs: 40, statusCode: 200, error: null, responseHeaders: null, responseExcerpt: null };
      const event = { id: 'evt_1', type: 'payment.settled', createdAt: new Date(), object: {} };
      const plain = { test: false, isOrdered: true, hasBreaker: false };
      const about = { deliveryId, number: 1, webhookId: 'wh_1on', accountId: 'acc_1', eventId: event.id, event };
      await recordAttempts(database, [{ ...result, endedAt: new Date(), order: { ...about, ...plain } }]);
    },
    blocks: 100,
  },
  {
    of: listSubscriptions,
    run: (database) => listSubscriptions(database, LARGE, { limit: LIMIT, after: undefined }),
    blocks: 20,
  },
  { of: listEndpointHealth, run: (database) => listEndpointHealth(database, LARGE), blocks: 800 },
  { of: readEvent, run: (database, { eventId }) => readEvent(database, LARGE, eventId), blocks: 15 },
  {
    of: readEventDeliveries,
    run: (database, { eventId }) => readEventDeliveries(database, LARGE, eventId),
    blocks: 30,
  },
  { of: findPosition, run: (database, { eventId }) => findPosition(database, LARGE, eventId), blocks: 10 },
  events('from the beginning', 'first'),
  events('from the middle', 'middle'),
  events('of a rare type', 'first', ['payment.returned']),
  events('of a rare type, from the middle', 'middle', ['payment.returned']),
  { of: readEndOfLog, run: (database) => readEndOfLog(database, LARGE), blocks: 20 },
  { of: readConcerned, run: (database) => readConcerned(database, CHANGED), blocks: 40 },
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
    run: recoverHour,
    blocks: 20_000,
    reason: 'looks at each event of the time that is asked for',
    passedOver: 10_000,
  },
  {
    of: recoverPage,
    run: async (database) => recoverPage(database, (await recoverHour(database))?.id ?? '', 50),
    blocks: 20_000,
    reason: 'is ordered first, as above',
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
