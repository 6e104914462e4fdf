import request from 'supertest';
import { KeyCache } from '../../../api/middleware/authenticate';
import { findOrCreateAccount, openLiveSide } from '../../../db/auth/accounts';
import {
  issueAccountKey,
  listAccountKeys,
  MAX_WORKING_KEYS,
  revokeAccountKey,
  rotateAccountKey,
} from '../../../db/auth/account-keys';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { createClientKey, hashKey, type IssuedKey, type NewClientKey } from '../../../db/auth/credentials';
import { openDatabase, type Queryable } from '../../../db/database';
import { listen } from '../../../db/listener';
import { formatKey } from '../../../domain/auth/keys';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { eventually, TOLD_MS } from '../../support/builders';
import { createLimitedApp } from '../../support/limited-app';
import { untilWaiting } from '../../support/locks';

let database: TestDatabase;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ id: accountId } = await findOrCreateAccount(database, 'Keys'));
});

const newKey = (parts: Partial<NewClientKey> = {}): Promise<IssuedKey> =>
  createClientKey(database, { accountId, environment: 'test', label: '', plan: 'starter', ...parts });

describe('a revoked key', () => {
  it('stops working on another API process that is told of it', async () => {
    const second = openDatabase(database.url, 2);
    const listener = await listen(database.url);
    try {
      const http = request(createLimitedApp(second, listener).app.callback());
      const { id, key } = await newKey();
      const call = async () => (await http.get('/v1/plain').set('Authorization', `Bearer ${key}`)).status;
      expect(await call()).toBe(200);
      await revokeAccountKey(database, { accountId, keyId: id, actor: 'test' });
      await eventually(call, (status) => status === 401, 'the refusal', TOLD_MS);
    } finally {
      await listener.close();
      await second.close();
    }
  });

  it('cannot slip back into the cache with an answer that was asked for before', async () => {
    const { id, key } = await newKey();
    const asked: (() => void)[] = [];
    const slow: Queryable = {
      query: async <Row extends object>(text: string, values?: unknown[]) => {
        const rows = await database.query<Row>(text, values);
        await new Promise<void>((resolve) => asked.push(resolve));
        return rows;
      },
    };
    const cache = new KeyCache(slow, null);
    const first = cache.find(key, new Date());
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await revokeAccountKey(database, { accountId, keyId: id, actor: 'test' });
    cache.forgetAll();
    asked.shift()?.();
    await first;
    const second = cache.find(key, new Date());
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    asked.shift()?.();
    expect(await second).toBeNull();
  });
});

describe('the key cache', () => {
  it('looks a key up once, live or unknown, and at the database never for what cannot be a key', async () => {
    let lookUps = 0;
    const counting: Queryable = {
      query: (text, values) => {
        lookUps += 1;
        return database.query(text, values);
      },
    };
    const cache = new KeyCache(counting, null);
    const { key } = await newKey();
    for (let round = 0; round < 3; round += 1) expect(await cache.find(key, new Date())).not.toBeNull();
    const unknown = formatKey('live', new Uint8Array(32).fill(5));
    for (let round = 0; round < 3; round += 1) expect(await cache.find(unknown, new Date())).toBeNull();
    const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const text of ['', 'nonsense', mistyped]) expect(await cache.find(text, new Date())).toBeNull();
    expect(lookUps).toBe(2);
  });

  it('refuses a cached key from the moment that it expires', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { key } = await newKey({ expiresAt });
    const cache = new KeyCache(database, null);
    expect(await cache.find(key, new Date())).not.toBeNull();
    expect(await cache.find(key, new Date(expiresAt.getTime() - 1))).not.toBeNull();
    expect(await cache.find(key, expiresAt)).toBeNull();
  });
});

describe('keys of an account', () => {
  const scopes = ['payments:read'] as const;
  const request = { label: 'a', scopes, expiresAt: null, actor: 'test' };

  it('are stored as a hash and a hint', async () => {
    const { id, key } = await issueAccountKey(database, { ...request, tenant: { accountId, environment: 'test' } });
    const [row] = await database.query<Record<string, unknown>>('select * from api_keys where id = $1', [id]);
    expect(row).toMatchObject({ hash: hashKey(key), hint: key.slice(-8) });
    expect(JSON.stringify(row)).not.toContain(key);
  });

  it('rotate with an overlap: same scopes and limits, and the old one ends by itself', async () => {
    const custom = { customEndpointLimits: { track: 7 } };
    const old = await newKey({
      scopes,
      limits: { perMinute: 7 },
      plan: 'enterprise',
      endpointLimits: false,
      ...custom,
    });
    const fresh = await rotateAccountKey(database, { accountId, keyId: old.id, overlapHours: 24, actor: 'test' });
    const cache = new KeyCache(database, null);
    const [before, after] = [await cache.find(old.key, new Date()), await cache.find(fresh.key, new Date())];
    expect(after).toEqual({ ...before, keyId: fresh.id });
    expect(after).toMatchObject({ endpointLimits: false, ...custom });
    expect(await cache.find(old.key, new Date(Date.now() + 24 * 3_600_000))).toBeNull();
    const again = rotateAccountKey(database, { accountId, keyId: 'key_none', overlapHours: 0, actor: 'test' });
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be rotated or revoked by another account, which is told what it is told of absent ones', async () => {
    const { id: keyId } = await newKey();
    const { id: other } = await findOrCreateAccount(database, 'Others');
    const foreign = { accountId: other, keyId, actor: 'test' };
    await expect(revokeAccountKey(database, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const rotation = rotateAccountKey(database, { ...foreign, overlapHours: 0 });
    await expect(rotation).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are at most fifty at a time on each side', async () => {
    const { id: full } = await findOrCreateAccount(database, 'Full');
    for (let count = 0; count < MAX_WORKING_KEYS; count += 1)
      await issueAccountKey(database, { ...request, tenant: { accountId: full, environment: 'test' } });
    const one = issueAccountKey(database, { ...request, tenant: { accountId: full, environment: 'test' } });
    await expect(one).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await openLiveSide(database, full, 'test');
    const { key } = await issueAccountKey(database, { ...request, tenant: { accountId: full, environment: 'live' } });
    expect(key).toMatch(/^crd_live_/);
  });

  it('are no more than that when many are asked for at the same moment', async () => {
    const { id: full } = await findOrCreateAccount(database, 'Nearly full');
    const tenant = { accountId: full, environment: 'test' } as const;
    for (let count = 1; count < MAX_WORKING_KEYS; count += 1) await issueAccountKey(database, { ...request, tenant });
    const elsewhere = openDatabase(database.url, 2);
    try {
      let asked: Promise<unknown>[] = [];
      // All of them are under way before the first one can count.
      await elsewhere.transaction(async (client) => {
        await client.query('select from accounts where id = $1 for update', [full]);
        asked = Array.from({ length: 4 }, () => issueAccountKey(database, { ...request, tenant }));
        await untilWaiting(elsewhere, asked.length);
      });
      const ends = await Promise.allSettled(asked);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    } finally {
      await elsewhere.close();
    }
    expect(await listAccountKeys(database, tenant)).toHaveLength(MAX_WORKING_KEYS);
  });

  it('are live only where the live side is open, and stay on their side when they are rotated', async () => {
    const { id: closed } = await findOrCreateAccount(database, 'Closed');
    const live = { accountId: closed, environment: 'live' } as const;
    const refused = { code: 'INVALID_REQUEST', details: [{ field: 'environment', code: 'live_closed' }] };
    await expect(issueAccountKey(database, { ...request, tenant: live })).rejects.toMatchObject(refused);
    expect(await openLiveSide(database, closed, 'command')).toBe(true);
    expect(await openLiveSide(database, closed, 'command')).toBe(false);
    const { id: keyId, key } = await issueAccountKey(database, { ...request, tenant: live });
    const rotated = await rotateAccountKey(database, { accountId: closed, keyId, overlapHours: 1, actor: 'test' });
    const cache = new KeyCache(database, null);
    for (const one of [key, rotated.key]) {
      expect(one).toMatch(/^crd_live_/);
      expect(await cache.find(one, new Date())).toMatchObject({ tenant: live });
    }
    expect(await listAccountKeys(database, { ...live, environment: 'test' })).toEqual([]);
    expect(await listAccountKeys(database, live)).toHaveLength(2);
    const entries = await listAuditEntries(database, closed);
    expect(entries.map(({ act }) => act)).toEqual(['key.rotated', 'key.created', 'account.live_opened']);
  });
});
