import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { startPasswordReset } from '../../../db/auth/password-links';
import { prepareSecondFactor } from '../../../db/auth/second-factors';
import { newLinkToken } from '../../../db/auth/user-links';
import { createUser } from '../../../db/auth/users';
import { setDisabled } from '../../../db/administration/change';
import { openVault } from '../../../lib/vault';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { untilWaiting } from '../../support/locks';

const PASSWORD = 'nine blue herons at dawn';
const NEXT = 'ten green herons at dusk';
const CHOOSE = '/console/choose-password';
const ACTOR = 'command:test';

let database: TestDatabase;
let accountId: string;
let addresses = 0;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
});
beforeEach(() => database.query('delete from rate_buckets'));

const newPerson = (publicUrl = 'http://localhost'): Person =>
  new Person(createConsoleApp(database, { publicUrl }), `203.0.113.${(addresses += 1)}`);

async function newUser(): Promise<{ userId: string; email: string; token: string }> {
  const email = `user${(people += 1)}@example.com`;
  const user = { email, name: 'User', role: 'viewer', accountId, password: null, actor: ACTOR } as const;
  const userId = await createUser(database, user);
  const token = newLinkToken();
  await startPasswordReset(database, { userId, token, actor: ACTOR });
  return { userId, email, token };
}

const choose = (person: Person, password: string) => person.submit(CHOOSE, CHOOSE, [['password', password]]);

describe('a link to choose a password', () => {
  it('lets its user in once, under an address without the token', async () => {
    const { userId, email, token } = await newUser();
    const person = newPerson();
    const opened = await person.openLink(token);
    expect([opened.status, opened.headers['location']]).toEqual([303, CHOOSE]);
    const page = await person.get(CHOOSE);
    expect([page.status, page.text.includes(email), page.text.includes(token)]).toEqual([200, true, false]);
    expect((await choose(person, 'short')).status).toBe(400);
    expect((await choose(person, PASSWORD)).status).toBe(303);
    expect((await person.get('/console/test')).text).toContain(email);
    expect((await newPerson().logIn(email, PASSWORD)).status).toBe(303);

    const later = newPerson();
    expect((await later.openLink(token)).status).toBe(404);
    later.plantCookie('corridor_link', token);
    expect((await later.get(CHOOSE)).status).toBe(404);
    const entry = { act: 'user.password_set', actor: `user:${userId}`, subject: userId };
    expect(await listAuditEntries(database, accountId)).toEqual(
      expect.arrayContaining([expect.objectContaining(entry), expect.objectContaining({ act: 'user.link_made' })]),
    );
  });

  it('has 128 bits, of which a hash is stored', async () => {
    const { userId, token } = await newUser();
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    const [row] = await database.query<{ text: string; days: number }>(
      `select l::text as text, extract(day from expires_at - created_at)::integer as days
       from user_links l where user_id = $1`,
      [userId],
    );
    expect(row?.days).toBe(3);
    expect(row?.text).not.toContain(token);
  });

  it('stays good until its form is sent, and is used by one of two who send it at once', async () => {
    const { userId, email, token } = await newUser();
    await newPerson().openLink(token);
    const rivals = [newPerson(), newPerson()];
    for (const rival of rivals) await rival.openLink(token);
    const choices = await database.transaction(async (client) => {
      await client.query('select from user_links where user_id = $1 for update', [userId]);
      const sent = rivals.map((rival, index) => choose(rival, index === 0 ? PASSWORD : NEXT));
      // Both have found the link by then, and neither has used it.
      await untilWaiting(database, 2);
      return () => Promise.all(sent);
    });
    const answers = await choices();
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    const winner = answers[0]?.status === 303 ? PASSWORD : NEXT;
    expect((await newPerson().logIn(email, winner)).status).toBe(303);
  });

  it('ends the password and the logins before it, and a newer link ends the older one', async () => {
    const { userId, email, token } = await newUser();
    const person = newPerson();
    await person.openLink(token);
    await choose(person, PASSWORD);
    const tokens = [newLinkToken(), newLinkToken()] as const;
    for (const one of tokens) await startPasswordReset(database, { userId, token: one, actor: ACTOR });
    expect((await person.get('/console/test')).status).toBe(303);
    expect((await newPerson().logIn(email, PASSWORD)).status).toBe(401);
    expect((await newPerson().openLink(tokens[0])).status).toBe(404);
    expect((await newPerson().openLink(tokens[1])).status).toBe(303);
  });

  it('is nobody else’s, and not good once it has run out or its user is disabled', async () => {
    const { userId, token } = await newUser();
    expect((await newPerson().openLink(newLinkToken())).status).toBe(404);
    expect((await newPerson().openLink('')).status).toBe(404);
    expect((await newPerson().get(CHOOSE)).status).toBe(404);
    const disable = (isDisabled: boolean) =>
      setDisabled(database, { kind: 'user', id: userId, isDisabled, actor: ACTOR });
    await disable(true);
    expect((await newPerson().openLink(token)).status).toBe(404);
    await disable(false);
    expect((await newPerson().openLink(token)).status).toBe(303);
    await database.query('update user_links set expires_at = now() where user_id = $1', [userId]);
    expect((await newPerson().openLink(token)).status).toBe(404);
  });

  it('asks for the second factor that its user has', async () => {
    const { userId, token } = await newUser();
    const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
    await prepareSecondFactor(database, vault, userId, Buffer.alloc(20, 1));
    await database.query('update second_factors set confirmed_at = now() where user_id = $1', [userId]);
    const person = newPerson();
    await person.openLink(token);
    expect((await choose(person, PASSWORD)).headers['location']).toBe('/console/login/code');
    expect((await person.get('/console/test')).headers['location']).toContain('/console/login');
  });

  it('is carried by a cookie for half an hour that scripts and other sites do not read', async () => {
    const { token } = await newUser();
    const { headers } = await newPerson('https://pay.example.com').openLink(token);
    const cookie = ([] as string[]).concat(headers['set-cookie'] ?? []).find((line) => line.includes('_link='));
    expect(cookie).toBe(`__Host-corridor_link=${token}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=1800`);
  });
});
