import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { judgeConditions, keepConditions } from '../../../domain/payments/review/conditions';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { instructionBody } from '../../support/builders';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

/** As the pages open it. */
const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));
const PASSWORD = 'nine blue herons at dawn';

/** Source: docs/GAPS.md#P27 */
it('a payment shows what it waits for, in words, and with links, and is corrected without it', async () => {
  const database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const { id: accountId } = await findOrCreateAccount(database, 'ptn_1');
  const person = { email: 'vera@example.com', name: 'vera', role: 'owner', accountId } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command:test' });
  const owner = new Person(createConsoleApp(database));
  await owner.logIn(person.email, PASSWORD);
  const id = newId('instruction');
  const kept = keepConditions(
    [
      { type: 'shipment_status', shipmentId: 'shp_1', status: 'delivered' },
      { type: 'document', documentType: 'packing_list', documentId: 'doc_1' },
      { type: 'not_before', at: '2027-01-01T00:00:00.000Z' },
    ],
    new Date('2027-02-01T00:00:00Z'),
  );
  const conditions = judgeConditions(kept, [{ since: Date.parse('2026-11-20T10:00:00Z'), found: 'delivered' }]);
  const { beneficiary, purpose } = instructionBody();
  const privateSealed = sealPrivateData(VAULT, id, { beneficiary, purpose });
  await insertInstruction(database, { ...newInstruction(id), conditions, privateSealed }, null);
  const { text } = await owner.get(`/console/test/payments/${id}`);
  for (const shown of [
    'Shipment has reached a status: delivered',
    'href="/console/test/shipments/shp_1"',
    'href="/console/test/documents/doc_1"',
    'Reached',
    'Not there yet',
    'The moment has not come',
    '2026-11-20',
  ])
    expect(text).toContain(shown);
  expect(text).not.toContain('status_reached');
  await database.query(`update payment_instructions set status = 'cancelled', version = version + 1 where id = $1`, [
    id,
  ]);
  const { text: form } = await owner.get(`/console/test/payments/${id}/correct`);
  expect(form).toContain('It is paid again without them');
});
