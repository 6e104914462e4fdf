import { needsProof, WITHOUT_PROOF } from '../../../console/auth/proof-needed';
import { CONSOLE_ROUTES } from '../../../console/routes';
import type { Visit } from '../../../console/visit';
import { issueAccountKey, listAccountKeys } from '../../../db/auth/account-keys';
import { findOrCreateAccount, openLiveSide } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { oneTimeCode, stepAt } from '../../../domain/auth/one-time-codes';
import type { User } from '../../../domain/auth/users';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { turnOnSecondFactor } from '../../support/second-factor';

const PASSWORD = 'seven green boats at noon';
const ASKS = 'Confirm that it is you';
const KEYS = '/console/keys';
const LIVE_KEYS = '/console/keys?environment=live';

let database: TestDatabase;
let accountId: string;
let addresses = 0;
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
  await openLiveSide(database, accountId, 'command');
});
beforeEach(async () => {
  now = new Date();
  await database.query('delete from rate_buckets');
});

const browser = (): Person =>
  new Person(createConsoleApp(database, { now: () => now }), `203.0.113.${(addresses += 1)}`);

async function newOwner(name: string): Promise<{ email: string; person: Person }> {
  const email = `${name}@example.com`;
  await createUser(database, { email, name, password: PASSWORD, role: 'owner', accountId, actor: 'command' });
  const person = browser();
  await person.logIn(email, PASSWORD);
  return { email, person };
}

/** Lets five minutes pass, as far as Postgres is asked. */
const outdate = () => database.query(`update logins set proven_at = proven_at - interval '300 seconds'`);

type Fields = [string, string][];

const keyForm = (label: string, environment = 'live'): Fields => [
  ['environment', environment],
  ['label', label],
  ['expires', ''],
  ['scope', 'payments:read'],
  ['scope', 'reference:read'],
];

/** What the page carries of the form that waits, with what is typed into it. */
function carriedOn(page: string, proof: string): Fields {
  const hidden = [...page.matchAll(/<main.*<\/main>/gs)][0]?.[0] ?? '';
  const fields = [...hidden.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return [...fields.map(([, name = '', value = '']): [string, string] => [name, value]), ['proof', proof]];
}

async function liveLabels(): Promise<string[]> {
  const keys = await listAccountKeys(database, { accountId, environment: 'live' });
  return keys.map(({ label }) => label ?? '');
}

describe('a form of a person who is signed in', () => {
  const FORMS = CONSOLE_ROUTES.filter(({ method, access }) => method === 'post' && access !== 'anyone');

  async function freeForms(): Promise<string[]> {
    const tenant = { accountId, environment: 'live' } as const;
    const actor = { id: 'test', requestId: null };
    const key = { tenant, label: 'live one', scopes: ['payments:read' as const], expiresAt: null, actor };
    const { id } = await issueAccountKey(database, key);
    const visit = { user: { accountId }, params: { keyId: id }, form: new URLSearchParams({ environment: 'live' }) };
    const free: string[] = [];
    for (const route of FORMS)
      if (!(await needsProof(route, { ...visit, parts: { database } } as unknown as Visit<User>)))
        free.push(route.path);
    return free;
  }

  it('asks for a proof on the live side and on every page of operators and partners, but for a short list', async () => {
    const free = (await freeForms()).filter((path) => !path.startsWith('/console/test/'));
    expect(free.sort()).toEqual(
      [
        ...['language', 'password', 'keys/:keyId/revoke'],
        ...['', '/confirm'].map((act) => `security/second-factor${act}`),
        ...['recovery-codes', 'turn-off'].map((act) => `security/${act}`),
        ...[
          'payments/new/fields',
          'payments/new/review',
          'documents/new/:type/rows',
          'documents/new/:type/preview',
        ].map((at) => `live/${at}`),
      ]
        .map((path) => `/console/${path}`)
        .sort(),
    );
  });

  it('is free on the test side', async () => {
    const ofTest = FORMS.map(({ path }) => path).filter((path) => path.startsWith('/console/test/'));
    expect(await freeForms()).toEqual(expect.arrayContaining(ofTest));
  });

  it('is excepted by rules that each hold of a form, and say why', () => {
    for (const { path, because } of WITHOUT_PROOF) {
      expect([path, FORMS.some((route) => path.test(route.path)), because]).toEqual([
        path,
        true,
        expect.stringMatching(/\w/),
      ]);
    }
  });
});

describe('a proof', () => {
  const LOGIN = 'corridor_login';

  it('gives the login a new token: a copy of the cookie is signed out, and forms of other tabs stay valid', async () => {
    const { person } = await newOwner('copied');
    const token = person.cookie(LOGIN) ?? '';
    const [thief, otherTab] = [browser(), await person.get(LIVE_KEYS)];
    thief.plantCookie(LOGIN, token);
    await outdate();
    expect((await thief.submit(LIVE_KEYS, KEYS, keyForm('of the copy'))).status).toBe(403);
    const asked = await person.submit(LIVE_KEYS, KEYS, keyForm('of the owner'));
    expect((await person.post(KEYS, carriedOn(asked.text, PASSWORD))).status).toBe(201);
    expect(person.cookie(LOGIN)).not.toBe(token);
    const copied = await thief.submit(LIVE_KEYS, KEYS, keyForm('of the copy'));
    expect([copied.status, copied.headers['location']]).toEqual([303, expect.stringContaining('/console/login')]);
    expect(await liveLabels()).not.toContain('of the copy');
    const [, formToken = ''] = /name="form_token" value="([^"]+)"/.exec(otherTab.text) ?? [];
    const later = await person.post(KEYS, [['form_token', formToken], ...keyForm('of the other tab')]);
    expect(later.status).toBe(201);
  });

  it('before other logins are ended keeps the login that gave it', async () => {
    const { email, person } = await newOwner('tidy');
    await browser().logIn(email, PASSWORD);
    await outdate();
    const place = '/console/security/logins';
    const asked = await person.submit('/console/security', place, []);
    expect((await person.post(place, carriedOn(asked.text, PASSWORD))).status).toBe(303);
    expect((await person.get('/console/security')).status).toBe(200);
  });

  it('for a form with a file leads back to the form, since no page carries a file along', async () => {
    const { person } = await newOwner('filer');
    await outdate();
    const page = '/console/live/batches';
    const asked = await person.submitFile(page, '/console/live/batches', { field: 'file', text: 'a,b' });
    expect([asked.status, asked.text.includes('choose it again')]).toEqual([403, true]);
    const led = await person.post('/console/live/batches', carriedOn(asked.text, PASSWORD));
    expect([led.status, led.headers['location']]).toEqual([303, page]);
  });

  it('is followed by a notice of each live key that was made in the name of the person', async () => {
    const { person } = await newOwner('noticed');
    await person.submit(LIVE_KEYS, KEYS, keyForm('worth a notice'));
    expect((await person.get('/console/test')).text).toContain('A live key was created in your name: worth a notice');
    const { person: other } = await newOwner('not noticed'.replace(' ', '-'));
    expect((await other.get('/console/test')).text).not.toContain('worth a notice');
  });
});

it('is asked of live payments, endpoints and exports as well', async () => {
  const { person } = await newOwner('payer');
  await outdate();
  for (const path of ['payments/new', 'webhooks', 'export', 'beneficiaries', 'shipments/new']) {
    const asked = await person.submit('/console/live', `/console/live/${path}`, []);
    expect([path, asked.status, asked.text.includes(ASKS)]).toEqual([path, 403, true]);
  }
});

it('is asked before a file of a list, and leads to it', async () => {
  const { person } = await newOwner('exporter');
  await outdate();
  const path = '/console/live/beneficiaries/file';
  const asked = await person.get(path);
  expect([asked.status, asked.text.includes(ASKS), asked.text.includes('choose it again')]).toEqual([403, true, false]);
  const wrong = await person.post('/console/proof', carriedOn(asked.text, 'not my password'));
  expect([wrong.status, wrong.text.includes(ASKS)]).toEqual([403, true]);
  const led = await person.post('/console/proof', carriedOn(wrong.text, PASSWORD));
  expect([led.status, led.headers['location']]).toEqual([303, path]);
  expect((await person.get(path)).headers['content-type']).toBe('text/csv; charset=utf-8');
  await outdate();
  expect((await person.get('/console/test/beneficiaries/file')).status).toBe(200);
});

describe('an act by a login that gave neither password nor code for five minutes', () => {
  it('waits for the password, and goes on with the form that was sent', async () => {
    const { person } = await newOwner('slow');
    expect((await person.submit(LIVE_KEYS, KEYS, keyForm('at once'))).status).toBe(201);
    await outdate();
    const asked = await person.submit(LIVE_KEYS, KEYS, keyForm('later'));
    expect([asked.status, asked.text.includes(ASKS)]).toEqual([403, true]);
    expect(asked.text).toMatch(/name="proof" type="password"/);
    const wrong = await person.post(KEYS, carriedOn(asked.text, 'not my password'));
    expect([wrong.status, wrong.text.includes('This is not the current password.')]).toEqual([403, true]);
    expect(await liveLabels()).not.toContain('later');
    const made = await person.post(KEYS, carriedOn(wrong.text, PASSWORD));
    expect([made.status, /value="crd_live_/.test(made.text)]).toEqual([201, true]);
    const key = (await listAccountKeys(database, { accountId, environment: 'live' })).find(
      ({ label }) => label === 'later',
    );
    expect(key?.scopes).toEqual(['payments:read', 'reference:read']);
    expect((await person.post(KEYS, carriedOn(wrong.text, PASSWORD))).status).toBe(409);
    expect((await person.submit(LIVE_KEYS, KEYS, keyForm('within five minutes'))).status).toBe(201);
  });

  it('goes on where it is about the test side, whatever the form says of a live key', async () => {
    const { person } = await newOwner('tester');
    await person.submit(LIVE_KEYS, KEYS, keyForm('rotated'));
    const key = (await listAccountKeys(database, { accountId, environment: 'live' })).find(
      ({ label }) => label === 'rotated',
    );
    await outdate();
    expect((await person.submit(KEYS, KEYS, keyForm('a test key', 'test'))).status).toBe(201);
    const place = `${KEYS}/${key?.id ?? ''}/rotate`;
    const lie: Fields = [
      ['overlap', '24'],
      ['environment', 'test'],
    ];
    const asked = await person.submit(place, place, lie);
    expect([asked.status, asked.text.includes(ASKS)]).toEqual([403, true]);
  });

  it('asks for a code of whoever has a second factor, and takes each once', async () => {
    const { email, person } = await newOwner('careful');
    const { secret, codes } = await turnOnSecondFactor(person, PASSWORD, now);
    const other = browser();
    await other.logIn(email, PASSWORD);
    const [code = ''] = codes;
    expect((await other.submit('/console/login/code', '/console/login/code', [['code', code]])).status).toBe(303);
    await outdate();
    now = new Date(now.getTime() + 30_000);
    const people = [person, other];
    const pages = await Promise.all(people.map((one, index) => one.submit(LIVE_KEYS, KEYS, keyForm(`code ${index}`))));
    expect(pages.map(({ text }) => /name="proof"[^>]* autocomplete="one-time-code"/.test(text))).toEqual([true, true]);
    expect((await person.post(KEYS, carriedOn(pages[0]?.text ?? '', PASSWORD))).status).toBe(403);
    const typed = oneTimeCode(secret, stepAt(now));
    const made = await Promise.all(
      people.map((one, index) => one.post(KEYS, carriedOn(pages[index]?.text ?? '', typed))),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 403]);
  });

  it('is counted and written down as a refused proof, without what was typed', async () => {
    const { person } = await newOwner('guesser');
    await outdate();
    const asked = await person.submit(LIVE_KEYS, KEYS, keyForm('guessed'));
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await person.post(KEYS, carriedOn(asked.text, `guess ${guess}`))).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const entries = await database.query<{ detail: unknown }>(
      `select detail from audit_log a join users u on u.id = a.subject
       where act = 'proof.refused' and u.email = 'guesser@example.com'`,
    );
    expect(entries).toHaveLength(5);
    expect(JSON.stringify(entries)).not.toContain('guess ');
  });
});
