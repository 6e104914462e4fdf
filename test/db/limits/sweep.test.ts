import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAccountKeys } from '../../../db/auth/account-keys';
import { createClientKey } from '../../../db/auth/credentials';
import { openDatabase } from '../../../db/database';
import { sweepBuckets } from '../../../db/limits/sweep';
import { takeTokens, type Take } from '../../../db/limits/take';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createLimitedApp } from '../../support/limited-app';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

function take(planSubject: string): Take {
  const limits = { minute: 10, hour: null, day: 100, endpoint: null };
  return { planSubject, endpointSubject: null, wanted: 4, limits };
}

describe('sweeping', () => {
  it('removes what is full again, and keeps when the key was used last', async () => {
    const { id: accountId } = await findOrCreateAccount(database, 'Swept');
    const { id } = await createClientKey(database, { accountId, environment: 'test', label: '', plan: 'free' });
    await takeTokens(database, [take(id), take('fresh')]);
    await database.query('update rate_buckets set filled_at_ms = filled_at_ms - 86400001 where subject = $1', [id]);
    const before = await listAccountKeys(database, { accountId, environment: 'test' });
    expect(await sweepBuckets(database)).toBe(1);
    const [swept] = await listAccountKeys(database, { accountId, environment: 'test' });
    expect(swept?.lastUsedAt).toEqual(before[0]?.lastUsedAt);
    expect(await database.query('select subject from rate_buckets')).toEqual([{ subject: 'fresh' }]);
    const [taken] = await takeTokens(database, [take(id)]);
    expect(taken?.levels.minute).toBe(10 * 60_000);
  });

  it('leaves a lock-out in force', async () => {
    await takeTokens(database, [take('locked')]);
    await database.query(
      `update rate_buckets set filled_at_ms = 0, locked_until_ms = extract(epoch from now()) * 1000 + 60000
       where subject = 'locked'`,
    );
    expect(await sweepBuckets(database)).toBe(0);
  });
});

describe('without Postgres', () => {
  it('answers 503 with Retry-After and with the headers of the address', async () => {
    const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/nothing', 1);
    const http = request(createLimitedApp(nowhere).app.callback());
    const { key } = await createClientKey(database, {
      accountId: (await findOrCreateAccount(database, 'Swept')).id,
      environment: 'test',
      label: '',
      plan: 'free',
    });
    const answer = await http.get('/v1/plain').set('Authorization', `Bearer ${key}`);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.headers['x-ratelimit-limit']).toBe('600');
    await nowhere.close();
  });
});
