import { createUser } from '../../../db/auth/users';
import { createDocument } from '../../../db/documents/documents';
import { sealRequestData } from '../../../db/documents/store';
import { DOCUMENT_TYPES, type DocumentType } from '../../../domain/documents/registry';
import { newId } from '../../../lib/ids';
import { SAMPLES } from '../../documents/support/samples';
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

async function documentOf(type: DocumentType, data: unknown): Promise<string> {
  const id = newId('document');
  const createdAt = new Date();
  const kind = {
    type,
    number: 'BL-1',
    locale: 'en',
    requestId: 'req_1',
    brandingId: null,
    warnings: [],
  } as const;
  const whole = { shipmentId: null, instructionId: null, createdAt, expiresAt: new Date(createdAt.getTime() + 1e8) };
  const dataSealed = sealRequestData(TEST_VAULT, id, data);
  await createDocument(database, { id, tenant: TENANT, ...kind, ...whole, dataSealed }, null);
  return id;
}

const billOfLading = (goods: readonly object[]): Promise<string> => documentOf('bill_of_lading', { goods });

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

  it.each(DOCUMENT_TYPES)('has the parties and goods of a %s, whatever its own type', async (from) => {
    const data = SAMPLES[`${from}-one`]?.['data'];
    const id = await documentOf(from, data);
    const text = JSON.stringify(data);
    const description = /"description":"([^"]+)"/.exec(text)?.[1] ?? 'no description';
    const sender = /"(?:seller|exporter|shipper)":\{"name":"([^"]+)"/.exec(text)?.[1] ?? 'no sender';
    for (const to of DOCUMENT_TYPES) {
      const { status, text: form } = await ada.get(`/console/test/documents/new/${to}?from=${id}`);
      const shown = [description, sender].map((one) => form.includes(one.replaceAll('&', '&amp;')));
      expect([to, status, shown]).toEqual([to, 200, [true, true]]);
    }
  });

  it('says how many lines it has no room for', async () => {
    const goods = Array.from({ length: 60 }, (_, index) => ({ description: `Line ${index}` }));
    const form = await packingListFrom(await billOfLading(goods));
    expect(form).toContain('Only the first 50 of 60 lines were carried over');
    expect(await packingListFrom(await billOfLading(goods.slice(0, 50)))).not.toContain('were carried over');
  });
});
