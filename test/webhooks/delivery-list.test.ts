import { listDeliveries } from '../../db/webhooks/deliveries';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
     values ('wh_1', 'acc_1', 'test', 'https://receiver.example/hook', '{*}', '', now())`,
  );
  await database.query(
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, created_at, status)
     select 'dlv_' || lpad(number::text, 26, '0'), 'acc_1', 'test', 'evt_' || number, 'buyer.matched', 'wh_1', now(),
       case when number <= 3 then 'failed' else 'delivered' end
     from generate_series(1, 4000) number`,
  );
  await database.query('analyze deliveries');
});
afterAll(() => database.drop());

it('finds the few deliveries that failed without reading all others, whatever was asked for before', async () => {
  const tenant = { accountId: 'acc_1', environment: 'test' } as const;
  const filter = { tenant, webhookId: 'wh_1', status: 'failed', limit: 2 } as const;
  const first = await listDeliveries(database, filter);
  const rest = await listDeliveries(database, { ...filter, after: first.at(-1)?.id });
  expect([...first, ...rest].map(({ id }) => Number(id.slice(4)))).toEqual([3, 2, 1]);
  let text = '';
  await listDeliveries({ query: (asked) => ((text = asked), Promise.resolve([])) }, filter);
  const plan = await database.transaction(async (client) => {
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare list_of_deliveries as ${text}`);
    return client.query(`explain execute list_of_deliveries('acc_1', 'test', 2, 'wh_1')`);
  });
  expect(JSON.stringify(plan)).toContain('deliveries_failed');
});
