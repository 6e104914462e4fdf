import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { createUser } from '../../../db/auth/users';
import { createPartner } from '../../../db/payments/dispatch/partners';
import { createRoute } from '../../../db/payments/routing/routes';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { TEST_VAULT } from '../../support/limited-app';
import { newRoute } from '../../support/partner';
import { turnOnSecondFactor } from '../../support/second-factor';

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

describe('an account that requires two-step sign-in of its members', () => {
  const MEMBERS = '/console/members';
  const RULE = `${MEMBERS}/two-step`;
  let addresses = 0;
  let accountId: string;

  beforeEach(async () => {
    accountId = (await findOrCreateAccount(database, `Acme ${(addresses += 1)}`)).id;
  });

  async function member(role: 'owner' | 'viewer'): Promise<{ email: string; id: string; person: Person }> {
    const email = `${role}-${addresses}@example.com`;
    const id = await createUser(database, { email, name: role, password: PASSWORD, role, accountId, actor: 'command' });
    const person = new Person(createConsoleApp(database), `203.0.113.${(addresses += 1)}`);
    await person.logIn(email, PASSWORD);
    return { email, id, person };
  }

  it('is made one by an owner who has a second factor, by an audited act that can be taken back', async () => {
    const { person: owner } = await member('owner');
    expect((await owner.get(MEMBERS)).text).toContain('set it up for yourself');
    const refused = await owner.submit(MEMBERS, RULE, [['required', 'yes']]);
    expect([refused.status, refused.text.includes('Set up two-step sign-in for yourself first')]).toEqual([403, true]);
    await turnOnSecondFactor(owner, PASSWORD, new Date());
    expect((await owner.submit(MEMBERS, RULE, [['required', 'yes']])).status).toBe(303);
    expect((await owner.submit(MEMBERS, RULE, [['required', 'no']])).status).toBe(303);
    const entries = (await listAuditEntries(database, accountId)).filter(({ act }) => act === 'account.changed');
    const [off, on] = [{ needs_second_factor: false }, { needs_second_factor: true }];
    expect(entries.map(({ detail }) => detail)).toEqual([
      { before: on, after: off },
      { before: off, after: on },
    ]);
  });

  it('leads a member without one to set it up, from every page, and lets them on then', async () => {
    const { person: viewer } = await member('viewer');
    await database.query('update accounts set needs_second_factor = true where id = $1', [accountId]);
    for (const page of ['/console', '/console/test/payments', '/console/audit', MEMBERS]) {
      const led = await viewer.get(page);
      expect([page, led.status, led.headers['location']]).toEqual([page, 303, '/console/security']);
    }
    const sent = await viewer.submit('/console/security', '/console/test/webhooks', []);
    expect(sent.status).toBe(403);
    const { person: owner } = await member('owner');
    const refused = await owner.submit('/console/security', MEMBERS, [['email', 'x@example.com']]);
    expect([refused.status, refused.text.includes('An owner of the account can change that.')]).toEqual([403, true]);
    expect((await viewer.get('/console/security')).text).toContain('Turn it on here to go on.');
    await turnOnSecondFactor(viewer, PASSWORD, new Date());
    expect((await viewer.get('/console/audit')).status).toBe(200);
    expect((await viewer.get('/console/security')).text).not.toContain('to go on.');
  });

  it('lets an owner turn off the second factor of a member who has lost it, and nobody else', async () => {
    const { person: viewer, email, id } = await member('viewer');
    const { person: owner, id: ownerId } = await member('owner');
    await turnOnSecondFactor(viewer, PASSWORD, new Date());
    await turnOnSecondFactor(owner, PASSWORD, new Date());
    const off = (person: Person, page: string, userId: string) =>
      person.submit(page, `${MEMBERS}/${userId}/second-factor`, []);
    expect((await off(viewer, MEMBERS, id)).status).toBe(403);
    expect((await off(owner, `${MEMBERS}/${ownerId}`, ownerId)).status).toBe(403);
    expect(ledTo(await off(owner, `${MEMBERS}/${id}`, id))).toEqual([MEMBERS, 'factor-removed']);
    const again = new Person(createConsoleApp(database), '203.0.113.200');
    expect((await again.logIn(email, PASSWORD)).headers['location']).toBe('/console');
    const acts = (await listAuditEntries(database, accountId)).map(({ act }) => act);
    expect(acts).toContain('second_factor.disabled');
  });
});
