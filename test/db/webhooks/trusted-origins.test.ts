import { listAuditEntries } from '../../../db/auth/audit-log';
import { openDatabase } from '../../../db/database';
import {
  MAX_TRUSTED_ORIGINS,
  readTrustedOrigins,
  trustOrigin,
  untrustOrigin,
} from '../../../db/webhooks/trusted-origins';
import { createTestDatabase } from '../../support/database';
import { untilWaiting } from '../../support/locks';

const ACTOR = 'command:test';
const originOf = (count: number): string => `http://127.0.0.1:${9_000 + count}`;

it('are at most 100, however many commands add one at once, and are read meanwhile', async () => {
  const database = await createTestDatabase();
  for (let count = 1; count < MAX_TRUSTED_ORIGINS; count += 1) {
    expect(await trustOrigin(database, originOf(count), ACTOR)).toBe(true);
  }
  const elsewhere = openDatabase(database.url, 2);
  try {
    let asked: Promise<boolean>[] = [];
    // All of them are under way before the first one can count; one origin is left to find room.
    await elsewhere.transaction(async (client) => {
      await client.query('lock table trusted_webhook_origins in share row exclusive mode');
      asked = [0, 1, 2, 3].map((more) => trustOrigin(database, originOf(MAX_TRUSTED_ORIGINS + more), ACTOR));
      await untilWaiting(elsewhere, asked.length);
      expect(await readTrustedOrigins(elsewhere, 'test')).toHaveLength(MAX_TRUSTED_ORIGINS - 1);
    });
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  } finally {
    await elsewhere.close();
  }
  expect(await readTrustedOrigins(database, 'test')).toHaveLength(MAX_TRUSTED_ORIGINS);
  expect(await readTrustedOrigins(database, 'live')).toEqual([]);
  expect(await untrustOrigin(database, originOf(1), ACTOR)).toBe(true);
  expect(await trustOrigin(database, originOf(1), ACTOR)).toBe(true);
  expect(await trustOrigin(database, originOf(1), ACTOR)).toBe(false);
  expect((await listAuditEntries(database, null)).slice(0, 2).map(({ act }) => act)).toEqual([
    'webhook_origin.trusted',
    'webhook_origin.untrusted',
  ]);
});
