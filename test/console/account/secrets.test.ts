import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAccountKeys } from '../../../db/auth/account-keys';
import { createUser } from '../../../db/auth/users';
import { mayMakeSecret } from '../../../console/auth/login-throttle';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'seven green boats at noon';
let database: TestDatabase;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
});

async function newOwner(name: string): Promise<Person> {
  const email = `${name}@example.com`;
  await createUser(database, { email, name, password: PASSWORD, role: 'owner', accountId, actor: 'command' });
  const person = new Person(createConsoleApp(database), `203.0.113.${name.length}`);
  await person.logIn(email, PASSWORD);
  return person;
}

const fieldsOf = (page: string): [string, string][] => [
  ['form_token', /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''],
  ['form_id', /name="form_id" value="([^"]+)"/.exec(page)?.[1] ?? ''],
  ['label', 'for the shop'],
  ['expires', ''],
  ['scope', 'payments:read'],
];

const keysNow = () => listAccountKeys(database, { accountId, environment: 'test' });

describe('a page that shows a new key', () => {
  it('is stored nowhere, and loading it again neither shows a key nor makes one', async () => {
    const owner = await newOwner('owner');
    const form = fieldsOf((await owner.get('/console/keys')).text);
    const made = await owner.post('/console/keys', form);
    expect([made.status, made.headers['cache-control'], /value="crd_test_/.test(made.text)]).toEqual([
      201,
      'no-store',
      true,
    ]);
    const again = await owner.post('/console/keys', form);
    expect([again.status, again.text.includes('crd_test_')]).toEqual([409, false]);
    expect(again.text).toContain('This form was already submitted');
    expect(await keysNow()).toHaveLength(1);
    expect((await owner.get('/console/keys')).text).not.toContain('crd_test_');
    const next = await owner.post('/console/keys', fieldsOf((await owner.get('/console/keys')).text));
    expect([next.status, (await keysNow()).length]).toEqual([201, 2]);
  });

  it.each([
    ['2099-02-31', 'Enter a date.'],
    ['2099-13-01', 'Enter a date.'],
    ['tomorrow', 'Enter a date.'],
    ['2020-01-01', 'The date must be in the future.'],
  ])('makes no key that ends on %s', async (day, words) => {
    const owner = await newOwner(`ends-${day}`);
    const before = (await keysNow()).length;
    const form = fieldsOf((await owner.get('/console/keys')).text);
    const ends = form.map(([name, value]): [string, string] => [name, name === 'expires' ? day : value]);
    const refused = await owner.post('/console/keys', ends);
    expect([refused.status, refused.text.includes(words)]).toEqual([400, true]);
    expect(await keysNow()).toHaveLength(before);
  });

  it('leaves a form that did nothing to be sent again', async () => {
    const owner = await newOwner('refused');
    const form = fieldsOf((await owner.get('/console/keys')).text);
    const before = (await keysNow()).length;
    const unfit = form.map(([name, value]): [string, string] => [name, name === 'scope' ? 'none:such' : value]);
    expect((await owner.post('/console/keys', unfit)).status).toBe(400);
    const [{ id } = { id: '' }] = await database.query<{ id: string }>(
      `select id from users where email = 'refused@example.com'`,
    );
    // As many keys as a person may make within a minute and an hour; then that hour is over.
    while (await mayMakeSecret(database, id));
    expect((await owner.post('/console/keys', form)).status).toBe(429);
    await database.query('delete from rate_buckets');
    expect((await owner.post('/console/keys', form)).status).toBe(201);
    expect((await keysNow()).length - before).toBe(1);
    const place = `/console/keys/${(await keysNow())[0]?.id ?? ''}/rotate`;
    const rotation = fieldsOf((await owner.get(place)).text).slice(0, 2);
    expect((await owner.post(place, [...rotation, ['overlap', 'nonsense']])).status).toBe(400);
    expect((await owner.post(place, [...rotation, ['overlap', '24']])).status).toBe(201);
    expect((await owner.post(place, [...rotation, ['overlap', '24']])).status).toBe(409);
  });

  it('is there ten times a minute for one person, and for others all the same', async () => {
    const [busy, other] = [await newOwner('busy'), await newOwner('another')];
    const before = (await keysNow()).length;
    const statuses: number[] = [];
    // A token may flow in while the machine is slow.
    let headers: unknown;
    while (statuses.length < 20 && statuses.at(-1) !== 429) {
      const answer = await busy.submit('/console/keys', '/console/keys', fieldsOf('').slice(2));
      statuses.push(answer.status);
      ({ headers } = answer);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '60', 'x-ratelimit-remaining': '0' });
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(10);
    expect((await keysNow()).length - before).toBe(statuses.length - 1);
    expect((await other.submit('/console/keys', '/console/keys', fieldsOf('').slice(2))).status).toBe(201);
  });
});
