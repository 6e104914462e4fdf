import { findOrCreateAccount } from '../../../db/auth/accounts';
import { keepForm } from '../../../db/auth/kept-forms';
import { createUser } from '../../../db/auth/users';
import { KEPT_FORM } from '../../../domain/auth/logins';
import { WORDS } from '../../../console/words/use-words';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { TEST_VAULT } from '../../support/limited-app';

const PASSWORD = 'seven green boats at noon';
const INVITE = '/console/members';
const MS_PER_HOUR = 3_600_000;

let database: TestDatabase;
let now = new Date();
let addresses = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'Acme');
  for (const name of ['ann', 'bob']) {
    const owner = { email: `${name}@example.com`, name, role: 'owner', accountId } as const;
    await createUser(database, { ...owner, password: PASSWORD, actor: 'command' });
  }
});
beforeEach(async () => {
  now = new Date();
  await database.query(`delete from rate_buckets where subject like 'login%'`);
});

async function loggedIn(name = 'ann'): Promise<Person> {
  const person = new Person(createConsoleApp(database, { now: () => now }), `203.0.113.${(addresses += 1)}`);
  expect((await person.logIn(`${name}@example.com`, PASSWORD)).status).toBe(303);
  return person;
}

const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * MS_PER_HOUR);
};

const INVITED: Readonly<Record<string, string>> = { email: 'guest@example.com', role: 'viewer' };

type Fields = [string, string][];

function hidden(text: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
}

/** Opens a page, lets the login expire, and sends the form of the page. */
async function sendLate(person: Person, fields: Fields, hours = 2.1): Promise<string> {
  const { text } = await person.get(INVITE);
  later(hours);
  const own: Fields = ['form_token', 'form_id'].map((name) => [name, hidden(text, name)]);
  const headers = { Referer: `http://localhost${INVITE}`, Origin: 'http://localhost' };
  const sent = await person.post(INVITE, [...own, ...fields], headers);
  expect(sent.status).toBe(303);
  return String(sent.headers['location']);
}

/** Sends the form of the page that has this action as it is shown, once the login has expired. */
async function sendShownLate(person: Person, action: string): Promise<{ location: string; fields: Fields }> {
  const { text } = await person.get(INVITE);
  const [form = ''] = new RegExp(`action="${action}".*?</form>`, 's').exec(text) ?? [];
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  later(2.1);
  const headers = { Referer: `http://localhost${INVITE}`, Origin: 'http://localhost' };
  const sent = await person.post(action, fields, headers);
  return { location: String(sent.headers['location']), fields };
}

async function logInAgain(person: Person, location: string, name = 'ann'): Promise<string> {
  const { text } = await person.get(location);
  const answer = await person.submit(location, '/console/login', [
    ['email', `${name}@example.com`],
    ['password', PASSWORD],
    ['next', hidden(text, 'next')],
  ]);
  return String(answer.headers['location']);
}

const invitation = (email: string): Fields => [
  ['email', email],
  ['role', 'viewer'],
];

async function invited(email: string): Promise<number> {
  return (await database.query('select 1 from user_links where email = $1', [email])).length;
}

describe('a form whose login has expired', () => {
  it.each([2.1, 13])('keeps what was typed through the log-in, after %d hours, and does it once', async (hours) => {
    const person = await loggedIn();
    const email = `late-${String(hours).replace('.', '-')}@example.com`;
    const location = await sendLate(person, invitation(email), hours);
    expect(location).toMatch(/^\/console\/login\?next=%2Fconsole%2Fkept-form%2F/);
    expect(await invited(email)).toBe(0);
    const kept = await logInAgain(person, location);
    const page = await person.get(kept);
    expect(page.text).toContain(`<dt>Email</dt><dd>${email}</dd>`);
    expect(page.text).toContain(`<a href="${INVITE}">Cancel`);
    const names = ['form_token', 'form_id', 'email', 'role'];
    const fields = names.map((name): [string, string] => [name, hidden(page.text, name)]);
    expect((await person.post(INVITE, fields)).status).toBe(201);
    expect((await person.post(INVITE, fields)).status).toBe(409);
    expect(await invited(email)).toBe(1);
  });

  it('is shown in the language of its sender', async () => {
    const person = await loggedIn('bob');
    await person.submit(INVITE, '/console/language', [['language', 'de']]);
    // The numbers of a kept form are read in the language in which they were typed.
    const fields: Fields = [...invitation('spoken@example.com'), ['form_language', 'fr']];
    const kept = await logInAgain(person, await sendLate(person, fields), 'bob');
    const { means, send, cancel } = WORDS.de.forms.kept;
    const { text } = await person.get(kept);
    for (const words of ['<dt>E-Mail</dt><dd>spoken@example.com</dd>', means, send, cancel])
      expect(text).toContain(words);
    expect(hidden(text, 'form_language')).toBe('fr');
    expect(text).not.toContain('<dd>fr</dd>');
    await person.submit(INVITE, '/console/language', [['language', 'en']]);
  });

  it('is shown to nobody else, sealed where it lies, and gone after an hour', async () => {
    const person = await loggedIn();
    const location = await sendLate(person, invitation('sealed@example.com'));
    const [row] = await database.query<{ text: string }>(
      `select encode(form_sealed, 'escape') as text from kept_forms order by expires_at desc limit 1`,
    );
    expect(row?.text).not.toContain('sealed@example.com');
    const kept = await logInAgain(person, location, 'bob');
    expect((await person.get(kept)).status).toBe(404);
    const ann = await loggedIn();
    expect((await ann.get(kept)).text).toContain('sealed@example.com');
    later(KEPT_FORM.lifetimeMs / MS_PER_HOUR + 0.01);
    expect((await ann.get(kept)).status).toBe(404);
  });

  it('shows what was typed, and nothing that the form needs for itself', async () => {
    const person = await loggedIn();
    const own: Fields = [
      ['form_shown', 'origin_country=VN'],
      ['form_rows:items', '2'],
    ];
    const { text } = await person.get(
      await logInAgain(person, await sendLate(person, [...invitation('typed@example.com'), ...own])),
    );
    expect(text.match(/<dd>[^<]*<\/dd>/g)).toEqual(['<dd>typed@example.com</dd>', '<dd>viewer</dd>']);
    for (const [name, value] of own) expect(hidden(text, name)).toBe(value);
  });

  it('does not show what the page put into it for the act, and sends it', async () => {
    const person = await loggedIn();
    await person.submit(INVITE, INVITE, invitation('withdrawn@example.com'));
    const action = `${INVITE}/withdraw`;
    const { location, fields } = await sendShownLate(person, action);
    expect(fields.map(([name]) => name)).toContain('invitation');
    const kept = await person.get(await logInAgain(person, location));
    expect(kept.text).toContain(WORDS.en.forms.kept.send);
    expect(kept.text).not.toContain('<dd>');
    const resent = ['form_token', 'form_id', 'invitation'].map((name): [string, string] => [
      name,
      hidden(kept.text, name),
    ]);
    expect(ledTo(await person.post(action, resent))).toEqual([INVITE, 'invitation-withdrawn']);
  });

  it('shows what its button decides', async () => {
    const person = await loggedIn();
    // Whoever signed in with two steps can require them of every member.
    await database.query('update logins set second_factor_at = now()');
    const { location } = await sendShownLate(person, `${INVITE}/two-step`);
    const kept = await person.get(await logInAgain(person, location));
    expect(kept.text.match(/<dt>.*?<\/dd>/g)).toEqual(['<dt>Required</dt><dd>yes</dd>']);
  });

  it('is kept without what is secret', async () => {
    const person = await loggedIn();
    const secrets: Fields = ['password', 'current', 'code', 'headers'].map((name) => [name, `secret-${name}`]);
    const location = await sendLate(person, [...invitation('plain@example.com'), ...secrets]);
    const { text } = await person.get(await logInAgain(person, location));
    expect([text.includes('plain@example.com'), text.includes('secret-')]).toEqual([true, false]);
  });

  it('is kept where a proof in another tab has given the login a new token since', async () => {
    const person = await loggedIn();
    const { text } = await person.get(INVITE);
    const token = person.cookie('corridor_login');
    await database.query('update logins set proven_at = null');
    const invited: Fields = [
      ...['email', 'role'].map((name): [string, string] => [name, INVITED[name] ?? '']),
      ['proof', PASSWORD],
    ];
    expect((await person.submit(INVITE, INVITE, invited)).status).toBe(201);
    expect(person.cookie('corridor_login')).not.toBe(token);
    later(2.1);
    const own: Fields = ['form_token', 'form_id'].map((name) => [name, hidden(text, name)]);
    const late = await person.post(INVITE, [...own, ['email', 'late@example.com']], { Origin: 'http://localhost' });
    expect(await logInAgain(person, String(late.headers['location']))).toContain('/console/kept-form/');
  });

  it('is not kept without the token of that login, for another site, or after signing out', async () => {
    const count = async () => (await database.query('select 1 from kept_forms')).length;
    const before = await count();
    const person = await loggedIn();
    const { text } = await person.get(INVITE);
    const copy = new Person(createConsoleApp(database, { now: () => now }), '203.0.113.250');
    copy.plantCookie('corridor_login', person.cookie('corridor_login') ?? '');
    later(2.1);
    const token: [string, string] = ['form_token', hidden(text, 'form_token')];
    const page = '/console/login';
    expect((await person.post(INVITE, invitation('a@example.com'))).headers['location']).toBe(page);
    const elsewhere = { Origin: 'https://evil.example' };
    expect((await person.post(INVITE, [token], elsewhere)).headers['location']).toBe(page);
    const guest = new Person(createConsoleApp(database, { now: () => now }), '203.0.113.251');
    expect((await guest.post(INVITE, [token])).headers['location']).toBe(page);
    now = new Date();
    await person.submit(INVITE, '/console/logout', []);
    expect((await copy.post(INVITE, [token, ...invitation('b@example.com')])).headers['location']).toBe(page);
    expect(await count()).toBe(before);
  });

  it('makes room for the newest of one person', async () => {
    const token = (await loggedIn('bob')).cookie('corridor_login') ?? '';
    const vault = TEST_VAULT;
    for (let seconds = 0; seconds < KEPT_FORM.perPerson + 2; seconds += 1) {
      const form = { action: INVITE, page: INVITE, fields: [] };
      await keepForm(database, vault, { token, form, now: new Date(now.getTime() + seconds * 1000) });
    }
    const [kept] = await database.query<{ count: number }>(
      `select count(*)::integer from kept_forms k join users u on u.id = k.user_id where u.email = 'bob@example.com'`,
    );
    expect(kept?.count).toBe(KEPT_FORM.perPerson);
  });
});
