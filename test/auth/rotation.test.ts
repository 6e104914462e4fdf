import { KeyCache } from '../../api/middleware/authenticate';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { MAX_WORKING_KEYS, revokeAccountKey, rotateAccountKey } from '../../db/auth/account-keys';
import { createClientKey, hashKey, type IssuedKey, type NewClientKey } from '../../db/auth/credentials';
import { notifyKeys } from '../../db/auth/key-notices';
import type { Queryable } from '../../db/database';
import { CHANNELS, listen } from '../../db/listener';
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

describe('a notice of a change', () => {
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
      const arrived = new Promise<void>((resolve) => listener.on(CHANNELS.credentials, () => resolve()));
      const cache = new KeyCache(counting, listener);
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
