import { CONSOLE_ROUTES } from '../../../console/routes';
import { findAccount, findOrCreateAccount, openLiveSide } from '../../../db/auth/accounts';
import { createUser, signUp } from '../../../db/auth/users';
import { createConsoleApp, Person } from '../../support/console-app';
import { OPERATOR_ROLES } from '../../../domain/auth/operator-roles';
import { isForOperators } from '../../../console/route';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'seven green boats at noon';
let database: TestDatabase;
let addresses = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'Acme');
  const common = { password: PASSWORD, actor: 'command' };
  await createUser(database, { ...common, email: 'owner@example.com', name: 'Owner', role: 'owner', accountId });
  await createUser(database, { ...common, email: 'member@example.com', name: 'Member', role: 'viewer', accountId });
  await createUser(database, { ...common, email: 'developer@example.com', name: 'Dev', role: 'developer', accountId });
  const operator = { ...common, name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...operator, email: 'op@example.com' });
  for (const role of OPERATOR_ROLES) {
    await createUser(database, { ...operator, email: `${role}@example.com`, operatorRoles: [role] });
  }
});

/** Somebody at an address of their own, so that the tests do not throttle each other. */
function newPerson(parts: Parameters<typeof createConsoleApp>[1] = {}): Person {
  return new Person(createConsoleApp(database, parts), `203.0.113.${(addresses += 1)}`);
}

describe('logging in', () => {
  it('leads to the overview with the right password', async () => {
    const person = newPerson();
    const answer = await person.logIn('Owner@Example.com', PASSWORD);
    expect(answer.status).toBe(303);
    expect((await person.get('/console')).headers['location']).toBe('/console/test');
    const page = await person.get('/console/keys');
    expect(page.status).toBe(200);
    expect(page.text).toContain('owner@example.com');
  });

  it('says the same of a wrong password and of an unknown address', async () => {
    const wrong = await newPerson().logIn('member@example.com', 'not the password at all');
    const unknown = await newPerson().logIn('nobody@example.com', 'not the password at all');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toContain('Email or password is wrong.');
    expect(unknown.text).toContain('Email or password is wrong.');
  });

  it('slows guessing down for one name, from however many addresses', async () => {
    const { id: accountId } = await findOrCreateAccount(database, 'Acme');
    const email = 'target@example.com';
    await createUser(database, { email, name: 'T', password: PASSWORD, role: 'viewer', accountId, actor: 'command' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) statuses.push((await newPerson().logIn(email, `guess ${guess}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const { status, headers } = await newPerson().logIn(email, PASSWORD);
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '60', 'x-ratelimit-remaining': '0' });
  });

  it('slows guessing down from one address, over however many names', async () => {
    const person = newPerson();
    let guesses = 0;
    let status = 401;
    while (status === 401 && guesses < 60) {
      status = (await person.logIn(`name${guesses}@example.com`, 'guess guess guess')).status;
      guesses += 1;
    }
    // The twenty-first, or a little later on a machine so slow that tokens flow in meanwhile.
    expect(status).toBe(429);
    expect(guesses).toBeGreaterThan(20);
  });

  it('gives a new token, so a planted one lets nobody in', async () => {
    const victim = newPerson();
    const planted = 'planted-by-somebody-else-0123456789abcdef';
    victim.plantCookie('corridor_login', planted);
    await victim.logIn('owner@example.com', PASSWORD);
    expect(victim.cookie('corridor_login')).not.toBe(planted);
    const attacker = newPerson();
    attacker.plantCookie('corridor_login', planted);
    expect((await attacker.get('/console/keys')).headers['location']).toMatch(/^\/console\/login/);
  });

  it('ends with signing out, also for a copy of the cookie', async () => {
    const person = newPerson();
    await person.logIn('op@example.com', PASSWORD);
    const copy = newPerson();
    copy.plantCookie('corridor_login', person.cookie('corridor_login') ?? '');
    expect((await copy.get('/console/operator')).status).toBe(200);
    const answer = await person.submit('/console/operator', '/console/logout', []);
    expect(answer.headers['clear-site-data']).toBe('"storage"');
    expect((await copy.get('/console/operator')).headers['location']).toMatch(/^\/console\/login/);
  });

  it('ends after two idle hours and after twelve in all', async () => {
    let now = new Date();
    const person = newPerson({ now: () => now });
    await person.logIn('member@example.com', PASSWORD);
    const later = (hours: number): void => {
      now = new Date(now.getTime() + hours * 3_600_000);
    };
    for (let hours = 0; hours < 10; hours += 2) {
      later(1.9);
      expect((await person.get('/console/keys')).status).toBe(200);
    }
    later(2.01);
    expect((await person.get('/console/keys')).status).toBe(303);

    now = new Date();
    await person.logIn('member@example.com', PASSWORD);
    for (let hours = 0; hours < 12; hours += 1.5) {
      later(1.5);
      await person.get('/console/keys');
    }
    later(0.1);
    expect((await person.get('/console/keys')).status).toBe(303);
  });

  it('keeps the cookie from scripts and other sites, and to TLS where there is TLS', async () => {
    const plain = await newPerson().logIn('op@example.com', PASSWORD);
    expect(String(plain.headers['set-cookie'])).toMatch(
      /corridor_login=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const secure = await newPerson({ publicUrl: 'https://pay.example.com' }).logIn('op@example.com', PASSWORD);
    expect(String(secure.headers['set-cookie'])).toMatch(/__Host-corridor_login=[^,]*; Secure/);
  });
});

describe('forms', () => {
  it('are refused without their token, with that of another login, and from another site', async () => {
    const owner = newPerson();
    await owner.logIn('owner@example.com', PASSWORD);
    const other = newPerson();
    await other.logIn('op@example.com', PASSWORD);
    const { text } = await other.get('/console/operator');
    const foreign = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const own = /name="form_token" value="([^"]+)"/.exec((await owner.get('/console/keys')).text)?.[1] ?? '';
    const fields: [string, string][] = [
      ['label', 'stolen'],
      ['scope', 'payments:read'],
    ];
    expect((await owner.post('/console/keys', fields)).status).toBe(403);
    expect((await owner.post('/console/keys', [...fields, ['form_token', foreign]])).status).toBe(403);
    const elsewhere = { Origin: 'https://evil.example' };
    expect((await owner.post('/console/keys', [...fields, ['form_token', own]], elsewhere)).status).toBe(403);
    // What a client says of its own host reaches a service that trusts the proxy before it.
    const claimed = { ...elsewhere, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    expect((await owner.post('/console/keys', [...fields, ['form_token', own]], claimed)).status).toBe(403);
    const crossSite = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await owner.post('/console/keys', [...fields, ['form_token', own]], crossSite)).status).toBe(403);
    expect((await owner.post('/console/keys', [...fields, ['form_token', own]])).status).toBe(201);
  });

  it('are refused for login and sign-up, too, when another site sends them', async () => {
    const form: [string, string][] = [
      ['email', 'op@example.com'],
      ['password', PASSWORD],
    ];
    expect((await newPerson().post('/console/login', form)).status).toBe(403);
  });
});

describe('the sides of an account', () => {
  const form: [string, string][] = [
    ['environment', 'live'],
    ['label', 'first live one'],
    ['expires', ''],
    ['scope', 'payments:read'],
  ];

  it('are test at first: no live key before an operator has opened the live side', async () => {
    await database.query(`delete from rate_buckets where subject like 'login%'`);
    const { id: accountId } = await findOrCreateAccount(database, 'Acme');
    const owner = newPerson();
    await owner.logIn('owner@example.com', PASSWORD);
    const page = await owner.get('/console/keys');
    expect(page.text).toContain('name="environment" value="test"');
    const closed = await owner.get('/console/keys?environment=live');
    expect(closed.text).toContain('The live side is closed');
    expect(closed.text).not.toContain('name="label"');
    const refused = await owner.submit('/console/keys', '/console/keys', form);
    expect([refused.status, refused.text.includes('crd_')]).toEqual([400, false]);
    expect(refused.text).toContain('The live side of this account is not open yet');

    await openLiveSide(database, accountId, 'command');
    const made = await owner.submit('/console/keys?environment=live', '/console/keys', form);
    expect([made.status, /value="crd_live_/.test(made.text)]).toEqual([201, true]);
    expect((await owner.get('/console/keys?environment=live')).text).toContain('first live one');
    expect((await owner.get('/console/keys')).text).not.toContain('first live one');
  });

  it('are both there for whoever signs up, the live one closed', async () => {
    const newcomer = { accountName: 'Newcomers', email: 'newcomers@example.com', name: 'N', password: PASSWORD };
    await signUp(database, { ...newcomer, requestId: 'req_1' });
    expect(await findAccount(database, 'Newcomers')).toMatchObject({ liveOpenedAt: null });
  });
});

describe('who may go where', () => {
  const PEOPLE = {
    owner: 'owner@example.com',
    developer: 'developer@example.com',
    viewer: 'member@example.com',
    operator: 'op@example.com',
    operations: 'operations@example.com',
    compliance: 'compliance@example.com',
    administration: 'administration@example.com',
  } as const;
  const ALLOWED: Record<string, readonly string[]> = {
    user: ['owner', 'developer', 'viewer', 'operator', 'operations', 'compliance', 'administration'],
    insider: ['owner', 'developer', 'viewer', 'operator', 'operations', 'compliance', 'administration'],
    partner: [],
    account: ['owner', 'developer', 'viewer'],
    developer: ['owner', 'developer'],
    owner: ['owner'],
    operator: ['operator', 'operations', 'compliance', 'administration'],
    payments: ['operator', 'operations', 'compliance'],
    operations: ['operator', 'operations'],
    compliance: ['operator', 'compliance'],
    administration: ['operator', 'administration'],
  };

  it('is what each route says, for every role and for strangers', async () => {
    for (const role of Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]) {
      await database.query(`delete from rate_buckets where subject like 'login%'`);
      const person = newPerson();
      await person.logIn(PEOPLE[role], PASSWORD);
      for (const route of CONSOLE_ROUTES) {
        if (route.access === 'anyone') continue;
        const path = route.path.replace(/:\w+/g, 'key_unknown');
        const answer = route.method === 'get' ? await person.get(path) : await person.post(path, []);
        const isIn = ALLOWED[route.access]?.includes(role) === true;
        const because = { route: `${route.method} ${path}`, role, answer: answer.text.includes('Your role') };
        expect(because).toEqual({ ...because, answer: !isIn });
        if (!isIn) expect(answer.status).toBe(403);
        if (!isIn && isForOperators(route.access) && OPERATOR_ROLES.some((one) => one === role)) {
          expect(answer.text).toMatch(/lacks the role \w+( or \w+)?; an operator with the role \w+/);
        }
      }
    }
    const stranger = newPerson();
    for (const route of CONSOLE_ROUTES.filter(({ access }) => access !== 'anyone')) {
      const path = route.path.replace(/:\w+/g, 'key_unknown');
      const answer = route.method === 'get' ? await stranger.get(path) : await stranger.post(path, []);
      const { isFramed = false } = route; // A frame shows no login: it says where it is.
      const leadsTo = isFramed ? /href="(\/console\/login[^"]*)"/.exec(answer.text)?.[1] : answer.headers['location'];
      expect([route.path, answer.status, leadsTo]).toEqual([
        route.path,
        isFramed ? 401 : 303,
        expect.stringMatching(/^\/console\/login/),
      ]);
    }
  });
});

describe('a page that does not exist', () => {
  it('is a page with the way back, not an answer for a program', async () => {
    const answer = await newPerson().get('/console/nope');
    expect([answer.status, answer.type]).toEqual([404, 'text/html']);
    expect(answer.text).toContain('There is no such page.');
    expect(answer.text).toContain('href="/console"');
  });
});

describe('signing up', () => {
  const fields = (accountName: string, email: string): [string, string][] => [
    ['accountName', accountName],
    ['name', 'New Person'],
    ['email', email],
    ['password', PASSWORD],
  ];

  it('makes an account with its owner, logged in', async () => {
    const person = newPerson();
    const answer = await person.submit(
      '/console/sign-up',
      '/console/sign-up',
      fields('Newcomer Ltd', 'new@example.com'),
    );
    expect(answer.status).toBe(303);
    expect((await person.get('/console/keys')).text).toContain('Newcomer Ltd');
  });

  it('names each fault, and that a name is taken, without showing the password again', async () => {
    const person = newPerson();
    const short = await person.submit('/console/sign-up', '/console/sign-up', [
      ...fields('', 'not an address').slice(0, 3),
      ['password', 'short-secret'.slice(0, 5)],
    ]);
    expect(short.status).toBe(400);
    expect(short.text).toContain('Enter a name.');
    expect(short.text).toContain('Enter an email address');
    expect(short.text).toContain('Use at least 12 characters.');
    const taken = await newPerson().submit('/console/sign-up', '/console/sign-up', fields('Acme', 'x@example.com'));
    expect(taken.status).toBe(400);
    expect(taken.text).toContain('There is already an account of this name.');
    expect(taken.text).not.toContain(PASSWORD);
  });

  it('is not there when it is closed', async () => {
    const person = newPerson({ isSignUpOpen: false });
    expect((await person.get('/console/sign-up')).status).toBe(404);
    expect((await person.get('/console/login')).text).not.toContain('Create an account');
  });
});

describe('changing the password', () => {
  it('needs the current one and ends every other login', async () => {
    await database.query(`delete from rate_buckets where subject like 'login%'`);
    const [here, there] = [newPerson(), newPerson()];
    await here.logIn('member@example.com', PASSWORD);
    await there.logIn('member@example.com', PASSWORD);
    const change = (current: string) =>
      here.submit('/console/password', '/console/password', [
        ['current', current],
        ['password', 'another long password'],
      ]);
    expect((await change('wrong wrong wrong')).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(303);
    expect((await there.get('/console/keys')).status).toBe(303);
    expect((await here.get('/console/keys')).status).toBe(200);
  });
});
