import { KEY_SETTINGS, type KeySetting, type Vault } from '../lib/vault';
import type { Queryable } from './database';

/** The data key belongs to another database: what this one holds could not be opened, nor what were sealed be read. */
export class WrongDataKey extends Error {
  constructor(setting: KeySetting, given: readonly string[], recorded: readonly string[]) {
    super(
      `The database is sealed with the data key ${recorded.join(', ')}, and ${setting} holds ${given.join(', ') || 'none'}. ` +
        'Give the service its own key; where that is lost, so is what is sealed (docs/OPERATIONS.md, "Rotation of data keys").',
    );
    this.name = 'WrongDataKey';
  }
}

/**
 * Checks that a process has the keys of its database, so that it seals nothing with another one's. A new key beside a
 * recorded one is a rotation.
 * @throws WrongDataKey when keys of a setting are recorded and none of them is given
 * Source: docs/GAPS.md#data-at-rest
 */
export async function checkDataKey(database: Queryable, { keyIds }: Vault): Promise<void> {
  const rows = await database.query<{ id: string; setting: KeySetting }>(
    'select id, setting from data_keys order by recorded_at, id',
    [],
  );
  for (const setting of KEY_SETTINGS) {
    const given = keyIds[setting];
    // A process that works on documents alone has no key for anything else.
    if (setting === 'DATA_KEY' && given.length === 0) continue;
    const recorded = rows.filter((row) => row.setting === setting).map(({ id }) => id);
    if (recorded.length > 0 && !recorded.some((id) => given.includes(id)))
      throw new WrongDataKey(setting, given, recorded);
  }
}

/**
 * Records the keys with which values are sealed.
 * @throws WrongDataKey
 */
export async function recordDataKeys(database: Queryable, vault: Vault): Promise<void> {
  await checkDataKey(database, vault);
  for (const setting of KEY_SETTINGS) {
    await database.query('insert into data_keys (id, setting) select unnest($1::text[]), $2 on conflict do nothing', [
      vault.keyIds[setting],
      setting,
    ]);
  }
}

/** Deletes the recorded ids of all data keys but the newest ones; all values must be sealed with these. */
export async function forgetOldDataKeys(database: Queryable, { keyIds }: Vault): Promise<void> {
  const current = KEY_SETTINGS.flatMap((setting) => keyIds[setting].slice(0, 1));
  await database.query('delete from data_keys where id <> all($1)', [current]);
}
