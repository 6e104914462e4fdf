import { createUser } from '../../../db/auth/users';
import { createDocument } from '../../../db/documents/documents';
import { sealRequestData } from '../../../db/documents/store';
import { newId } from '../../../lib/ids';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { TEST_VAULT } from '../../support/limited-app';
import { insertPartner } from '../../support/rows';

const PASSWORD = 'seven green boats at noon';
const TENANT = { accountId: 'acc_north', environment: 'test' } as const;
let database: TestDatabase;
let ada: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  const owner = { email: 'ada@example.com', name: 'Ada', role: 'owner', accountId: TENANT.accountId } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
  ada = new Person(createConsoleApp(database, { vault: TEST_VAULT }));
  await ada.logIn(owner.email, PASSWORD);
});

async function billOfLading(goods: readonly object[]): Promise<string> {
  const id = newId('document');
  const createdAt = new Date();
  const kind = {
    type: 'bill_of_lading',
    number: 'BL-1',
    locale: 'en',
    requestId: 'req_1',
    brandingId: null,
    warnings: [],
  } as const;
  const whole = { shipmentId: null, instructionId: null, createdAt, expiresAt: new Date(createdAt.getTime() + 1e8) };
  const dataSealed = sealRequestData(TEST_VAULT, id, { goods });
  await createDocument(database, { id, tenant: TENANT, ...kind, ...whole, dataSealed }, null);
  return id;
}

const packingListFrom = async (id: string): Promise<string> =>
  (await ada.get(`/console/test/documents/new/packing_list?from=${id}`)).text;

/** Source: docs/GAPS.md#D8 */
describe('a document form that begins with the data of another document', () => {
  it('has its weights and volumes, in whichever form they were sent', async () => {
    const goods = { description: 'Cotton t-shirts', grossWeight: 100, measurement: { value: 1.2, unit: 'MTQ' } };
    const form = await packingListFrom(await billOfLading([goods]));
    const valueOf = (name: string) =>
      new RegExp(`<input [^>]*name="data\\.packages\\.0\\.${name}"[^>]*>`).exec(form)?.[0];
    expect(valueOf('grossWeight.value')).toContain('value="100"');
    expect(valueOf('measurement')).toContain('value="1.2"');
  });

  it('says how many lines it has no room for', async () => {
    const goods = Array.from({ length: 60 }, (_, index) => ({ description: `Line ${index}` }));
    const form = await packingListFrom(await billOfLading(goods));
    expect(form).toContain('Only the first 50 of 60 lines were carried over');
    expect(await packingListFrom(await billOfLading(goods.slice(0, 50)))).not.toContain('were carried over');
  });
});
