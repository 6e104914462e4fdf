import type { Vault } from '../lib/vault';
import { refuseUnreleasedSchema } from './applied-migrations';
import { checkDataKey } from './data-keys';
import type { Queryable } from './database';

/**
 * What every command looks at before it does anything else with a database.
 * @throws UnreleasedSchema; WrongDataKey
 */
export async function checkDatabase(database: Queryable, vault: Vault): Promise<void> {
  await refuseUnreleasedSchema(database);
  await checkDataKey(database, vault);
}
