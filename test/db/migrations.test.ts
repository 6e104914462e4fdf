import { up } from '../../db/migrations/0050-claim-tokens';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('claim tokens', () => {
  it('take the secret out of answers that were stored before, and keep what leads to the subscription', async () => {
    const insert = `insert into idempotency_keys
      (scope, operation, key, body_hash, claimed_until, status_code, body, created_at)
      values ('acc_1', $1, $2, '', now(), $3, $4, now())`;
    const made = JSON.stringify({ id: 'wh_1', secret: 'whsec_planted' });
    await database.query(insert, ['createWebhook', 'made', 201, made]);
    await database.query(insert, ['createWebhook', 'refused', 409, '{"error":{}}']);
    await database.query(insert, ['createShipment', 'other', 201, '{"id":"shp_1"}']);
    await up(database.builder);
    expect(await database.query('select key, subject, body from idempotency_keys order by key')).toEqual([
      { key: 'made', subject: 'wh_1', body: '' },
      { key: 'other', subject: null, body: '{"id":"shp_1"}' },
      { key: 'refused', subject: null, body: '{"error":{}}' },
    ]);
  });
});
