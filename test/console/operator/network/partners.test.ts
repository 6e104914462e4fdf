import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createUser } from '../../../../db/auth/users';
import { createConsoleApp, Person } from '../../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database';

const PASSWORD = 'seven green boats at noon';
const PLACE = '/console/operator/network/partners/new';
const DESCRIPTION: unknown = JSON.parse(
  readFileSync(path.join('docs', 'examples', 'banks', 'json-header.json'), 'utf8'),
);
let database: TestDatabase;
let operator: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  operator = new Person(createConsoleApp(database));
  await operator.logIn(person.email, PASSWORD);
});

const add = (fields: Record<string, string>) => operator.submit(PLACE, PLACE, Object.entries(fields));

/** Source: docs/GAPS.md#P10 */
describe('the form that adds a partner', () => {
  it('offers a partner of the protocol first', async () => {
    expect((await operator.get(PLACE)).text).toMatch(/<select [^>]*name="adapter"[^>]*><option value="http"/);
  });

  it('takes the settings of a bank by description', async () => {
    const config = JSON.stringify({ description: DESCRIPTION });
    const made = await add({ name: 'By description', adapter: 'described', environment: 'test', config });
    expect(made.status).toBe(201);
    expect(await database.query(`select config from partners where name = 'By description'`)).toEqual([
      { config: { description: DESCRIPTION } },
    ]);
  });

  it('names what is wrong with the settings at their field, and keeps what was typed', async () => {
    const torn = await add({ name: 'Torn', adapter: 'described', environment: 'test', config: '{"description":' });
    expect(torn.status).toBe(400);
    expect(torn.text).toMatch(/id="config-fault">is not valid JSON/);
    expect(torn.text).toContain('{&quot;description&quot;:');
    const lacking = await add({ name: 'Lacking', adapter: 'iso20022', environment: 'test', config: '{}' });
    expect(lacking.status).toBe(400);
    expect(lacking.text).toMatch(/id="config-fault">[^<]*directory[^<]*; [^<]*debtorName/);
  });
});
