import { createUser } from '../../../db/auth/users';
import { newId } from '../../../lib/ids';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertInstructions, insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';

let database: TestDatabase;
const people: Record<string, Person> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of ['north', 'south']) {
    await insertPartner(database, name);
    const owner = { email: `${name}@example.com`, name, role: 'owner', accountId: `acc_${name}` } as const;
    await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
    const person = new Person(createConsoleApp(database), '203.0.113.20');
    await person.logIn(owner.email, PASSWORD);
    people[name] = person;
  }
});

const pageOf = async (name: string, path: string): Promise<string> => (await people[name]?.get(path))?.text ?? '';

it('shows what a request made to its account, on its side, and to nobody else', async () => {
  const [requestId, id] = [newId('request'), newId('instruction')];
  // The rows' ids end in their number; the id is one character longer than any other.
  await insertInstructions(database, { prefix: id, count: 1, partner: 'north' });
  await database.query('update payment_instructions set request_id = $1 where id = $2', [requestId, `${id}1`]);
  expect(await pageOf('north', `/console/test/requests?id=${requestId}`)).toContain(`/console/test/payments/${id}1`);
  const nothing = 'That request created nothing on this side';
  expect(await pageOf('north', `/console/live/requests?id=${requestId}`)).toContain(nothing);
  expect(await pageOf('south', `/console/test/requests?id=${requestId}`)).toContain(nothing);
  expect(await pageOf('north', `/console/test/requests?id=${newId('request')}`)).toContain(nothing);
  expect(await pageOf('north', '/console/test/requests?id=nonsense')).toContain(nothing);
});
