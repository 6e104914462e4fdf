import { broadcastEvent, broadcastPage } from '../../../db/broadcast';
import { continueChange, readConcerned } from '../../../db/webhooks/changes';
import { EVENTS } from '../../../domain/webhooks/events';
import { carryBroadcasts, takeDeliveryLane } from '../../support/outbox';
import { importSmallWorld } from '../../support/reference-data';
import { startStack, type Stack } from '../../support/stack';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['http://127.0.0.1:9'] });
  key = await stack.createKey('acme');
  await importSmallWorld(stack.database);
  await carryBroadcasts(stack.database);
});

beforeEach(() =>
  stack.database.query(
    'truncate outbox, deliveries, delivery_attempts, events, webhook_recoveries, webhook_breakers, webhook_drills, webhook_subscriptions',
  ),
);

const count = async (from: string): Promise<number> => {
  const [row] = await stack.database.query<{ n: number }>(`select count(*)::int as n from ${from}`);
  return row?.n ?? 0;
};

async function subscribe(events: string[]): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/hook', events };
  const answer = await stack.call('POST', '/v1/webhooks', { key, body });
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

async function addOpenDeliveries(webhookId: string, number: number): Promise<void> {
  await stack.database.query(
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, status, in_sender, created_at)
     select 'dlv_' || lpad(n::text, 6, '0'), s.account_id, s.environment, 'evt_' || n, 'payment.settled', s.id, 'pending', false, now()
     from webhook_subscriptions s, generate_series(1, $2) n where s.id = $1`,
    [webhookId, number],
  );
}

describe('a change of a subscription', () => {
  it('puts one item into the outbox however many deliveries wait, and a later one replaces it', async () => {
    const id = await subscribe(['payment.settled']);
    await addOpenDeliveries(id, 2_000);
    for (const enabled of [false, true, false]) {
      expect((await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled } })).status).toBe(200);
    }
    expect((await stack.call('DELETE', `/v1/webhooks/${id}`, { key })).status).toBe(204);
    expect(await stack.database.query('select topic, subject, payload from outbox')).toEqual([
      { topic: 'webhook.changed', subject: id, payload: {} },
    ]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('is told page by page; with enabled = %p pages are %i s apart', async (enabled, pauseSeconds) => {
    const id = await subscribe(['payment.settled']);
    await addOpenDeliveries(id, 40);
    await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled } });
    const sizes: number[] = [];
    for (;;) {
      await stack.database.query('update outbox set available_at = least(available_at, now())');
      const [item] = await takeDeliveryLane(stack.database);
      if (item === undefined) throw new Error('the item is gone');
      const ids = await readConcerned(stack.database, item);
      sizes.push(ids.length);
      if (await continueChange(stack.database, item, ids)) break;
      const [row] = await stack.database.query<{ seconds: number }>(
        'select extract(epoch from available_at - created_at)::float8 as seconds from outbox',
      );
      expect(row?.seconds).toBe(pauseSeconds);
    }
    expect(sizes).toEqual([16, 16, 8]);
  });
});

const TARIFF_UPDATE = EVENTS['tariff.updated'].sample;

describe('an event for every account', () => {
  it('is written page by page, once each, and not by a relay that lost its lease', async () => {
    await stack.database.query(
      `insert into accounts (id, name) select 'acc_many_' || n, 'many ' || n from generate_series(1, 450) n`,
    );
    const accounts = await count('accounts');
    await subscribe(['tariff.updated']);
    await stack.database.query(
      `insert into reference_editions (id, subject, kind, title, publisher, licence, edition, content_hash, rows_in, rows_rejected)
       values ('ed_1', 'US', 'tariff', 'x', 'x', 'x', '1', 'x', 0, 0)`,
    );
    await broadcastEvent(stack.database, { type: 'tariff.updated', object: TARIFF_UPDATE, subject: 'ed_1' });
    expect(await count('events')).toBe(0);
    const [late] = await takeDeliveryLane(stack.database);
    await stack.database.query(`update outbox set leased_until = now() - interval '1 second'`);
    const [item] = await takeDeliveryLane(stack.database);
    if (late === undefined || item === undefined) throw new Error('the item is not there');
    await broadcastPage(stack.database, item);
    await broadcastPage(stack.database, late);
    expect(await count('events')).toBe(200);
    await carryBroadcasts(stack.database);
    expect(await count('events')).toBe(accounts);
    expect(await count('(select distinct account_id from events) one')).toBe(accounts);
    expect(await count('deliveries')).toBe(1);
    expect(await count(`outbox where topic = 'event.broadcast'`)).toBe(0);
  });
});

describe('a delivery', () => {
  it('exists once for an event and a subscription, unless it is sent again or is a test', async () => {
    const id = await subscribe(['payment.settled']);
    const insert = (delivery: string, resend: boolean) =>
      stack.database.query(
        `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, resend, created_at)
         select $1, account_id, environment, 'evt_1', 'payment.settled', id, $2, now() from webhook_subscriptions where id = $3`,
        [delivery, resend, id],
      );
    await insert('dlv_1', false);
    await expect(insert('dlv_2', false)).rejects.toThrow();
    await insert('dlv_3', true);
    expect(await count('deliveries')).toBe(2);
  });
});

describe('classification', () => {
  const classify = (by: string) =>
    stack.call('POST', '/api/v1/hs-codes/classify', { key: by, body: { description: 'cotton t-shirt' } });

  it('writes an event when somebody subscribes to it', async () => {
    expect((await classify(key)).status).toBe(200);
    expect(await count('events')).toBe(0);
    await subscribe(['hs_code.classified']);
    expect((await classify(key)).status).toBe(200);
    expect(await count('events')).toBe(1);
    expect(await count('deliveries')).toBe(1);
  });

  it('answers a key that may only read, and writes nothing for it', async () => {
    const reader = await stack.createKey('acme', { scopes: ['reference:read'] });
    await subscribe(['*']);
    const answer = await classify(reader);
    expect((answer.body['data'] as { code: string }).code).toBe('610910');
    expect(await count('events')).toBe(0);
  });
});
