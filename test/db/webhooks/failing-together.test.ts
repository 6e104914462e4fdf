import { recordCheckedEvent } from '../../../db/events';
import type { MadeAttempt } from '../../../db/webhooks/record-attempts';
import { EVENTS } from '../../../domain/webhooks/events';
import { BROKEN, record } from '../../support/attempts';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { countDeadlocks, untilWaiting } from '../../support/locks';

const ANNOUNCED_ATTEMPT = 4;
const PAIRS = 60;

let database: TestDatabase;
let counted: ReturnType<typeof countDeadlocks>;
beforeAll(async () => {
  database = await createTestDatabase();
  counted = countDeadlocks(database);
});

/**
 * An account with two subscriptions, each of which hears that the other one fails, and a delivery of one event to each.
 * @returns the attempts before the announcement, which are under way
 */
async function failingPair(name: string): Promise<MadeAttempt['order'][]> {
  await database.query(`insert into accounts (id, name) values ($1, $1)`, [name]);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
     select $1 || '-' || number, $1, 'test', 'https://shop.example/hook', '{*}', '', now() from generate_series(1, 2) as number`,
    [name],
  );
  const object = { ...EVENTS['buyer.matched'].sample };
  const tenant = { accountId: name, environment: 'test' as const };
  const event = await recordCheckedEvent(database, { tenant, type: 'buyer.matched', object, subject: 'subject' });
  const rows = await database.query<{ id: string; webhookId: string }>(
    'select id, webhook_id as "webhookId" from deliveries where event_id = $1',
    [event],
  );
  return Promise.all(
    rows.map(async ({ id: deliveryId, webhookId }) => {
      const number = ANNOUNCED_ATTEMPT;
      await database.query(`insert into delivery_attempts (delivery_id, number, started_at) values ($1, $2, now())`, [
        deliveryId,
        number,
      ]);
      const about = { id: event, type: 'buyer.matched', createdAt: new Date(), object };
      const plain = { test: false, isOrdered: false, hasBreaker: false };
      return { ...plain, deliveryId, number, webhookId, accountId: name, eventId: event, event: about };
    }),
  );
}

const fail = (order: MadeAttempt['order']) => record(counted.database, [order], BROKEN);

async function countAnnounced(): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer from events where type = 'webhook.failing'`,
  );
  return row?.count ?? NaN;
}

it('announces to each other that two endpoints of one account fail, when both results are written at once', async () => {
  // The events are written once both statements have locked their subscriptions.
  await database.query(
    `create function wait_for_test() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(1); return new; end $$`,
  );
  const pair = await failingPair('together');
  await database.query(
    'create trigger wait_for_test before insert on events for each row execute function wait_for_test()',
  );
  let written: Promise<ReadonlySet<string>[]> = Promise.resolve([]);
  await database.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock(1)');
    written = Promise.all(pair.map(fail));
    await untilWaiting(database, pair.length);
  });
  expect((await written).flatMap((recorded) => [...recorded])).toEqual(pair.map(({ deliveryId }) => deliveryId));
  expect(counted.count()).toBe(0);
  expect(await countAnnounced()).toBe(pair.length);
  await database.query('drop trigger wait_for_test on events');
});

it(`does so for ${PAIRS} pairs in a row`, async () => {
  const before = await countAnnounced();
  for (let number = 1; number <= PAIRS; number += 1) {
    const pair = await failingPair(`pair-${number}`);
    await Promise.all(pair.map(fail));
  }
  expect(counted.count()).toBe(0);
  expect((await countAnnounced()) - before).toBe(2 * PAIRS);
});
