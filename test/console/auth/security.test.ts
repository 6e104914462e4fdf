import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { createUser } from '../../../db/auth/users';
import { oneTimeCode, stepAt } from '../../../domain/auth/one-time-codes';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { turnOnSecondFactor } from '../../support/second-factor';

const PASSWORD = 'seven green boats at noon';
const SECURITY = '/console/security';
const LIMIT_PER_MINUTE = 5;
let database: TestDatabase;
let accountId: string;
let addresses = 0;
/** The clock of the console; codes are of its time. */
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
});
beforeEach(() => {
  now = new Date();
});

/** A user with a browser; nobody is logged in. */
async function newUser(name: string): Promise<{ email: string; browser: () => Person }> {
  const email = `${name}@example.com`;
  await createUser(database, { email, name, password: PASSWORD, role: 'viewer', accountId, actor: 'command' });
  const app = createConsoleApp(database, { now: () => now });
  return { email, browser: () => new Person(app, `203.0.113.${(addresses += 1)}`) };
}

const codeNow = (secret: Buffer): string => oneTimeCode(secret, stepAt(now));
const nextStep = (): void => {
  now = new Date(now.getTime() + 30_000);
};

const turnOn = (person: Person) => turnOnSecondFactor(person, PASSWORD, now);

const enter = (person: Person, code: string) =>
  person.submit('/console/login/code', '/console/login/code', [['code', code]]);

describe('turning two-step sign-in on', () => {
  it('asks for the password and for a code of the app, and ends every other login', async () => {
    const { email, browser } = await newUser('careful');
    const [here, elsewhere] = [browser(), browser()];
    await here.logIn(email, PASSWORD);
    await elsewhere.logIn(email, PASSWORD);
    const refused = await here.submit(SECURITY, `${SECURITY}/second-factor`, [['current', 'wrong']]);
    expect([refused.status, refused.text.includes('This is not the current password.')]).toEqual([400, true]);
    expect((await here.get(`${SECURITY}/second-factor`)).headers['location']).toBe(SECURITY);
    await here.submit(SECURITY, `${SECURITY}/second-factor`, [['current', PASSWORD]]);
    const wrong = await here.submit(`${SECURITY}/second-factor`, `${SECURITY}/second-factor/confirm`, [['code', '1']]);
    expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([400, true]);
    expect((await elsewhere.get(SECURITY)).status).toBe(200);
    const { codes } = await turnOn(here);
    expect(new Set(codes).size).toBe(10);
    expect((await here.get(SECURITY)).text).toContain('10 recovery codes are left.');
    expect((await elsewhere.get(SECURITY)).headers['location']).toMatch(/^\/console\/login/);
  });

  it('keeps neither the secret nor the codes in the clear', async () => {
    const { email, browser } = await newUser('sealed');
    const person = browser();
    await person.logIn(email, PASSWORD);
    const { secret, codes } = await turnOn(person);
    const rows = await database.query<{ text: string }>(
      `select encode(secret_sealed, 'hex') as text from second_factors
       union all select encode(code_hash, 'escape') from recovery_codes
       union all select detail::text from audit_log`,
    );
    const stored = rows.map(({ text }) => text).join('\n');
    expect(stored).not.toContain(secret.toString('hex'));
    for (const code of codes) expect(stored).not.toContain(code);
  });
});

describe('signing in with a second step', () => {
  it('lets in after the code alone, and takes each code once', async () => {
    const { email, browser } = await newUser('owner');
    const first = browser();
    await first.logIn(email, PASSWORD);
    const { secret } = await turnOn(first);
    nextStep();
    const person = browser();
    const asked = await person.logIn(email, PASSWORD);
    expect([asked.status, asked.headers['location']]).toEqual([303, '/console/login/code']);
    expect((await person.get(SECURITY)).headers['location']).toMatch(/^\/console\/login/);
    expect((await enter(person, '000000')).status).toBe(401);
    expect((await enter(person, codeNow(secret))).headers['location']).toBe('/console');
    expect((await person.get(SECURITY)).status).toBe(200);
    const again = browser();
    await again.logIn(email, PASSWORD);
    expect((await enter(again, codeNow(secret))).status).toBe(401);
    const acts = await listAuditEntries(database, accountId);
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['second_factor.enabled', 'login.refused']));
  });

  it('takes a recovery code in place of the phone, once', async () => {
    const { email, browser } = await newUser('lost');
    const first = browser();
    await first.logIn(email, PASSWORD);
    const { codes } = await turnOn(first);
    const [code = ''] = codes;
    const person = browser();
    await person.logIn(email, PASSWORD);
    expect((await enter(person, code.toLowerCase().replaceAll('-', ' '))).headers['location']).toBe('/console');
    expect((await person.get(SECURITY)).text).toContain('9 recovery codes are left.');
    const again = browser();
    await again.logIn(email, PASSWORD);
    expect((await enter(again, code)).status).toBe(401);
  });

  it('slows guessing down, over however many browsers', async () => {
    const { email, browser } = await newUser('guessed');
    const first = browser();
    await first.logIn(email, PASSWORD);
    const { secret } = await turnOn(first);
    nextStep();
    const people = [browser(), browser()];
    for (const person of people) await person.logIn(email, PASSWORD);
    const statuses: number[] = [];
    for (let guess = 1; guess <= LIMIT_PER_MINUTE; guess += 1) {
      for (const person of people.slice(guess % 2, (guess % 2) + 1)) {
        statuses.push((await enter(person, `00000${guess}`)).status);
      }
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    for (const person of people) expect((await enter(person, codeNow(secret))).status).toBe(429);
  });

  it('forgets the password after ten minutes', async () => {
    const { email, browser } = await newUser('slow');
    const first = browser();
    await first.logIn(email, PASSWORD);
    const { secret } = await turnOn(first);
    const person = browser();
    await person.logIn(email, PASSWORD);
    now = new Date(now.getTime() + 10 * 60_000 + 1);
    expect((await person.get('/console/login/code')).headers['location']).toBe('/console/login');
    const late = await person.submit('/console/login', '/console/login/code', [['code', codeNow(secret)]]);
    expect(late.headers['location']).toBe('/console/login');
  });

  it('is over once it is turned off, which takes password and code', async () => {
    const { email, browser } = await newUser('bold');
    const person = browser();
    await person.logIn(email, PASSWORD);
    const { secret, codes } = await turnOn(person);
    nextStep();
    const off = (code: string) =>
      person.submit(`${SECURITY}/turn-off`, `${SECURITY}/turn-off`, [
        ['current', PASSWORD],
        ['code', code],
      ]);
    expect((await off('000000')).status).toBe(400);
    expect(ledTo(await off(codeNow(secret)))).toEqual([SECURITY, 'factor-off']);
    const later = browser();
    expect((await later.logIn(email, PASSWORD)).headers['location']).toBe('/console');
    expect((await later.get(`${SECURITY}/recovery-codes`)).headers['location']).toBe(SECURITY);
    expect(codes).toHaveLength(10);
  });
});

describe('a change of the password', () => {
  const CHANGED = 'nine blue herons at dawn';
  const change = (person: Person, fields: [string, string][], password = CHANGED) =>
    person.submit('/console/password', '/console/password', [['current', PASSWORD], ['password', password], ...fields]);

  it('takes the password alone where there is no second factor', async () => {
    const { email, browser } = await newUser('plain');
    const person = browser();
    await person.logIn(email, PASSWORD);
    expect((await person.get('/console/password')).text).not.toContain('name="code"');
    expect((await change(person, [])).status).toBe(303);
    expect((await browser().logIn(email, CHANGED)).status).toBe(303);
  });

  it('takes a code too where there is one, and the login goes on as one with a code', async () => {
    const { email, browser } = await newUser('two-step');
    const person = browser();
    await person.logIn(email, PASSWORD);
    const { secret } = await turnOn(person);
    nextStep();
    expect((await person.get('/console/password')).text).toContain('name="code"');
    const without = await change(person, []);
    expect([without.status, without.text.includes('id="code-fault"')]).toEqual([400, true]);
    const code = codeNow(secret);
    const short = await change(person, [['code', code]], 'short');
    expect([short.status, short.text.includes('id="password-fault"')]).toEqual([400, true]);
    expect((await change(person, [['code', code]])).status).toBe(303);
    const [login] = await database.query<{ at: Date | null }>(
      'select second_factor_at as at from logins l join users u on u.id = l.user_id where u.email = $1',
      [email],
    );
    expect(login?.at).not.toBeNull();
  });
});

describe('the list of logins', () => {
  it('shows devices and ends one or all others, never its own', async () => {
    const { email, browser } = await newUser('many');
    const [here, there, third] = [browser(), browser(), browser()];
    for (const person of [here, there, third]) await person.logIn(email, PASSWORD);
    const { text } = await here.get(SECURITY);
    expect(text.match(/Another program/g)?.length).toBeGreaterThanOrEqual(3);
    const [other = ''] = [...text.matchAll(/name="login" value="([^"]+)"/g)].map(([, id]) => id ?? '');
    await here.submit(SECURITY, `${SECURITY}/logins`, [['login', other]]);
    const open = async (): Promise<number[]> =>
      Promise.all([here, there, third].map(async (person) => (await person.get(SECURITY)).status));
    expect((await open()).filter((status) => status === 200)).toHaveLength(2);
    await here.submit(SECURITY, `${SECURITY}/logins`, []);
    expect(await open()).toEqual([200, 303, 303]);
  });
});
