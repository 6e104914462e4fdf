import { recordCheckedEvent } from '../../db/events';
import { finishAttempts } from '../../db/webhooks/finish-attempts';
import { recordBegin } from '../../db/webhooks/attempts';
import { EVENTS } from '../../domain/webhooks/events';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { countDeadlocks, untilWaiting } from '../support/locks';

const ANNOUNCED_ATTEMPT = 4;
const BROKEN = { durationMs: 30, statusCode: 503, error: 'status', responseHeaders: {}, responseExcerpt: '' };
const PAIRS = 60;

let database: TestDatabase;
let counted: ReturnType<typeof countDeadlocks>;
beforeAll(async () => {
  database = await createTestDatabase();
  counted = countDeadlocks(database);
});

/**
 * An account with two subscriptions, each of which hears that the other one fails, and a delivery of one event to each.
 * @returns the deliveries, whose attempt before the announcement is under way
 */
async function failingPair(name: string): Promise<string[]> {
  await database.query(`insert into accounts (id, name) values ($1, $1)`, [name]);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, url, events, secret_sealed, created_at)
     select $1 || '-' || number, $1, 'https://shop.example/hook', '{*}', '', now() from generate_series(1, 2) as number`,
    [name],
  );
  const object = { ...EVENTS['buyer.matched'].sample };
  const tenant = { accountId: name, environment: 'test' as const };
  const event = await recordCheckedEvent(database, { tenant, type: 'buyer.matched', object, subject: 'subject' });
  const rows = await database.query<{ id: string }>('select id from deliveries where event_id = $1', [event]);
  const attempts = rows.map(({ id }) => ({ deliveryId: id, number: ANNOUNCED_ATTEMPT }));
  await recordBegin(database, { attempts, burst: null }, new Date());
  return rows.map(({ id }) => id);
}

function fail(deliveryId: string): Promise<ReadonlySet<string>> {
  const attempt = { deliveryId, number: ANNOUNCED_ATTEMPT, ...BROKEN };
  return finishAttempts(counted.database, [{ ...attempt, nextAttemptAt: new Date(Date.now() + 60_000) }]);
}

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
  expect((await written).flatMap((recorded) => [...recorded])).toEqual(pair);
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
