import Koa from 'koa';
import { findOrCreateAccount, openLiveSide } from '../../../db/auth/accounts';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { changeRole, removeMember } from '../../../db/auth/members';
import { findKey, hashKey } from '../../../db/auth/credentials';
import { createUser } from '../../../db/auth/users';
import { describeInBrowser } from '../../support/browser';
import { createConsoleApp, createConsoleMiddleware, Person, serve } from '../../support/console-app';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';
const MEMBERS = '/console/members';
const OWNER = 'owner@example.com';

let database: TestDatabase;
let accountId: string;
let addresses = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
  await openLiveSide(database, accountId, 'command:test');
  const owner = { email: OWNER, name: 'Olga Owner', role: 'owner', accountId } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
});
beforeEach(async () => {
  await database.query('delete from rate_buckets');
});

const newPerson = (): Person => new Person(createConsoleApp(database), `203.0.113.${(addresses += 1)}`);

async function loggedIn(email: string): Promise<Person> {
  const person = newPerson();
  await person.logIn(email, PASSWORD);
  return person;
}

/** Invites somebody. @returns the token of the link */
async function invitedBy(owner: Person, email: string, role: string): Promise<string> {
  const made = await owner.submit(MEMBERS, MEMBERS, [
    ['email', email],
    ['role', role],
  ]);
  expect(made.status).toBe(201);
  return /value="http:\/\/localhost\/console\/link#([\w-]{22})"/.exec(made.text)?.[1] ?? '';
}

async function accept(token: string, person: Person, password = PASSWORD): ReturnType<Person['submit']> {
  await person.openLink(token);
  return person.submit('/console/join', '/console/join', [
    ['name', 'New Person'],
    ['password', password],
  ]);
}

async function join(owner: Person, email: string, role: string): Promise<Person> {
  const person = newPerson();
  expect((await accept(await invitedBy(owner, email, role), person)).status).toBe(303);
  return person;
}

async function idOf(email: string): Promise<string> {
  const [row] = await database.query<{ id: string }>('select id from users where email = $1', [email]);
  return row?.id ?? '';
}

const newKey = (environment: string): [string, string][] => [
  ['environment', environment],
  ['label', `a ${environment} one`],
  ['expires', ''],
  ['scope', 'payments:read'],
];

describe('an invitation', () => {
  it('lets one person in by its link, once, in the role that it names', async () => {
    const owner = await loggedIn(OWNER);
    const token = await invitedBy(owner, 'Ada@Example.com', 'developer');
    expect((await owner.get(MEMBERS)).text).toContain('ada@example.com');
    const person = newPerson();
    const short = await accept(token, person, 'short');
    expect([short.status, short.text.includes('id="password-fault"')]).toEqual([400, true]);
    expect(short.text).toContain('value="New Person"');
    expect((await accept(token, person)).status).toBe(303);
    expect((await person.get('/console/test')).text).toContain('ada@example.com');
    expect((await newPerson().openLink(token)).status).toBe(404);
    const acts = await listAuditEntries(database, accountId);
    expect(acts.map(({ act, detail }) => [act, detail['role']])).toEqual(
      expect.arrayContaining([
        ['member.invited', 'developer'],
        ['user.created', 'developer'],
      ]),
    );
  });

  it('ends when it is withdrawn, replaced or seven days old', async () => {
    const owner = await loggedIn(OWNER);
    const first = await invitedBy(owner, 'late@example.com', 'viewer');
    const second = await invitedBy(owner, 'late@example.com', 'viewer');
    expect([(await newPerson().openLink(first)).status, (await newPerson().openLink(second)).status]).toEqual([
      404, 303,
    ]);
    const days = `select extract(day from expires_at - created_at)::integer as days from user_links where email = $1`;
    expect(await database.query(days, ['late@example.com'])).toEqual([{ days: 7 }]);
    const shift = (by: string) =>
      database.query(`update user_links set expires_at = expires_at ${by} where email = 'late@example.com'`);
    await shift(`- interval '7 days'`);
    expect((await newPerson().openLink(second)).status).toBe(404);
    await shift(`+ interval '7 days'`);
    const { text } = await owner.get(MEMBERS);
    const id = /name="invitation" value="(lnk_\w+)"/.exec(text)?.[1] ?? '';
    await owner.submit(MEMBERS, `${MEMBERS}/withdraw`, [['invitation', id]]);
    expect((await newPerson().openLink(second)).status).toBe(404);
    expect(await database.query('select from user_links where email = $1', ['late@example.com'])).toEqual([]);
  });

  it('is good while whoever made it is an owner', async () => {
    const owner = await loggedIn(OWNER);
    const second = await join(owner, 'second@example.com', 'owner');
    const token = await invitedBy(second, 'friend@example.com', 'owner');
    const target = { accountId, userId: await idOf('second@example.com'), actor: 'test' };
    await changeRole(database, { ...target, role: 'viewer' });
    expect((await newPerson().openLink(token)).status).toBe(404);
    expect((await owner.get(MEMBERS)).text).not.toContain('friend@example.com');
    await changeRole(database, { ...target, role: 'owner' });
    expect((await newPerson().openLink(token)).status).toBe(303);
    await removeMember(database, target);
    expect((await newPerson().openLink(token)).status).toBe(404);
  });

  it('says at its fields what is wrong, and keeps what was typed', async () => {
    const owner = await loggedIn(OWNER);
    const bad = await owner.submit(MEMBERS, MEMBERS, [
      ['email', 'nobody'],
      ['role', 'operator'],
    ]);
    expect(bad.status).toBe(400);
    expect(bad.text).toContain('id="email-fault"');
    expect(bad.text).toContain('id="role-fault"');
    expect(bad.text).toContain('value="nobody"');
    const again = await owner.submit(MEMBERS, MEMBERS, [
      ['email', OWNER],
      ['role', 'viewer'],
    ]);
    expect([again.status, again.text.includes('This person is already a member.')]).toEqual([400, true]);
  });
});

describe('roles', () => {
  it('let owners change both sides, developers the test side, viewers nothing', async () => {
    const owner = await loggedIn(OWNER);
    const people = {
      owner,
      developer: await join(owner, 'dev@example.com', 'developer'),
      viewer: await join(owner, 'viewer@example.com', 'viewer'),
    };
    const made: Record<string, number[]> = {};
    for (const [role, person] of Object.entries(people)) {
      made[role] = [];
      for (const side of ['test', 'live']) {
        made[role].push((await person.submit(MEMBERS, '/console/keys', newKey(side))).status);
        made[role].push((await person.get(`/console/${side}/webhooks/new`)).status);
      }
      made[role].push((await person.post(MEMBERS, [])).text.includes('Your role') ? 403 : 200);
    }
    expect(made).toEqual({
      owner: [201, 200, 201, 200, 200],
      developer: [201, 200, 403, 403, 403],
      viewer: [403, 403, 403, 403, 403],
    });
  });

  it('of a key belong to its side: a developer revokes no live key by its id', async () => {
    const owner = await loggedIn(OWNER);
    const developer = await join(owner, 'dev2@example.com', 'developer');
    const [row] = await database.query<{ id: string }>(
      `select id from api_keys where account_id = $1 and environment = 'live' and revoked_at is null limit 1`,
      [accountId],
    );
    const page = `/console/keys/${row?.id ?? ''}/revoke`;
    expect([(await owner.get(page)).status, (await developer.get(page)).status]).toEqual([200, 403]);
    expect((await developer.submit(MEMBERS, page, [])).status).toBe(403);
  });

  it('change at once, and are gone with the member, who may be invited again', async () => {
    const owner = await loggedIn(OWNER);
    const person = await join(owner, 'moving@example.com', 'viewer');
    const page = `${MEMBERS}/${await idOf('moving@example.com')}`;
    await owner.submit(page, page, [['role', 'developer']]);
    expect((await person.get('/console/test/webhooks/new')).status).toBe(200);
    await owner.submit(page, `${page}/remove`, []);
    expect((await person.get('/console/test')).status).toBe(303);
    expect((await newPerson().logIn('moving@example.com', PASSWORD)).status).toBe(401);
    expect((await owner.get(page)).status).toBe(404);
    const back = await join(owner, 'moving@example.com', 'viewer');
    expect((await back.get('/console/test')).status).toBe(200);
    const acts = (await listAuditEntries(database, accountId)).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['user.role_changed', 'user.removed']));
  });

  it('name the keys that a member made when the member is removed, and end those that the owner chooses', async () => {
    const owner = await loggedIn(OWNER);
    const maker = await join(owner, 'maker@example.com', 'owner');
    await owner.submit(MEMBERS, '/console/keys', newKey('test'));
    for (const side of ['test', 'live', 'live']) await maker.submit(MEMBERS, '/console/keys', newKey(side));
    const page = `${MEMBERS}/${await idOf('maker@example.com')}`;
    const made = async () =>
      [...(await owner.get(page)).text.matchAll(/name="key" value="(key_\w+)"/g)].map(([, id]) => id);
    const [first = '', second = '', third = ''] = await made();
    const { text: rotated } = await maker.submit(`/console/keys/${second}/rotate`, `/console/keys/${second}/rotate`, [
      ['overlap', '0'],
    ]);
    const successor = /value="(crd_live_[^"]+)"/.exec(rotated)?.[1] ?? '';
    expect(await made()).toHaveLength(3);
    const others = await database.query<{ id: string }>(
      'select id from api_keys where account_id = $1 and expires_at is null and id <> all ($2) limit 1',
      [accountId, await made()],
    );
    expect(others).toHaveLength(1);
    const chosen = [...(await made()).filter((id) => id !== third), others[0]?.id ?? ''];
    await owner.submit(
      page,
      `${page}/remove`,
      chosen.map((id): [string, string] => ['key', id ?? '']),
    );
    const works = async (id: string) =>
      (await database.query('select from api_keys where id = $1 and revoked_at is null', [id])).length === 1;
    expect([await works(first), await works(third), await works(others[0]?.id ?? '')]).toEqual([false, true, true]);
    expect(await findKey(database, hashKey(successor))).toBeNull();
    const acts = await listAuditEntries(database, accountId);
    expect(acts.filter(({ act }) => act === 'key.revoked')).toHaveLength(2);
  });

  it('leave an account its last owner', async () => {
    const owner = await loggedIn(OWNER);
    const page = `${MEMBERS}/${await idOf(OWNER)}`;
    const less = await owner.submit(page, page, [['role', 'viewer']]);
    const gone = await owner.submit(page, `${page}/remove`, []);
    expect([less.status, gone.status]).toEqual([400, 400]);
    expect(less.text).toContain('An account needs an owner');
  });

  it('of another account are out of reach', async () => {
    const { id: other } = await findOrCreateAccount(database, 'Other');
    const user = { email: 'other@example.com', name: 'Other', role: 'viewer', accountId: other } as const;
    const id = await createUser(database, { ...user, password: PASSWORD, actor: 'command:test' });
    const owner = await loggedIn(OWNER);
    expect((await owner.get(`${MEMBERS}/${id}`)).status).toBe(404);
    expect((await owner.submit(MEMBERS, `${MEMBERS}/${id}/remove`, [])).status).toBe(404);
    const taken = await accept(await invitedBy(owner, 'other@example.com', 'viewer'), newPerson());
    expect([taken.status, taken.text.includes('There is already a user with this address.')]).toEqual([400, true]);
  });
});

describeInBrowser('the pages of owners in a real browser', () => {
  let browser: ConsoleBrowser;
  /** Addresses and referrers that the service was sent. */
  const asked: string[] = [];

  beforeAll(async () => {
    const app = new Koa().use((context, next) => {
      asked.push(`${context.method} ${context.url}`, context.get('Referer'));
      return next();
    });
    browser = await openConsole(await serve(app.use(createConsoleMiddleware(database))));
    await browser.logIn(OWNER, PASSWORD);
  });

  it('break no rule of accessibility at either width, light or dark', async () => {
    await browser.go(MEMBERS);
    await browser.fill('email', 'grace@example.com');
    await browser.press('main form.panel button');
    expect(await browser.look('members-link')).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });

  it('take the code of a link without sending it in an address', async () => {
    await browser.go(MEMBERS);
    await browser.fill('email', 'linus@example.com');
    await browser.press('main form.panel button');
    const link = await browser.page.$eval('#secret', (field) => field.getAttribute('value') ?? '');
    const { pathname, hash } = new URL(link);
    asked.length = 0;
    await browser.go(`${pathname}${hash}`);
    await browser.page.waitForSelector('form[action="/console/join"] input[value="linus@example.com"]');
    expect(asked).toContain('GET /console/link');
    expect(asked.filter((address) => address.includes(hash.slice(1)))).toEqual([]);
    await browser.page.goBack();
    expect(browser.page.url()).not.toContain(hash);
    expect(browser.complaints).toEqual([]);
  });
});
