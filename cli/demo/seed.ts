import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { createClientKey, createOperatorKey, findKey, hashKey } from '../../db/auth/credentials';
import { openDatabase } from '../../db/database';
import { sandboxPartnerKey } from '../../db/payments/sandbox-key';
import { openVault } from '../../db/vault';
import { writePrivately, type DataDir } from '../place';

const Keys = z.object({ apiKey: z.string(), operatorKey: z.string(), partnerKey: z.string() });
export type DemoKeys = z.output<typeof Keys>;

/** Keys are stored as hashes, so those of the demonstration are kept beside the data, for its owner only. */
function remembered(file: string): DemoKeys | null {
  if (!existsSync(file)) return null;
  const parsed = Keys.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : null;
}

/** Makes the demonstration's account and keys, or finds those of an earlier start. */
export async function seedDemo(dataDir: DataDir, backends: { databaseUrl: string }): Promise<DemoKeys> {
  const file = dataDir.file('demo-keys.json');
  const database = openDatabase(backends.databaseUrl, 2);
  try {
    const known = remembered(file);
    const partnerKey = sandboxPartnerKey(openVault(dataDir.dataKey()));
    if (known !== null && (await findKey(database, hashKey(known.apiKey))) !== null) return { ...known, partnerKey };
    const account = await findOrCreateAccount(database, 'Demonstration');
    const client = await createClientKey(database, {
      accountId: account.id,
      environment: 'test',
      label: 'demonstration',
      plan: 'enterprise',
    });
    const operator = await createOperatorKey(database, 'demonstration');
    const keys = { apiKey: client.key, operatorKey: operator.key, partnerKey };
    writePrivately(file, `${JSON.stringify(keys, null, 2)}\n`);
    return keys;
  } finally {
    await database.close();
  }
}
