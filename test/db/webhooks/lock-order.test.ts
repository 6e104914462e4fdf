import { recordCheckedEvent } from '../../../db/events';
import { recordAttempts } from '../../../db/webhooks/record-attempts';
import { createSubscription } from '../../../db/webhooks/subscriptions';
import type { AttemptOrder } from '../../../db/webhooks/attempt-orders';
import { openVault } from '../../../lib/vault';
import { madeOf, OK, takeAll } from '../../support/attempts';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { untilWaiting } from '../../support/locks';

const TENANT = { accountId: 'acc_1', environment: 'test' as const };
const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
});

const publish = (): Promise<string> =>
  recordCheckedEvent(database, { tenant: TENANT, type: 'buyer.matched', object: { id: 'm' }, subject: 's' });

/** Both lock the subscription of a rate and the next delivery of the subject. Source: docs/GAPS.md#W13 */
it('takes a delivery while the one before it is recorded, and neither waits for the other in a circle', async () => {
  const wanted = { url: 'https://shop.example/hook', description: '', enabled: true, actor: 'test' };
  const controls = { rate_per_second: 100, ordered: true, breaker: true };
  const request = { ...wanted, events: ['buyer.matched'], controls };
  const { id } = await createSubscription(database, vault, TENANT, request, null);
  await publish();
  const [first] = await takeAll({ database, vault }, id);
  await publish();
  let recorded: Promise<unknown> = Promise.resolve();
  let taken: Promise<AttemptOrder[]> = Promise.resolve([]);
  await database.transaction(async (client) => {
    await client.query('select from webhook_subscriptions where id = $1 for no key update', [id]);
    recorded = recordAttempts(database, first === undefined ? [] : [madeOf(first, OK)]);
    await untilWaiting(database, 1);
    taken = takeAll({ database, vault }, id);
    await untilWaiting(database, 2);
  });
  expect((await Promise.allSettled([recorded, taken])).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect([await taken, await takeAll({ database, vault }, id)].flat()).toHaveLength(1);
});
