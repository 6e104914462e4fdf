import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { listFlags } from '../../../db/operator-flags';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { turnOnSecondFactor } from '../../support/second-factor';

const PASSWORD = 'seven green boats at noon';
const WRONG = 'not the password at all';
let database: TestDatabase;
let accountId: string;
let addresses = 0;
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
});
beforeEach(() => {
  now = new Date();
});

async function newUser(name: string): Promise<{ id: string; email: string }> {
  const email = `${name}@example.com`;
  const person = { email, name, password: PASSWORD, role: 'viewer', accountId } as const;
  return { email, id: await createUser(database, { ...person, actor: 'command' }) };
}

const browser = (): Person =>
  new Person(createConsoleApp(database, { now: () => now }), `203.0.113.${(addresses += 1)}`);

const refill = () => database.query('delete from rate_buckets');
const flagsOf = async (id: string): Promise<string[]> =>
  (await listFlags(database, { limit: 100 })).filter(({ subject }) => subject === id).map(({ kind }) => kind);

/** Tries as often as the limits allow, with new ones whenever they are used up. */
async function tryInVain(email: string, times: number): Promise<void> {
  for (let tries = 0; tries < times; tries += 1) {
    if (tries % 5 === 0) await refill();
    expect((await browser().logIn(email, WRONG)).status).toBe(401);
  }
}

/** Uses up the attempts that strangers have for a name. */
async function exhaust(email: string): Promise<void> {
  await refill();
  let status = 401;
  while (status === 401) ({ status } = await browser().logIn(email, WRONG));
  expect(status).toBe(429);
}

describe('a browser in which a person has logged in before', () => {
  it('lets them in although strangers have used up all attempts for their name', async () => {
    const { email } = await newUser('regular');
    const own = browser();
    await own.logIn(email, PASSWORD);
    await own.submit('/console/password', '/console/logout', []);
    await exhaust(email);
    expect((await browser().logIn(email, PASSWORD)).status).toBe(429);
    expect((await own.logIn(email, PASSWORD)).status).toBe(303);
  });

  it('has no more attempts than any other, and none for other people', async () => {
    const [{ email }, { email: other }] = [await newUser('sharing'), await newUser('victim')];
    const own = browser();
    await refill();
    await own.logIn(email, PASSWORD);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await own.logIn(email, WRONG)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    await exhaust(other);
    expect((await own.logIn(other, PASSWORD)).status).toBe(429);
  });

  it('is known by what we have signed alone, whose cookie lets nobody in', async () => {
    const { email } = await newUser('copied');
    const own = browser();
    await refill();
    await own.logIn(email, PASSWORD);
    const cookie = own.cookie('corridor_device') ?? '';
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const copy = browser();
    copy.plantCookie('corridor_device', cookie);
    expect((await copy.get('/console/password')).status).toBe(303);
    await exhaust(email);
    const [, proof = ''] = cookie.split('.');
    const forger = browser();
    forger.plantCookie('corridor_device', `${'A'.repeat(22)}.${proof}`);
    expect((await forger.logIn(email, PASSWORD)).status).toBe(429);
    expect((await copy.logIn(email, PASSWORD)).status).toBe(303);
  });
});

describe('wrong passwords and codes in a row', () => {
  it('are told to whoever logs in next, while that login is new', async () => {
    const { email } = await newUser('told');
    await tryInVain(email, 3);
    const own = browser();
    await own.logIn(email, PASSWORD);
    const notice = 'Before you signed in, 3 attempts with a wrong password or code were refused.';
    expect((await own.get('/console/audit')).text).toContain(notice);
    now = new Date(now.getTime() + 15 * 60_000);
    expect((await own.get('/console/audit')).text).not.toContain('Before you signed in');
    const later = browser();
    await later.logIn(email, PASSWORD);
    expect((await later.get('/console/audit')).text).not.toContain('Before you signed in');
  });

  it('raise a flag at twenty passwords, unless a login came between them', async () => {
    const { id, email } = await newUser('hammered');
    await tryInVain(email, 19);
    await refill();
    expect((await browser().logIn(email, PASSWORD)).status).toBe(303);
    await tryInVain(email, 19);
    expect(await flagsOf(id)).toEqual([]);
    await tryInVain(email, 1);
    expect(await flagsOf(id)).toEqual(['passwords_refused']);
  });

  it('raise a flag at five codes, which follow a right password', async () => {
    const { id, email } = await newUser('learnt');
    const own = browser();
    await refill();
    await own.logIn(email, PASSWORD);
    await turnOnSecondFactor(own, PASSWORD, now);
    const thief = browser();
    await thief.logIn(email, PASSWORD);
    const guess = (code: string) => thief.submit('/console/login/code', '/console/login/code', [['code', code]]);
    for (let tries = 0; tries < 4; tries += 1) expect((await guess(`00000${tries}`)).status).toBe(401);
    expect(await flagsOf(id)).toEqual([]);
    expect((await guess('000009')).status).toBe(401);
    expect(await flagsOf(id)).toEqual(['codes_refused']);
  });
});
