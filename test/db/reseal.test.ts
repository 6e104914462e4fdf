import { findOrCreateAccount } from '../../db/auth/accounts';
import type { OperatorDatabase } from '../../db/database';
import { readFile, readRequestData } from '../../db/documents/store';
import { readBankCredential, setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { createPartner, livePartnerSecrets } from '../../db/payments/dispatch/partners';
import { resealEverything } from '../../db/reseal';
import { SEALED_COLUMNS } from '../../db/sealed-columns';
import { openSettings, type SealedSettings } from '../../db/webhooks/controls';
import { createSubscription } from '../../db/webhooks/subscriptions';
import { DataKeyMissing, openVault } from '../../lib/vault';
import { FILE, storeDocument } from '../documents/support/stored';
import { exampleBank } from '../support/descriptions';
import { createTestDatabase, openForOperator, type TestDatabase } from '../support/database';

const OLD = Buffer.alloc(32, 1).toString('base64');
const NEW = Buffer.alloc(32, 2).toString('base64');
let database: TestDatabase;
let operator: OperatorDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  operator = openForOperator(database);
});

describe('rotation of the data key', () => {
  it('seals every value again, after which the old key is not needed', async () => {
    const old = openVault(OLD);
    const made = [];
    for (const name of ['One', 'Two', 'Three']) {
      made.push(await createPartner(database, old, { name, adapter: 'http', config: {}, environment: 'test' }));
    }
    const both = openVault(`${NEW},${OLD}`);
    const result = await resealEverything(operator, both);
    expect(result.find(({ table }) => table === 'partner_secrets')).toMatchObject({ values: 3 });
    expect((await resealEverything(operator, both)).map(({ values }) => values)).toEqual(SEALED_COLUMNS.map(() => 0));
    const fresh = openVault(NEW);
    for (const { id, secret } of made) {
      expect(await livePartnerSecrets(database, fresh, id, new Date())).toEqual([secret]);
    }
  });

  it('seals again for their destinations what is sent', async () => {
    const [old, fresh] = [openVault(OLD), openVault(NEW)];
    const { id: accountId } = await findOrCreateAccount(database, 'acme');
    const queue = {
      type: 'sqs',
      region: 'eu-central-1',
      access_key_id: 'A',
      secret_access_key: 'of the queue',
    } as const;
    const controls = { headers: { 'X-Token': 'quiet' }, destination: queue };
    const url = 'https://sqs.eu-central-1.amazonaws.com/123456789012/events';
    const hook = { url, events: ['*'], description: '', enabled: true, controls, actor: 'test' };
    const tenant = { accountId, environment: 'test' } as const;
    await createSubscription(database, old, tenant, hook, null);
    const config = { description: exampleBank('json-header') };
    const { id } = await createPartner(database, old, {
      name: 'Bank',
      adapter: 'described',
      config,
      environment: 'test',
    });
    await setBankCredential(database, old, { partnerId: id, name: 'api-key', value: 'of the bank', actor: 'test' });
    await resealEverything(operator, openVault(`${NEW},${OLD}`));
    const [row] = await database.query<SealedSettings & Record<string, unknown>>(
      'select id as webhook_id, url, destination, headers_sealed, credentials_sealed from webhook_subscriptions',
    );
    expect(row && openSettings(fresh, row)).toEqual({ headers: controls.headers, queue, lacksSecret: false });
    expect(row && openSettings(fresh, { ...row, url: 'https://elsewhere.example' })).toMatchObject({
      lacksSecret: true,
    });
    const bank = { id, adapter: 'described', config };
    expect(await readBankCredential(database, fresh, bank, 'api-key')).toBe('of the bank');
  });

  it('gives documents the keys that are theirs, after which their worker opens what was sealed before', async () => {
    const documents = Buffer.alloc(32, 3).toString('base64');
    const { id: accountId } = await findOrCreateAccount(database, 'acme');
    const document = await storeDocument({ database, vault: openVault(NEW) }, accountId);
    const worker = openVault(null, documents);
    const opened = () => readFile(database, worker, document);
    await expect(opened()).rejects.toThrow(DataKeyMissing);
    const result = await resealEverything(operator, openVault(NEW, documents));
    const touched = result.filter(({ values }) => values > 0).map(({ table, column }) => `${table}.${column}`);
    expect(touched).toEqual([
      'document_requests.data_sealed',
      'document_files.pdf_sealed',
      'document_files.preview_sealed',
    ]);
    expect((await opened())?.pdf).toEqual(FILE);
    expect(await readRequestData(database, worker, document)).toEqual({});
    await database.query('delete from document_files', []);
    await database.query('delete from document_requests', []);
  });

  it('does not open the secret of one partner in the row of another', async () => {
    const vault = openVault(NEW);
    const named = (name: string) =>
      createPartner(database, vault, { name, adapter: 'http', config: {}, environment: 'test' });
    const [one, other] = [await named('Row one'), await named('Row two')];
    await database.query(
      `update partner_secrets set secret_sealed =
         (select secret_sealed from partner_secrets where partner_id = $2) where partner_id = $1`,
      [one.id, other.id],
    );
    await expect(livePartnerSecrets(database, vault, one.id, new Date())).rejects.toThrow();
    await database.query('delete from partner_secrets where partner_id = $1', [one.id]);
  });

  it('goes on past a value that does not open, and names its row', async () => {
    const both = openVault(`${OLD},${NEW}`);
    const named = (name: string) =>
      createPartner(database, openVault(NEW), { name, adapter: 'http', config: {}, environment: 'test' });
    const [broken, sound] = [await named('Broken'), await named('Sound')];
    const [row] = await database.query<{ id: string }>(
      `update partner_secrets set secret_sealed = set_byte(secret_sealed, length(secret_sealed) - 1,
         get_byte(secret_sealed, length(secret_sealed) - 1) # 1) where partner_id = $1 returning id`,
      [broken.id],
    );
    const results = await resealEverything(operator, both);
    expect(results.flatMap(({ table, unopened }) => unopened.map((id) => [table, id]))).toEqual([
      ['partner_secrets', row?.id],
    ]);
    expect(await livePartnerSecrets(database, openVault(OLD), sound.id, new Date())).toEqual([sound.secret]);
    await database.query('delete from partner_secrets where partner_id = $1', [broken.id]);
    await resealEverything(operator, openVault(`${NEW},${OLD}`));
  });

  it('knows every sealed column of the schema', async () => {
    const rows = await database.query<{ name: string }>(
      `select case when table_schema = 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
       from information_schema.columns where column_name like '%\\_sealed'`,
    );
    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    );
  });

  it('stops when a value was sealed with a key that is not given', async () => {
    const third = openVault(Buffer.alloc(32, 9).toString('base64'));
    await createPartner(database, third, { name: 'Four', adapter: 'http', config: {}, environment: 'test' });
    await expect(resealEverything(operator, openVault(NEW))).rejects.toThrow(/is not in DATA_KEY/);
  });
});
