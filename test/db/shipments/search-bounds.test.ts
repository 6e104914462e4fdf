import { searchShipments } from '../../../db/shipments/search';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createTestClient, createTradeApp, type ErrorBody, type TestClient } from '../../documents/support/app';

let database: TestDatabase;
let client: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, 'Searcher');
});

const FILTERS = { query: 'cotton', limit: 20 };

it('ends a text search after two seconds, and answers 503', async () => {
  const app = createTradeApp(database, null);
  const shipment = { origin_country: 'VN', destination_country: 'DE' };
  const made = await app.http.post('/v1/shipments').set('Authorization', `Bearer ${client.key}`).send(shipment);
  expect(made.status).toBe(201);
  await database.query(`alter table shipments rename to all_shipments`);
  // Every row of this view costs what very many rows cost otherwise.
  await database.query(
    `create view shipments as select s.* from all_shipments s where pg_sleep(5) is not null and s.id is not null`,
  );
  try {
    const tenant = { accountId: client.accountId, environment: 'test' as const };
    await expect(searchShipments(database, tenant, FILTERS)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  } finally {
    await database.query('drop view shipments');
    await database.query('alter table all_shipments rename to shipments');
  }
});

it('refuses a text search while the searches of the account hold every permit, and lists on', async () => {
  const app = createTradeApp(database, null);
  const { searches } = app.services;
  const held = await Promise.all([searches.enter(client.accountId, 0), searches.enter(client.accountId, 0)]);
  expect(held.map(({ admitted }) => admitted)).toEqual([true, true]);
  const send = (body: object) =>
    app.http.post<{ error: ErrorBody }>('/v1/shipments/search').set('Authorization', `Bearer ${client.key}`).send(body);
  const refused = await send({ query: 'cotton' });
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect((await send({ origin_country: 'VN' })).status).toBe(200);
  for (const admission of held) if (admission.admitted) admission.release();
  expect((await send({ query: 'cotton' })).status).toBe(200);
});
