import request from 'supertest';
import { createClientKey, createPartnerKey, revokeKey, type NewClientKey } from '../../../db/auth/credentials';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import type { Plan, PlanLimits } from '../../../domain/limits/plans';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createOperator } from '../../support/operators';
import { createLimitedApp } from '../../support/limited-app';
import { formatKey } from '../../../domain/auth/keys';

let database: TestDatabase;
let http: ReturnType<typeof request>;
let addresses = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  http = request(createLimitedApp(database).app.callback());
});

const nextAddress = (): string => `198.51.100.${(addresses += 1)}`;

async function clientKey(
  plan: Plan,
  limits: Partial<PlanLimits> = {},
  endpoint: Pick<NewClientKey, 'endpointLimits' | 'customEndpointLimits'> = {},
): Promise<string> {
  const { id: accountId } = await findOrCreateAccount(database, 'Limits');
  const made = await createClientKey(database, {
    accountId,
    environment: 'test',
    label: '',
    plan,
    limits,
    ...endpoint,
  });
  return made.key;
}

const get = (path: string, key: string) => http.get(path).set('Authorization', `Bearer ${key}`);

function numbers(headers: Record<string, string>): { limit: number; remaining: number; reset: number } {
  return {
    limit: Number(headers['x-ratelimit-limit']),
    remaining: Number(headers['x-ratelimit-remaining']),
    reset: Number(headers['x-ratelimit-reset']),
  };
}

describe('limits over HTTP', () => {
  it("refuses the eleventh request of a Free key in a minute, with the specification's headers and body", async () => {
    const key = await clientKey('free');
    for (let left = 9; left >= 0; left -= 1) {
      const answer = await get('/v1/plain', key);
      expect(answer.status).toBe(200);
      expect(numbers(answer.headers)).toMatchObject({ limit: 10, remaining: left });
      expect(answer.headers['retry-after']).toBeUndefined();
    }
    const refused = await get('/v1/plain', key);
    expect(refused.status).toBe(429);
    expect(numbers(refused.headers)).toMatchObject({ limit: 10, remaining: 0 });
    expect(refused.body).toEqual({
      error: {
        code: 'rate_limit_exceeded',
        message: 'The limit of 10 requests per minute is reached.',
        requestId: refused.headers['request-id'],
        doc_url: 'https://trade.example.com/docs/errors/rate_limit_exceeded',
        retry_after: Number(refused.headers['retry-after']),
      },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(6);
    const { reset } = numbers(refused.headers);
    expect(reset - Date.now() / 1000).toBeGreaterThan(50);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(61);
  });

  it('calls it RATE_LIMIT on payment endpoints', async () => {
    const key = await clientKey('enterprise', { perMinute: 1 });
    await get('/api/v1/payments/track', key);
    const refused = await get('/api/v1/payments/track', key);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ success: false, error: { code: 'RATE_LIMIT', retry_after: 60 } });
  });

  it("limits by the endpoint's bucket where that is tighter, and takes nothing from the plan then", async () => {
    const key = await clientKey('professional');
    const startedAt = Date.now();
    const all = await Promise.all(Array.from({ length: 80 }, () => get('/api/v1/payments/track', key)));
    // One a second flows in meanwhile.
    const flowedIn = Math.ceil((Date.now() - startedAt) / 1000);
    const refused = all.filter(({ status }) => status === 429);
    expect(refused.length).toBeLessThanOrEqual(20);
    expect(refused.length).toBeGreaterThanOrEqual(20 - flowedIn);
    const other = await get('/v1/plain', key);
    expect(other.status).toBe(200);
    expect(numbers(other.headers).limit).toBe(300);
    // 60 were granted and this one; five a second flow in meanwhile. Refusals that cost something would show 237.
    expect(numbers(other.headers).remaining).toBeGreaterThanOrEqual(239);
  });

  it('spares keys without endpoint limits', async () => {
    const key = await clientKey('professional', {}, { endpointLimits: false });
    const all = await Promise.all(Array.from({ length: 70 }, () => get('/api/v1/payments/track', key)));
    expect(all.every(({ status }) => status === 200)).toBe(true);
  });

  it('limits an Enterprise key by numbers of its own, and by the standard ones where it has none', async () => {
    const key = await clientKey('enterprise', {}, { customEndpointLimits: { createInstruction: 2 } });
    const instruct = () => http.post('/api/v1/payments/instruct').set('Authorization', `Bearer ${key}`).send({});
    for (const remaining of [1, 0]) {
      const granted = await instruct();
      expect(granted.status).toBe(200);
      expect(numbers(granted.headers)).toMatchObject({ limit: 2, remaining });
    }
    const refused = await instruct();
    expect(refused.status).toBe(429);
    expect(numbers(refused.headers)).toMatchObject({ limit: 2, remaining: 0 });
    expect(refused.body).toMatchObject({ error: { code: 'RATE_LIMIT' } });
    const tracked = await get('/api/v1/payments/track', key);
    expect(tracked.status).toBe(200);
    expect(numbers(tracked.headers)).toMatchObject({ limit: 60, remaining: 59 });
  });

  it('gives no key of another plan numbers of its own', async () => {
    const made = clientKey('professional', {}, { customEndpointLimits: { createInstruction: 2 } });
    await expect(made).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: [{ code: 'plan' }] });
  });

  it('tells the tightest plan bucket at /v1/rate-limit, at no cost', async () => {
    const key = await clientKey('enterprise', { perMinute: 50, perHour: 5, perDay: 100 });
    await get('/v1/plain', key);
    for (let round = 0; round < 3; round += 1) {
      const answer = await get('/v1/rate-limit', key);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ limit: 5, remaining: 4, reset: numbers(answer.headers).reset, period: 'hour' });
      expect(numbers(answer.headers)).toMatchObject({ limit: 5, remaining: 4 });
    }
  });

  it('answers /v1/rate-limit while the plan is used up', async () => {
    const key = await clientKey('enterprise', { perMinute: 1 });
    await get('/v1/plain', key);
    expect((await get('/v1/plain', key)).status).toBe(429);
    expect((await get('/v1/rate-limit', key)).body).toMatchObject({ limit: 1, remaining: 0, period: 'minute' });
  });

  it('limits a partner by the endpoint alone', async () => {
    await database.query(`insert into partners (id, name, adapter) values ('ptn_1', 'One', 'http')`);
    const { key } = await createPartnerKey(database, { partnerId: 'ptn_1', label: '', endpointLimits: true });
    const answer = await http.put('/api/v1/payments/report').set('Authorization', `Bearer ${key}`).send({});
    expect(answer.status).toBe(200);
    expect(numbers(answer.headers)).toMatchObject({ limit: 500, remaining: 499 });
  });

  it('limits a partner by numbers of its own', async () => {
    const customEndpointLimits = { statusReport: 3 };
    const parts = { partnerId: 'ptn_1', label: '', endpointLimits: true, customEndpointLimits };
    const { key } = await createPartnerKey(database, parts);
    const report = () => http.put('/api/v1/payments/report').set('Authorization', `Bearer ${key}`).send({});
    expect(numbers((await report()).headers)).toMatchObject({ limit: 3, remaining: 2 });
    await report();
    await report();
    const refused = await report();
    expect(refused.status).toBe(429);
    expect(numbers(refused.headers)).toMatchObject({ limit: 3, remaining: 0 });
  });

  it('gives a key that nothing limits headers that mean something', async () => {
    const free = await createPartnerKey(database, { partnerId: 'ptn_1', label: '', endpointLimits: false });
    const answer = await http.put('/api/v1/payments/report').set('Authorization', `Bearer ${free.key}`).send({});
    expect(numbers(answer.headers)).toMatchObject({ limit: 100_000, remaining: 99_999 });
    const refused = await get('/v1/plain', await createOperator(database));
    expect(refused.status).toBe(403);
    expect(numbers(refused.headers)).toMatchObject({ limit: 100_000, remaining: 99_999 });
  });
});

describe('headers of every answer', () => {
  it("describe the key's buckets on 403, 413, 415 and 500", async () => {
    const key = await clientKey('starter');
    const partnerOnly = await http.put('/api/v1/payments/report').set('Authorization', `Bearer ${key}`).send({});
    expect(partnerOnly.status).toBe(403);
    expect(numbers(partnerOnly.headers)).toMatchObject({ limit: 60, remaining: 59 });
    const post = () => http.post('/v1/broken').set('Authorization', `Bearer ${key}`);
    const large = await post().send({ text: 'longer than ten bytes' });
    expect(large.status).toBe(413);
    expect(numbers(large.headers).remaining).toBe(58);
    const typed = await post().set('Content-Type', 'text/plain').send('text');
    expect(typed.status).toBe(415);
    expect(numbers(typed.headers).remaining).toBe(57);
    const broken = await post().send({});
    expect(broken.status).toBe(500);
    expect(numbers(broken.headers).remaining).toBe(56);
  });

  it("describe the caller's address where no key is known", async () => {
    const from = nextAddress();
    const missing = await http.get('/v1/plain').set('X-Forwarded-For', from);
    expect(missing.status).toBe(401);
    expect(numbers(missing.headers)).toMatchObject({ limit: 600, remaining: 599 });
    const nowhere = await http.get('/nowhere').set('X-Forwarded-For', from);
    expect(nowhere.status).toBe(404);
    expect(numbers(nowhere.headers)).toMatchObject({ limit: 600, remaining: 598 });
  });
});

describe('wrong keys', () => {
  it('are refused with 429 after twenty from one address, while a right key from there goes on', async () => {
    const from = nextAddress();
    const key = await clientKey('starter');
    const wrong = () =>
      http.get('/v1/plain').set('X-Forwarded-For', from).set('Authorization', 'Bearer crd_live_wrong');
    const answers = await Promise.all(Array.from({ length: 24 }, wrong));
    const refusals = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(24 - refusals.length);
    expect(refusals.length).toBeGreaterThanOrEqual(3);
    expect(refusals.length).toBeLessThanOrEqual(4);
    const refused = refusals[0] ?? (await wrong());
    expect(numbers(refused.headers)).toMatchObject({ limit: 20, remaining: 0 });
    expect(refused.body).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    const right = await get('/v1/plain', key).set('X-Forwarded-For', from);
    expect(right.status).toBe(200);
    expect(numbers(right.headers)).toMatchObject({ limit: 60, remaining: 59 });
  });

  it('count for well-formed unknown and for revoked keys, never for missing ones', async () => {
    const from = nextAddress();
    const { id: accountId } = await findOrCreateAccount(database, 'Limits');
    const revoked = await createClientKey(database, { accountId, environment: 'test', label: '', plan: 'free' });
    await revokeKey(database, revoked.id, 'command');
    const unknown = formatKey('live', new Uint8Array(32).fill(9));
    for (let count = 0; count < 30; count += 1) {
      expect((await http.get('/v1/plain').set('X-Forwarded-For', from)).status).toBe(401);
    }
    const keys = Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? unknown : revoked.key));
    const all = await Promise.all(keys.map((key) => get('/v1/plain', key).set('X-Forwarded-For', from)));
    const refused = all.filter(({ status }) => status === 429).length;
    expect(all.filter(({ status }) => status === 401)).toHaveLength(24 - refused);
    expect([3, 4]).toContain(refused);
  });
});
