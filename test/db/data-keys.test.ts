import { checkDataKey, forgetOldDataKeys, recordDataKeys, WrongDataKey } from '../../db/data-keys';
import { migrate } from '../../db/migrate';
import { createPartner } from '../../db/payments/partners';
import { openVault } from '../../lib/vault';
import { createTestDatabase, openForOperator, type TestDatabase } from '../support/database';

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
  await expect(refused).rejects.toThrow(openVault(OLD).currentKeyId);
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

it('knows the keys of a service that ran before they were recorded', async () => {
  const vault = openVault(OLD);
  await createPartner(database, vault, { name: 'Early', adapter: 'http', config: {}, environment: 'test' });
  await database.query('drop table data_keys', []);
  await database.query(`delete from knex_migrations where name = '0256-data-keys'`, []);
  await migrate(openForOperator(database));
  await checkDataKey(database, vault);
  await expect(checkDataKey(database, openVault(OTHER))).rejects.toThrow(WrongDataKey);
});
