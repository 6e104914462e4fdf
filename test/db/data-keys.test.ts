import { checkDataKey, forgetOldDataKeys, recordDataKeys, WrongDataKey } from '../../db/data-keys';
import { openVault } from '../../lib/vault';
import { createTestDatabase, type TestDatabase } from '../support/database';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

it('takes any key for a database that nothing is sealed in, and only that one afterwards', async () => {
  await checkDataKey(database, openVault(OTHER));
  await recordDataKeys(database, openVault(OLD));
  await recordDataKeys(database, openVault(OLD));
  await checkDataKey(database, openVault(OLD));
  const refused = checkDataKey(database, openVault(OTHER));
  await expect(refused).rejects.toThrow(WrongDataKey);
  await expect(refused).rejects.toThrow(openVault(OLD).keyIds.DATA_KEY.join());
  await expect(recordDataKeys(database, openVault(OTHER))).rejects.toThrow(WrongDataKey);
});

it('takes a new key beside the old one, and the new one alone once everything is sealed with it', async () => {
  await recordDataKeys(database, openVault(OLD));
  const both = openVault(`${NEW},${OLD}`);
  await checkDataKey(database, both);
  await expect(checkDataKey(database, openVault(NEW))).rejects.toThrow(WrongDataKey);
  await recordDataKeys(database, both);
  await forgetOldDataKeys(database, both);
  await checkDataKey(database, openVault(NEW));
  await expect(checkDataKey(database, openVault(OLD))).rejects.toThrow(WrongDataKey);
});

it('keeps who has not the recorded key of documents from sealing any, and who has that alone from no other check', async () => {
  await recordDataKeys(database, openVault(OLD, NEW));
  await checkDataKey(database, openVault(OLD, NEW));
  await checkDataKey(database, openVault(null, NEW));
  for (const other of [openVault(OLD), openVault(OLD, OTHER), openVault(null, OTHER), openVault(OTHER, NEW)])
    await expect(checkDataKey(database, other)).rejects.toThrow(WrongDataKey);
  await recordDataKeys(database, openVault(OLD, `${OTHER},${NEW}`));
  await forgetOldDataKeys(database, openVault(OLD, `${OTHER},${NEW}`));
  await checkDataKey(database, openVault(OLD, OTHER));
  await expect(checkDataKey(database, openVault(OLD, NEW))).rejects.toThrow(WrongDataKey);
});
