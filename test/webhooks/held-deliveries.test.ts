import { openDatabase, type Database } from '../../db/database';
import { recordCheckedEvent } from '../../db/events';
import { recordBegin } from '../../db/webhooks/attempts';
import { finishAttempts } from '../../db/webhooks/finish-attempts';
import { EVENTS } from '../../domain/webhooks/events';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';

const ANSWERED = { durationMs: 20, statusCode: 200, error: null, responseHeaders: {}, responseExcerpt: '' };
const LOCK = 'select id from deliveries where id = $1 for update';

let database: TestDatabase;
let elsewhere: Database;
/** Of one subscription. */
let ids: string[];
let held: string;

beforeAll(async () => {
  database = await createTestDatabase();
  elsewhere = openDatabase(database.url, 1);
  closeAtEnd(() => elsewhere.close());
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, url, events, secret_sealed, created_at)
     values ('wh_1', 'acc_1', 'https://shop.example/hook', '{*}', '', now())`,
  );
});

beforeEach(async () => {
  await database.query('delete from delivery_attempts');
  await database.query('delete from deliveries');
  const object = { ...EVENTS['buyer.matched'].sample };
  for (let count = 0; count < 3; count += 1) {
    const tenant = { accountId: 'acc_1', environment: 'test' as const };
    await recordCheckedEvent(database, { tenant, type: 'buyer.matched', object, subject: 'subject' });
  }
  ids = (await database.query<{ id: string }>('select id from deliveries order by id')).map(({ id }) => id);
  [, held = ''] = ids;
});

const attempts = () => ids.map((deliveryId) => ({ deliveryId, number: 1 }));
const begin = () => recordBegin(database, { attempts: attempts(), burst: null }, new Date());
const finish = () =>
  finishAttempts(
    database,
    attempts().map((attempt) => ({ ...attempt, ...ANSWERED, nextAttemptAt: null })),
  );

async function deliveredIds(): Promise<string[]> {
  const rows = await database.query<{ id: string }>(`select id from deliveries where status = 'delivered' order by id`);
  return rows.map(({ id }) => id);
}

describe('a delivery that another transaction holds', () => {
  it('is not begun, and keeps none of its burst back', async () => {
    await elsewhere.transaction(async (client) => {
      await client.query(LOCK, [held]);
      expect([...(await begin())].sort()).toEqual(ids.filter((id) => id !== held));
    });
    expect([...(await begin())]).toEqual([held]);
  });

  it('has its result refused alone; those of the others are recorded', async () => {
    await begin();
    await elsewhere.transaction(async (client) => {
      await client.query(LOCK, [held]);
      await expect(finish()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
      expect(await deliveredIds()).toEqual(ids.filter((id) => id !== held));
    });
    expect([...(await finish())]).toEqual([held]);
    expect(await deliveredIds()).toEqual(ids);
  });
});
