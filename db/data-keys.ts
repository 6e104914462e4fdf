import type { Vault } from '../lib/vault';
import type { Queryable } from './database';

/** The data key belongs to another database: what this one holds could not be opened, nor what were sealed be read. */
export class WrongDataKey extends Error {
  constructor(given: readonly string[], recorded: readonly string[]) {
    super(
      `The database is sealed with the data key ${recorded.join(', ')}, and DATA_KEY holds ${given.join(', ')}. ` +
        'Give the service its own key; where that is lost, so is what is sealed (docs/OPERATIONS.md, "Rotation of DATA_KEY").',
    );
    this.name = 'WrongDataKey';
  }
}

/**
 * Keeps a process with the key of another database from sealing anything. A new key beside a recorded one is a rotation.
 * @throws WrongDataKey when keys are recorded and none of them is given
 * Source: docs/GAPS.md#data-at-rest
 */
export async function checkDataKey(database: Queryable, { keyIds }: Vault): Promise<void> {
  const rows = await database.query<{ id: string }>('select id from data_keys order by recorded_at, id', []);
  const recorded = rows.map(({ id }) => id);
  if (recorded.length > 0 && !recorded.some((id) => keyIds.includes(id))) throw new WrongDataKey(keyIds, recorded);
}

/** Records the keys that values are, or will be, sealed with. @throws WrongDataKey */
export async function recordDataKeys(database: Queryable, vault: Vault): Promise<void> {
  await checkDataKey(database, vault);
  await database.query('insert into data_keys (id) select unnest($1::text[]) on conflict do nothing', [vault.keyIds]);
}

/** Once every value is sealed with the newest key, no other one is enough. */
export async function forgetOldDataKeys(database: Queryable, { currentKeyId }: Vault): Promise<void> {
  await database.query('delete from data_keys where id <> $1', [currentKeyId]);
}
