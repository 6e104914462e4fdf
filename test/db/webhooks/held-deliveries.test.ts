import { openDatabase, type Database } from '../../../db/database';
import { recordCheckedEvent } from '../../../db/events';
import { createSubscription } from '../../../db/webhooks/subscriptions';
import type { AttemptOrder } from '../../../db/webhooks/attempt-orders';
import { EVENTS } from '../../../domain/webhooks/events';
import { openVault } from '../../../lib/vault';
import { OK, record, takeAll } from '../../support/attempts';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const LOCK = 'select id from deliveries where id = $1 for update';
const TENANT = { accountId: 'acc_1', environment: 'test' as const };
const vault = openVault(Buffer.alloc(32, 7).toString('base64'));

let database: TestDatabase;
let elsewhere: Database;
let webhookId: string;
/** Of one subscription. */
let ids: string[];
let held: string;

beforeAll(async () => {
  database = await createTestDatabase();
  elsewhere = openDatabase(database.url, 1);
  closeAtEnd(() => elsewhere.close());
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  const wanted = { url: 'https://shop.example/hook', events: ['*'], description: '', enabled: true, actor: 'test' };
  webhookId = (await createSubscription(database, vault, TENANT, wanted, null)).id;
});

beforeEach(async () => {
  await database.query('delete from delivery_attempts');
  await database.query('delete from deliveries');
  const object = { ...EVENTS['buyer.matched'].sample };
  for (let count = 0; count < 3; count += 1) {
    await recordCheckedEvent(database, { tenant: TENANT, type: 'buyer.matched', object, subject: 'subject' });
  }
  ids = (await database.query<{ id: string }>('select id from deliveries order by id')).map(({ id }) => id);
  [, held = ''] = ids;
});

const idsOf = (orders: readonly AttemptOrder[]): string[] => orders.map(({ deliveryId }) => deliveryId).sort();
const take = () => takeAll({ database, vault }, webhookId);

async function deliveredIds(): Promise<string[]> {
  const rows = await database.query<{ id: string }>(`select id from deliveries where status = 'delivered' order by id`);
  return rows.map(({ id }) => id);
}

describe('a delivery that another transaction holds', () => {
  it('is not begun, and keeps none of its batch back', async () => {
    await elsewhere.transaction(async (client) => {
      await client.query(LOCK, [held]);
      expect(idsOf(await take())).toEqual(ids.filter((id) => id !== held));
    });
    expect(idsOf(await take())).toEqual([held]);
  });

  it('has its result refused alone; those of the others are recorded', async () => {
    const orders = await take();
    await elsewhere.transaction(async (client) => {
      await client.query(LOCK, [held]);
      const finish = record(database, orders, OK);
      await expect(finish).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
      expect(await deliveredIds()).toEqual(ids.filter((id) => id !== held));
    });
    expect([...(await record(database, orders, OK))]).toEqual([held]);
    expect(await deliveredIds()).toEqual(ids);
  });
});
