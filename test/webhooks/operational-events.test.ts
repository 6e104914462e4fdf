import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import type { AttemptResult } from '../../db/webhooks/record-attempts';
import type { Tenant } from '../../domain/auth/tenant';
import { EVENTS, type EventName } from '../../domain/webhooks/events';
import { BROKEN, OK, record } from '../support/attempts';
import { startStack, type Stack } from '../support/stack';

const URL = 'http://127.0.0.1:9/hook';

let stack: Stack;
let tenant: Tenant;
let key: string;
let failing: string;
let watching: string;
let accounts = 0;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['http://127.0.0.1:9'] });
});
beforeEach(async () => {
  const account = `acme-${(accounts += 1)}`;
  key = await stack.createKey(account);
  tenant = { accountId: (await findOrCreateAccount(stack.database, account)).id, environment: 'test' };
  failing = await subscribe(['*']);
  watching = await subscribe(['webhook.failing', 'webhook.disabled', 'delivery.failed']);
  await subscribe(['shipment.created']);
});

async function subscribe(events: string[]): Promise<string> {
  return String((await stack.call('POST', '/v1/webhooks', { key, body: { url: URL, events } })).body['id']);
}

/** Publishes an event. @returns its delivery to the subscription */
async function deliver(type: EventName, webhookId: string): Promise<string> {
  const object = { ...EVENTS[type].sample };
  const event = await recordCheckedEvent(stack.database, { tenant, type, object, subject: 'subject' });
  const [row] = await stack.database.query<{ id: string }>(
    'select id from deliveries where event_id = $1 and webhook_id = $2',
    [event, webhookId],
  );
  return row?.id ?? '';
}

/** What attempts of a delivery are made with, begun at whatever number. */
async function orderOf(deliveryId: string, number: number) {
  const [row] = await stack.database.query<{ webhookId: string; eventId: string; type: string; test: boolean }>(
    `select webhook_id as "webhookId", event_id as "eventId", event_type as type, test from deliveries where id = $1`,
    [deliveryId],
  );
  if (row === undefined) throw new Error('there is no such delivery');
  await stack.database.query(`insert into delivery_attempts (delivery_id, number, started_at) values ($1, $2, now())`, [
    deliveryId,
    number,
  ]);
  const { webhookId, eventId, type, test } = row;
  const event = { id: eventId, type, createdAt: new Date(), object: {} };
  const { accountId } = tenant;
  return { deliveryId, number, webhookId, accountId, eventId, event, test, isOrdered: false, hasBreaker: false };
}

async function attempt(deliveryId: string, number: number, result: AttemptResult): Promise<void> {
  const recorded = await record(stack.database, [await orderOf(deliveryId, number)], result);
  expect([...recorded]).toEqual([deliveryId]);
}

interface Told {
  type: string;
  webhook_id: string;
  object: Record<string, unknown>;
  orders: number;
}

/** What was written about deliveries, and to whom it goes. */
const told = (): Promise<Told[]> =>
  stack.database.query<Told>(
    `select e.type, d.webhook_id, e.payload as object,
       (select count(*)::int from outbox o where o.subject = d.webhook_id and o.topic = 'webhook.send') as orders
     from events e join deliveries d on d.event_id = e.id
     where e.account_id = $1 and e.type in ('webhook.failing', 'webhook.disabled', 'delivery.failed')
       and e.subject like 'wh_%'
     order by e.id, d.id`,
    [tenant.accountId],
  );

it('tell the other subscriptions that listen when a third retry has failed, once until one succeeds', async () => {
  const first = await deliver('buyer.matched', failing);
  for (const number of [1, 2, 3]) await attempt(first, number, BROKEN);
  expect(await told()).toEqual([]);
  await attempt(first, 4, BROKEN);
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'webhook.failing', webhook_id: watching, orders: 1 });
  const [row] = await stack.database.query<{ since: Date; event: string; next: Date }>(
    `select s.failing_since as since, d.event_id as event, d.next_attempt_at as next from webhook_subscriptions s
     join deliveries d on d.webhook_id = s.id where d.id = $1`,
    [first],
  );
  const object = {
    webhook_id: failing,
    failing_since: row?.since.toISOString(),
    delivery_id: first,
    event_id: row?.event,
    event: 'buyer.matched',
    attempts: 4,
    status_code: 503,
    error: 'status',
    next_attempt_at: row?.next.toISOString(),
  };
  expect(event?.object).toEqual(object);
  expect(EVENTS['webhook.failing'].object.parse(event?.object)).toEqual(object);
  await attempt(await deliver('buyer.matched', failing), 4, BROKEN);
  expect(await told()).toHaveLength(1);
  await attempt(await deliver('buyer.matched', failing), 1, OK);
  await attempt(await deliver('buyer.matched', failing), 4, BROKEN);
  expect((await told()).map(({ type }) => type)).toEqual(['webhook.failing', 'webhook.failing']);
});

it('tell once of third retries that failed together', async () => {
  const ids = [await deliver('buyer.matched', failing), await deliver('buyer.matched', failing)];
  const orders = await Promise.all(ids.map((id) => orderOf(id, 4)));
  expect(await record(stack.database, orders, BROKEN)).toEqual(new Set(ids));
  expect((await told()).map(({ type, webhook_id }) => [type, webhook_id])).toEqual([['webhook.failing', watching]]);
});

it('tell of a delivery whose last retry has failed', async () => {
  const delivery = await deliver('buyer.matched', failing);
  await attempt(delivery, 6, BROKEN);
  const [event, ...more] = await told();
  expect([more, event?.type, event?.webhook_id]).toEqual([[], 'delivery.failed', watching]);
  expect(EVENTS['delivery.failed'].object.parse(event?.object)).toMatchObject({ delivery_id: delivery, attempts: 6 });
});

it('tell of a subscription that the service disables', async () => {
  const delivery = await deliver('buyer.matched', failing);
  await stack.database.query(
    `update webhook_subscriptions set failing_since = now() - interval '5 days', used_up_at = now() where id = $1`,
    [failing],
  );
  await attempt(delivery, 1, BROKEN);
  const [event, ...more] = await told();
  expect([more, event?.type, event?.webhook_id]).toEqual([[], 'webhook.disabled', watching]);
  expect(EVENTS['webhook.disabled'].object.parse(event?.object)).toMatchObject({
    webhook_id: failing,
    reason: 'Every delivery failed for 5 days',
  });
});

it('cause no events of their kind when they cannot be delivered themselves, and tests cause none', async () => {
  const notice = await deliver('webhook.failing', watching);
  await attempt(notice, 4, BROKEN);
  await attempt(notice, 6, BROKEN);
  const test = await deliver('buyer.matched', failing);
  await stack.database.query('update deliveries set test = true where id = $1', [test]);
  await attempt(test, 6, BROKEN);
  expect(await told()).toEqual([]);
});
