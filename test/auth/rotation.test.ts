import { KeyCache } from '../../api/middleware/authenticate';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { changeManaged } from '../../db/administration/change';
import { listAccountKeys, MAX_WORKING_KEYS, revokeAccountKey, rotateAccountKey } from '../../db/auth/account-keys';
import {
  createClientKey,
  createPartnerKey,
  hashKey,
  type IssuedKey,
  type NewClientKey,
} from '../../db/auth/credentials';
import { notifyKeys } from '../../db/auth/key-notices';
import { rotatePartnerKey } from '../../db/auth/partner-credentials';
import type { Queryable } from '../../db/database';
import { CHANNELS, listen, type Listener } from '../../db/listener';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function account(
  name: string,
): Promise<{ accountId: string; newKey(parts?: Partial<NewClientKey>): Promise<IssuedKey> }> {
  const { id: accountId } = await findOrCreateAccount(database, name);
  const base = { accountId, environment: 'test', label: '', plan: null } as const;
  return { accountId, newKey: (parts = {}) => createClientKey(database, { ...base, ...parts }) };
}

const rotation = { overlapHours: 24, actor: 'test' };

describe('a rotation', () => {
  it('counts towards the fifty keys, unless the old key ends at once', async () => {
    const { accountId, newKey } = await account('Full');
    const { id: keyId } = await newKey();
    for (let count = 1; count < MAX_WORKING_KEYS; count += 1) await newKey();
    const overlapping = rotateAccountKey(database, { ...rotation, accountId, keyId });
    await expect(overlapping).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const cache = new KeyCache(database, null);
    const { key } = await rotateAccountKey(database, { ...rotation, accountId, keyId, overlapHours: 0 });
    expect(await cache.find(key, new Date())).not.toBeNull();
  });

  it('hands the end of a key on', async () => {
    const { accountId, newKey } = await account('Contractor');
    const expiresAt = new Date(Date.now() + 86_400_000);
    const { id: keyId } = await newKey({ expiresAt });
    const { id } = await rotateAccountKey(database, { ...rotation, accountId, keyId });
    const [row] = await database.query<{ expires_at: Date }>('select expires_at from api_keys where id = $1', [id]);
    expect(row?.expires_at).toEqual(expiresAt);
  });

  it('hands custom endpoint limits on, which apply while the plan is Enterprise', async () => {
    const { accountId, newKey } = await account('Leaver');
    const setPlan = (plan: string) => database.query('update accounts set plan = $2 where id = $1', [accountId, plan]);
    await setPlan('enterprise');
    const customEndpointLimits = { createInstruction: 1_000 };
    const { id: keyId } = await newKey({ customEndpointLimits });
    const tenant = { accountId, environment: 'test' } as const;
    expect(await listAccountKeys(database, tenant)).toMatchObject([{ id: keyId, customEndpointLimits }]);
    await setPlan('starter');
    const { key } = await rotateAccountKey(database, { ...rotation, accountId, keyId });
    expect(await new KeyCache(database, null).find(key, new Date())).toMatchObject({ customEndpointLimits });
    expect((await listAccountKeys(database, tenant)).map((one) => one.customEndpointLimits)).toEqual([{}, {}]);
  });

  it("hands the limits of a partner's newest key on", async () => {
    await database.query(`insert into partners (id, name, adapter) values ('ptn_1', 'One', 'http')`);
    const partner = { partnerId: 'ptn_1', label: 'One', endpointLimits: true };
    const customEndpointLimits = { statusReport: 2_000 };
    await createPartnerKey(database, { ...partner, customEndpointLimits });
    const first = await rotatePartnerKey(database, { partnerId: 'ptn_1', actor: 'test' });
    const cache = new KeyCache(database, null);
    expect(await cache.find(first.key, new Date())).toMatchObject({ customEndpointLimits, endpointLimits: true });
    const changes = { endpoint_limits: false, custom_endpoint_limits: {} };
    await changeManaged(database, { kind: 'key', id: first.id, changes, actor: 'test' });
    const second = await rotatePartnerKey(database, { partnerId: 'ptn_1', actor: 'test' });
    expect(await cache.find(second.key, new Date())).toMatchObject({ customEndpointLimits: {}, endpointLimits: false });
  });

  it('makes no second successor while the first one works', async () => {
    const { accountId, newKey } = await account('Twice');
    const { id: keyId } = await newKey();
    const request = { ...rotation, accountId, keyId };
    const outcomes = await Promise.allSettled([
      rotateAccountKey(database, request),
      rotateAccountKey(database, request),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(rotateAccountKey(database, request)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const made = outcomes.find((outcome) => outcome.status === 'fulfilled');
    await revokeAccountKey(database, { accountId, keyId: made?.value.id ?? '', actor: 'test' });
    await expect(rotateAccountKey(database, request)).resolves.toHaveProperty('key');
  });
});

/** The next reaction; the first one of all says that the connection listens now, and empties every cache. */
function hearNext(listener: Listener): Promise<void> {
  return new Promise((resolve) => listener.on(CHANNELS.credentials, () => resolve()));
}

describe('a notice of a change', () => {
  it('of its limits is in force at once', async () => {
    const { newKey } = await account('Limited');
    const { id, key } = await newKey({ plan: 'enterprise' });
    const listener = await listen(database.url);
    try {
      const cache = new KeyCache(database, listener);
      await hearNext(listener);
      const arrived = hearNext(listener);
      expect(await cache.find(key, new Date())).toMatchObject({ customEndpointLimits: {} });
      const changes = { custom_endpoint_limits: { track: 7 } };
      await changeManaged(database, { kind: 'key', id, changes, actor: 'test' });
      await arrived;
      expect(await cache.find(key, new Date())).toMatchObject({ customEndpointLimits: { track: 7 } });
    } finally {
      await listener.close();
    }
  });

  it('makes a process forget that key alone', async () => {
    const { newKey } = await account('Cached');
    const [changed, other] = [await newKey(), await newKey()];
    const lookedUp: unknown[] = [];
    const counting: Queryable = {
      query: (text, values) => {
        lookedUp.push(values?.[0]);
        return database.query(text, values);
      },
    };
    const listener = await listen(database.url);
    try {
      const cache = new KeyCache(counting, listener);
      await hearNext(listener);
      const arrived = hearNext(listener);
      for (const { key } of [changed, other]) await cache.find(key, new Date());
      await notifyKeys(database, 'id', changed.id);
      await arrived;
      for (const { key } of [changed, other]) await cache.find(key, new Date());
      expect(lookedUp).toEqual([hashKey(changed.key), hashKey(other.key), hashKey(changed.key)]);
    } finally {
      await listener.close();
    }
  });
});
