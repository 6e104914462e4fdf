import { createUser } from '../../db/auth/users';
import { createPartner } from '../../db/payments/partners';
import { createRoute } from '../../db/payments/routes';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_VAULT } from '../support/limited-app';
import { newRoute } from '../support/partner';

const PASSWORD = 'seven green boats at noon';
const CONFIG = { url: 'https://bank.example/api' };
let database: TestDatabase;
let routePage: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const bank = { name: 'Bank', adapter: 'http', config: CONFIG, environment: 'test' } as const;
  const { id } = await createPartner(database, TEST_VAULT, bank);
  routePage = `/console/operator/network/routes/${await createRoute(database, newRoute(id, { currencies: ['USD'] }))}`;
  for (const name of ['strict', 'lenient']) {
    const person = { email: `${name}@example.com`, name, role: 'operator', accountId: null } as const;
    await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  }
});

async function logIn(name: string, operatorsNeedSecondFactor: boolean): Promise<Person> {
  const person = new Person(createConsoleApp(database, { operatorsNeedSecondFactor }));
  await person.logIn(`${name}@example.com`, PASSWORD);
  return person;
}

const disable = (person: Person) => person.submit(routePage, `${routePage}/disable`, [['reason', 'Maintenance']]);
const isDisabled = async (): Promise<boolean> =>
  (await database.query('select from routes where not enabled')).length > 0;
const enable = () => database.query('update routes set enabled = true');

it('an operator acts with a password alone while there is no live side, and with a second factor from then on', async () => {
  const strict = await logIn('strict', true);
  const lenient = await logIn('lenient', false);
  expect([(await disable(strict)).status, await isDisabled()]).toEqual([303, true]);
  await enable();

  await createPartner(database, TEST_VAULT, { name: 'Live', adapter: 'http', config: CONFIG, environment: 'live' });
  const refused = await disable(strict);
  expect([refused.status, await isDisabled()]).toEqual([403, false]);
  expect(refused.text).toContain('href="/console/security"');
  expect((await strict.get(routePage)).status).toBe(200);
  expect([(await disable(lenient)).status, await isDisabled()]).toEqual([303, true]);
  await enable();

  await database.query(`update logins set second_factor_at = now()`);
  expect([(await disable(strict)).status, await isDisabled()]).toEqual([303, true]);
});
