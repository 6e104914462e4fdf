import { needsProof } from '../../../console/auth/proof-needed';
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

it('is asked of live keys, keys of operators, members, approvals, bank details of beneficiaries, acts on partners and releases, and before other logins are ended', async () => {
  const tenant = { accountId, environment: 'live' } as const;
  const { id } = await issueAccountKey(database, {
    ...{
      tenant,
      label: 'live one',
      scopes: ['payments:read'],
      expiresAt: null,
      actor: { id: 'test', requestId: null },
    },
  });
  const visit = { user: { accountId }, params: { keyId: id }, form: new URLSearchParams(), parts: { database } };
  const asked: string[] = [];
  for (const route of CONSOLE_ROUTES) {
    if (!(await needsProof(route, visit as unknown as Visit<User>))) continue;
    asked.push(route.path);
    // The page that asks carries fields along, and no files.
    expect([route.fileLimitBytes, route.isFramed]).toEqual([undefined, undefined]);
  }
  const network = '/console/operator/network';
  const partner = '/console/operator/partners/:partnerId';
  expect(asked.sort()).toEqual(
    [
      '/console/keys',
      '/console/keys/:keyId/rotate',
      ...['/approvals', '/approvals/clear', '/payments/:instructionId/approvals', '/batches/:batchId/approvals'].map(
        (path) => `/console/live${path}`,
      ),
      ...['edit', 'confirm'].map((act) => `/console/live/beneficiaries/:beneficiaryId/${act}`),
      ...['', '/two-step', '/withdraw', '/:userId', '/:userId/second-factor', '/:userId/remove'].map(
        (path) => `/console/members${path}`,
      ),
      ...['/partners/new', '/partners/:id', '/routes/new', '/routes/:id', '/:kind/:id/:act'].map(
        (path) => `${network}${path}`,
      ),
      ...['', '/switch'].map((path) => `${network}/partners/:id/people${path}`),
      ...['/rotate-key', '/rotate-secret', '/end-earlier'].map((path) => `/console/partner/keys${path}`),
      ...['/rotate-key', '/rotate-secret', '/end-earlier', '/mode'].map((path) => `${partner}${path}`),
      '/console/operator/bulk-decisions/:bulkDecisionId/start',
      '/console/operator/keys/:keyId',
      '/console/operator/payments/:instructionId/screening',
      '/console/operator/proposals/:proposalId',
      '/console/security/logins',
    ].sort(),
  );
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
