import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { createClientKey, findKey, hashKey } from '../../db/auth/credentials';
import { createOperatorKey } from '../../db/auth/operator-keys';
import { findManaged } from '../../db/administration/directory';
import { createUser } from '../../db/auth/users';
import { openDatabase, type Database } from '../../db/database';
import { sandboxPartnerKey } from '../../db/payments/dispatch/sandbox-key';
import { openVault } from '../../lib/vault';
import { writePrivately, type DataDir } from '../place';

const Keys = z.object({
  apiKey: z.string(),
  operatorKey: z.string(),
  partnerKey: z.string(),
  /** Key of the story's own account: what others do in theirs must not get between its steps. */
  storyKey: z.string().optional(),
});
export type DemoKeys = z.output<typeof Keys> & { storyKey: string };

/** Account of the key in run.json. */
export const DEMO_ACCOUNT = 'Demonstration';
/** Account of the story alone. */
export const STORY_ACCOUNT = 'Demonstration story';

/**
 * Keys of the demonstration; null if none are stored. Keys are stored as hashes in the database, so these are in a
 * file beside the data, for its owner alone.
 */
function readStoredKeys(file: string): z.output<typeof Keys> | null {
  if (!existsSync(file)) return null;
  const parsed = Keys.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : null;
}

async function createDemoKey(database: Database, accountName: string): Promise<string> {
  const account = await findOrCreateAccount(database, accountName);
  const issued = await createClientKey(database, {
    accountId: account.id,
    environment: 'test',
    label: 'demonstration',
    plan: 'enterprise',
  });
  return issued.key;
}

/** Its password is random and not shown: it exists for its key. */
const DEMO_OPERATOR = 'operator@demonstration.example';

/** Creates an operator's key with every role, for the demonstration. Source: docs/GAPS.md#A3 */
async function createDemoOperatorKey(database: Database): Promise<string> {
  // Also where that person was disabled: the key is refused then, and the service starts.
  const found = await findManaged(database, 'user', DEMO_OPERATOR);
  const person = { email: DEMO_OPERATOR, name: 'Demonstration operator', role: 'operator', accountId: null } as const;
  const password = randomBytes(32).toString('base64url');
  const userId = found?.id ?? (await createUser(database, { ...person, password, actor: 'corridor' }));
  return (await createOperatorKey(database, { label: 'demonstration', userId })).key;
}

/** @returns whether the database still knows a key; one of an earlier database it does not */
async function isKnown(database: Database, key: string): Promise<boolean> {
  return (await findKey(database, hashKey(key))) !== null;
}

/** Creates the demonstration's accounts and keys, or finds those of an earlier start. */
export async function seedDemo(dataDir: DataDir, backends: { databaseUrl: string }): Promise<DemoKeys> {
  const file = dataDir.file('demo-keys.json');
  const database = openDatabase(backends.databaseUrl, 2);
  try {
    const known = readStoredKeys(file);
    const partnerKey = sandboxPartnerKey(openVault(dataDir.ensureDataKey()));
    const isCurrent = known !== null && (await isKnown(database, known.apiKey));
    const hasOperator = isCurrent && (await isKnown(database, known.operatorKey));
    const storyKey = isCurrent ? known.storyKey : undefined;
    const keys = {
      apiKey: isCurrent ? known.apiKey : await createDemoKey(database, DEMO_ACCOUNT),
      operatorKey: hasOperator ? known.operatorKey : await createDemoOperatorKey(database),
      storyKey: storyKey ?? (await createDemoKey(database, STORY_ACCOUNT)),
      partnerKey,
    };
    writePrivately(file, `${JSON.stringify(keys, null, 2)}\n`);
    return keys;
  } finally {
    await database.close();
  }
}
