import { createUser } from '../../../db/auth/users';
import { createDocument } from '../../../db/documents/documents';
import { sealRequestData } from '../../../db/documents/store';
import { createShipment, deleteShipment } from '../../../db/shipments/shipments';
import type { Tenant } from '../../../domain/auth/tenant';
import type { ShipmentDetails } from '../../../domain/shipments/shipment';
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
  for (const name of ['north', 'south']) await insertPartner(database, name);
  const owner = { email: 'ada@example.com', name: 'Ada', role: 'owner', accountId: TENANT.accountId } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
  ada = new Person(createConsoleApp(database, { vault: TEST_VAULT }));
  await ada.logIn(owner.email, PASSWORD);
});

async function shipmentOf(tenant: Tenant): Promise<string> {
  const details: ShipmentDetails = {
    ...{ reference: null, origin_country: 'VN', destination_country: 'US', hs_code: null, status: 'pending' },
    ...{ description: null, value: null, currency: null, weight: null, weight_unit: null, buyer: null },
  };
  return (await createShipment(database, { tenant, requestId: 'req_1', details, now: new Date() }, null)).id;
}

/** @returns the page of a document that names that shipment */
async function pageAbout(shipmentId: string): Promise<string> {
  const id = newId('document');
  const createdAt = new Date();
  const kind = { type: 'packing_list', number: 'PL-1', locale: 'en', requestId: 'req_1', brandingId: null } as const;
  const links = { shipmentId, instructionId: null, warnings: [] };
  const times = { createdAt, expiresAt: new Date(createdAt.getTime() + 1e8) };
  const dataSealed = sealRequestData(TEST_VAULT, id, {});
  await createDocument(database, { id, tenant: TENANT, ...kind, ...links, ...times, dataSealed }, null);
  const { status, text } = await ada.get(`/console/test/documents/${id}`);
  expect(status).toBe(200);
  return text;
}

const placeOf = (shipmentId: string): string => `/console/test/shipments/${shipmentId}`;

describe('the page of a document', () => {
  it('leads to its shipment until that is deleted', async () => {
    const id = await shipmentOf(TENANT);
    expect(await pageAbout(id)).toContain(`<a href="${placeOf(id)}">${id}</a>`);
    expect((await ada.get(placeOf(id))).status).toBe(200);
    await deleteShipment(database, TENANT, id);
    const page = await pageAbout(id);
    expect(page).toContain(id);
    expect(page).not.toContain(placeOf(id));
    expect((await ada.get(placeOf(id))).status).toBe(404);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['that never was', () => newId('shipment')],
    ['of the other side', () => shipmentOf({ ...TENANT, environment: 'live' })],
    ['of another account', () => shipmentOf({ ...TENANT, accountId: 'acc_south' })],
    ['of a system of the account itself', () => 'PO 17/3'],
  ])('has the reference of a shipment %s as text', async (_which, name) => {
    const id = await name();
    const page = await pageAbout(id);
    expect(page).toContain(id);
    expect(page).not.toContain('/console/test/shipments/');
  });
});
