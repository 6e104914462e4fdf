import { createServer, type Server } from 'node:net';
import { changeManaged } from '../../../db/administration/change';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { forgetIdentities, vouchForUser } from '../../../db/auth/identities';
import { readPeople } from '../../../db/auth/makers';
import { removeMember } from '../../../db/auth/members';
import { confirmSecondFactor, prepareSecondFactor } from '../../../db/auth/second-factors';
import { createUser, signUp } from '../../../db/auth/users';
import { oneTimeCode, stepAt } from '../../../domain/auth/one-time-codes';
import { openIdentityProvider } from '../../../lib/identity-provider';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startIdentityProvider, type ProvidersPerson, type TestProvider } from '../../support/identity-provider';
import { TEST_VAULT } from '../../support/limited-app';
import { listenOn } from '../../../lib/listen-on';

const PASSWORD = 'seven green boats at noon';
const LOG_IN = '/console/login/provider';
/** What a browser sends along for a link of a page of ours. */
const CLICKED = { 'Sec-Fetch-Site': 'same-origin' };
const PUBLIC_URL = 'http://localhost';
const CALLBACK = `${PUBLIC_URL}${LOG_IN}/callback`;

let database: TestDatabase;
let provider: TestProvider;
let accountId: string;
let addresses = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startIdentityProvider(CALLBACK);
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
});

function newBrowser(issuer = provider.issuer, answerSeconds = 5): Person {
  const { clientId, clientSecret } = provider;
  const known = { issuer, clientId, clientSecret, name: 'Acme Login', allowsHttp: true };
  const settings = { ...known, groupsClaim: 'groups', operatorGroups: ['corridor-operators'] };
  const identityProvider = openIdentityProvider(settings, answerSeconds);
  const app = createConsoleApp(database, { identityProvider, publicUrl: PUBLIC_URL });
  return new Person(app, `203.0.113.${(addresses += 1)}`);
}

async function newUser(name: string): Promise<{ id: string; email: string }> {
  const email = `${name}@example.com`;
  const person = { email, name, password: PASSWORD, role: 'viewer', accountId } as const;
  return { id: await createUser(database, { ...person, actor: 'command' }), email };
}

const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** Goes to the provider as a person and comes back. */
async function goThere(browser: Person, person: ProvidersPerson | null, from = LOG_IN): Promise<string> {
  await provider.seat(person);
  const sent = await browser.get(from, CLICKED);
  expect(sent.status).toBe(303);
  const back = await provider.visit(String(sent.headers['location']));
  expect(back.href.startsWith(CALLBACK)).toBe(true);
  return pathOf(back);
}

async function logIn(browser: Person, person: ProvidersPerson | null, from = LOG_IN) {
  return browser.get(await goThere(browser, person, from));
}

async function actsOf(userId: string): Promise<{ act: string; detail: Record<string, unknown> }[]> {
  const entries = await listAuditEntries(database, null);
  return entries.filter(({ subject }) => subject === userId).map(({ act, detail }) => ({ act, detail }));
}

describe('logging in at the identity provider', () => {
  it('is begun by a link of ours alone, and another site uses up no attempts', async () => {
    const browser = newBrowser();
    const asked = `${LOG_IN}?next=%2Fconsole%2Faudit`;
    const strangers = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'none' },
      {},
      { Referer: 'https://evil.example/' },
    ];
    for (let attempt = 0; attempt < 24; attempt += 1) {
      const { status, headers } = await browser.get(asked, strangers[attempt % strangers.length]);
      expect([status, headers['location']]).toEqual([303, '/console/login?next=%2Fconsole%2Faudit']);
      expect(browser.cookie('corridor_provider')).toBeUndefined();
    }
    const own = await browser.get(asked, { Referer: `${PUBLIC_URL}/console/login` });
    expect(String(own.headers['location'])).toContain(provider.issuer);
    expect(String((await browser.get(asked, CLICKED)).headers['location'])).toContain(provider.issuer);
  });

  it('is offered on the page where one logs in, and not without the settings', async () => {
    const { text } = await newBrowser().get('/console/login?next=%2Fconsole%2Faudit');
    expect(text).toContain(`href="${LOG_IN}?next=%2Fconsole%2Faudit"`);
    expect(text).toContain('Continue with Acme Login');
    const without = new Person(createConsoleApp(database));
    expect((await without.get('/console/login')).text).not.toContain('Continue with');
    expect((await without.get(LOG_IN)).status).toBe(404);
    expect((await without.get(`${LOG_IN}/callback?code=1&state=1`)).status).toBe(404);
  });

  it('lets in a user whose verified address it says, and back to the page that was asked for', async () => {
    const { id, email } = await newUser('ann');
    const browser = newBrowser();
    const ann = { subject: 'subject-ann', email: email.toUpperCase(), isVerified: true };
    const answer = await logIn(browser, ann, `${LOG_IN}?next=%2Fconsole%2Faudit`);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/console/audit']);
    expect((await browser.get('/console/audit')).text).toContain(email);
    const address = expect.any(String) as string;
    expect(await actsOf(id)).toEqual([
      { act: 'login.started', detail: { address, way: 'provider' } },
      { act: 'identity.linked', detail: { issuer: provider.issuer } },
      { act: 'user.created', detail: { role: 'viewer' } },
    ]);
    await browser.submit('/console/audit', '/console/logout', []);
    expect((await browser.get('/console/audit')).headers['location']).toMatch(/^\/console\/login/);
  });

  it('knows a person by the subject afterwards, and the address no more', async () => {
    const { email } = await newUser('bea');
    expect((await logIn(newBrowser(), { subject: 'subject-bea', email, isVerified: true })).status).toBe(303);
    const renamed = { subject: 'subject-bea', email: 'bea.married@example.com', isVerified: false };
    expect((await logIn(newBrowser(), renamed)).headers['location']).toBe('/console');
    const successor = await logIn(newBrowser(), { subject: 'another-bea', email, isVerified: true });
    expect(successor.status).toBe(403);
    expect(successor.text).toContain('The user with this address is linked to another login of Acme Login.');
  });

  it('can be let go of, and is by a removal from the account', async () => {
    const { id, email } = await newUser('cleo');
    await logIn(newBrowser(), { subject: 'old-cleo', email, isVerified: true });
    expect(await forgetIdentities(database, { user: { id, accountId }, actor: 'command' })).toBe(true);
    expect((await logIn(newBrowser(), { subject: 'new-cleo', email, isVerified: true })).status).toBe(303);
    await removeMember(database, { accountId, userId: id, actor: 'command' });
    expect(await database.query('select 1 from user_identities where user_id = $1', [id])).toEqual([]);
  });

  it('does not hand a user to whom its address belongs when somebody else may have signed up with it', async () => {
    const email = 'gina@example.com';
    const stranger = { accountName: 'Not Gina', email, name: 'Gina', password: PASSWORD, requestId: 'req_1' };
    const { id, accountId: strangers } = await signUp(database, stranger);
    const gina = { subject: 'subject-gina', email, isVerified: true };
    const refused = await logIn(newBrowser(), gina);
    expect([refused.status, refused.text.includes('It has not been verified')]).toEqual([403, true]);
    expect(await vouchForUser(database, { user: { id, accountId: strangers }, actor: 'command' })).toBe(true);
    expect((await logIn(newBrowser(), gina)).status).toBe(303);
  });

  it.each([
    ['an address that is not verified', 'dora', { isVerified: false }, 'email_not_verified', 'has not verified your'],
    ['no address', 'emma', { email: undefined }, 'email_not_verified', 'has not verified your email'],
    ['an address of nobody', 'fred', { email: 'nobody@example.com' }, 'no_such_user', 'No user here has the address'],
  ])('refuses %s, with words and in the audit log', async (_case, name, change, why, words) => {
    const { email } = await newUser(name);
    const browser = newBrowser();
    const refused = await logIn(browser, { subject: `subject-${name}`, email, isVerified: true, ...change });
    expect([refused.status, refused.text.includes(words)]).toEqual([403, true]);
    expect(browser.cookie('corridor_login')).toBeUndefined();
    const [entry] = await listAuditEntries(database, null);
    expect(entry).toMatchObject({ act: 'login.refused', actor: 'anyone', detail: { way: 'provider', why } });
    expect(JSON.stringify(entry)).not.toContain('example.com');
  });

  it('refuses somebody who was disabled, known or not', async () => {
    const { id, email } = await newUser('gwen');
    const gwen = { subject: 'subject-gwen', email, isVerified: true };
    await logIn(newBrowser(), gwen);
    await database.query('update users set disabled_at = now() where id = $1', [id]);
    const refused = await logIn(newBrowser(), gwen);
    expect([refused.status, refused.text.includes('is disabled. Ask an owner')]).toEqual([403, true]);
    expect((await actsOf(id))[0]).toMatchObject({ act: 'login.refused', detail: { why: 'user_disabled' } });
  });
});

describe('two-step sign-in and the provider', () => {
  it('asks for a code of ours unless the provider has seen several factors', async () => {
    const { id, email } = await newUser('hana');
    const secret = Buffer.alloc(20, 3);
    await prepareSecondFactor(database, TEST_VAULT, id, secret);
    const confirmed = { user: { id, accountId }, actor: 'command', step: 1, codes: [], token: '' };
    await confirmSecondFactor(database, confirmed);
    const hana = { subject: 'subject-hana', email, isVerified: true };
    const browser = newBrowser();
    const asked = await logIn(browser, { ...hana, methods: ['pwd'] }, `${LOG_IN}?next=%2Fconsole%2Faudit`);
    expect(asked.headers['location']).toBe('/console/login/code?next=%2Fconsole%2Faudit');
    expect((await browser.get('/console/audit')).status).toBe(303);
    const code = oneTimeCode(secret, stepAt(new Date()));
    const proven = await browser.submit('/console/login/code', '/console/login/code', [['code', code]]);
    expect(proven.headers['location']).toBe('/console');
    expect((await actsOf(id))[0]?.detail).toMatchObject({ way: 'provider_and_code' });
    const trusting = newBrowser();
    const vouched = await logIn(trusting, { ...hana, methods: ['pwd', 'mfa'] });
    expect(vouched.headers['location']).toBe('/console');
    expect((await actsOf(id))[0]?.detail).toMatchObject({ way: 'provider' });
    // What the provider has seen is no proof of ours.
    const ending = await trusting.submit('/console/security', '/console/security/logins', []);
    expect([ending.status, ending.text.includes('Confirm that it is you')]).toEqual([403, true]);
    await database.query('update accounts set needs_second_factor = true');
    const required = await logIn(newBrowser(), { ...hana, methods: ['pwd', 'mfa'] });
    expect(required.headers['location']).toBe('/console/login/code');
    await database.query('update accounts set needs_second_factor = false');
  });
});

describe('a fresh log-in at the provider', () => {
  const ACT = '/console/security/logins';
  const PROOF = `${LOG_IN}?proof=1&next=%2Fconsole%2Fsecurity`;
  const act = async (browser: Person) => (await browser.submit('/console/security', ACT, [])).status;

  it('is the proof that an act needs, where somebody has no password here', async () => {
    const { email } = await newUser('lea');
    const lea = { subject: 'subject-lea', email, isVerified: true };
    const browser = newBrowser();
    await logIn(browser, lea);
    const asked = await browser.submit('/console/security', ACT, []);
    expect(asked.status).toBe(403);
    const [, link = ''] = /href="([^"]*proof=1[^"]*)"/.exec(asked.text) ?? [];
    expect(link.replaceAll('&amp;', '&')).toBe(`${LOG_IN}?proof=1&next=%2Fconsole`);
    const sent = new URL(String((await browser.get(PROOF, CLICKED)).headers['location']));
    expect([sent.searchParams.get('prompt'), sent.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect((await logIn(browser, lea, PROOF)).headers['location']).toBe('/console/security');
    expect(await act(browser)).toBe(303);
    await database.query(`update logins set proven_at = proven_at - interval '300 seconds'`);
    expect(await act(browser)).toBe(403);
  });

  it('is none that is old, of somebody else, or without a login here', async () => {
    const { id, email } = await newUser('mia');
    const mia = { subject: 'subject-mia', email, isVerified: true };
    const browser = newBrowser();
    await logIn(browser, mia);
    const old = await logIn(browser, { ...mia, since: Math.floor(Date.now() / 1000) - 120 }, PROOF);
    expect([old.status, await act(browser)]).toEqual([403, 403]);
    const { email: another } = await newUser('noa');
    const other = await logIn(browser, { subject: 'subject-noa', email: another, isVerified: true }, PROOF);
    expect([other.status, other.text.includes('identifies another person'), await act(browser)]).toEqual([
      403,
      true,
      403,
    ]);
    expect((await actsOf(id))[0]?.detail).toMatchObject({ way: 'proof', why: 'other_person' });
    const successor = await logIn(browser, { subject: 'next-mia', email, isVerified: true }, PROOF);
    expect([successor.status, await act(browser)]).toEqual([403, 403]);
    const { headers } = await newBrowser().get(PROOF, CLICKED);
    expect(headers['location']).toBe('/console/login?next=%2Fconsole%2Fsecurity');
  });

  it('is none in place of the code of whoever has a second factor here', async () => {
    const { id, email } = await newUser('ola');
    const ola = { subject: 'subject-ola', email, isVerified: true, methods: ['mfa'] };
    const browser = newBrowser();
    await logIn(browser, ola);
    await prepareSecondFactor(database, TEST_VAULT, id, Buffer.alloc(20, 1));
    await database.query('update second_factors set confirmed_at = now() where user_id = $1', [id]);
    expect((await logIn(browser, ola, PROOF)).headers['location']).toBe('/console/security');
    const asked = await browser.submit('/console/security', ACT, []);
    expect([asked.status, asked.text.includes('proof=1')]).toEqual([403, false]);
  });
});

describe('an answer that does not belong to the attempt', () => {
  it('lets nobody in: from another browser, with another state, or a second time', async () => {
    const { email } = await newUser('ines');
    const ines = { subject: 'subject-ines', email, isVerified: true };
    const [attacker, victim] = [newBrowser(), newBrowser()];
    const back = await goThere(attacker, ines);
    const planted = await victim.get(back);
    expect([planted.status, planted.text.includes('started in another browser or tab')]).toEqual([400, true]);
    await goThere(victim, ines);
    const swapped = await victim.get(back);
    expect([swapped.status, swapped.text.includes('did not sign you in')]).toEqual([403, true]);
    expect((await attacker.get(back)).status).toBe(303);
    expect((await attacker.get(back)).headers['location']).toBe('/console');
    const again = newBrowser();
    again.plantCookie('corridor_provider', 'bm90IHNlYWxlZCBieSB1cw');
    expect((await again.get(back)).status).toBe(400);
  });

  it('is looked at once, though the browser keeps what it was given for the attempt', async () => {
    const browser = newBrowser();
    const back = await goThere(browser, null);
    const kept = browser.cookie('corridor_provider') ?? '';
    expect((await browser.get(back)).status).toBe(403);
    const entries = async (): Promise<number> => (await listAuditEntries(database, null)).length;
    const before = await entries();
    browser.plantCookie('corridor_provider', kept);
    const repeated = await browser.get(back);
    expect([repeated.status, repeated.text.includes('started in another browser or tab')]).toEqual([400, true]);
    expect(await entries()).toBe(before);
  });

  it('never leads to another host', async () => {
    const { email } = await newUser('jo');
    const from = `${LOG_IN}?next=${encodeURIComponent('https://evil.example/console')}`;
    const answer = await logIn(newBrowser(), { subject: 'subject-jo', email, isVerified: true }, from);
    expect(answer.headers['location']).toBe('/console');
  });

  it('is a page with words where the provider refuses', async () => {
    const refused = await logIn(newBrowser(), null);
    expect([refused.status, refused.text.includes('Acme Login did not sign you in.')]).toEqual([403, true]);
    expect((await listAuditEntries(database, null))[0]?.detail).toMatchObject({ why: 'not_vouched' });
  });
});

/** Source: docs/GAPS.md#A6 */
describe('groups of the provider', () => {
  const ROLES = { finance: 'owner', staff: 'viewer' };
  let homes = 0;

  /** An account with an owner, to which a domain belongs. */
  async function newHome(): Promise<{ id: string; domain: string; ownerId: string }> {
    const domain = `home-${(homes += 1)}.example`;
    const { id } = await findOrCreateAccount(database, domain);
    const changes = { identity_domain: domain, identity_roles: ROLES };
    await changeManaged(database, { kind: 'account', id, changes, actor: 'command' });
    const owner = { email: `owner@${domain}`, name: 'Olga', password: PASSWORD, role: 'owner', accountId: id } as const;
    return { id, domain, ownerId: await createUser(database, { ...owner, actor: 'command' }) };
  }

  const rowOf = async (email: string) =>
    (
      await database.query<{ id: string; role: string; account_id: string | null; login_made_by: string | null }>(
        'select id, role, account_id, login_made_by from users where email = $1',
        [email],
      )
    )[0];

  it('make a member at the first log-in, whom nobody else is known to have made', async () => {
    const { id, domain } = await newHome();
    const email = `ann@${domain}`;
    const person = { subject: `ann-${domain}`, email, isVerified: true, groups: ['others', 'finance'] };
    expect((await logIn(newBrowser(), person)).headers['location']).toBe('/console');
    const ann = await rowOf(email);
    expect(ann).toMatchObject({ role: 'owner', account_id: id, login_made_by: 'provider' });
    const acts = await actsOf(ann?.id ?? '');
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['user.created', 'identity.linked']));
    expect((await readPeople(database, { accountId: id })).get(ann?.id ?? '')?.loginMadeBy).toBe('provider');
    const actor = { id: 'operator:key_1', personId: 'usr_op', isIdentified: true, roles: [], requestId: null };
    await vouchForUser(database, { user: { id: ann?.id ?? '', accountId: id }, actor });
    expect((await rowOf(email))?.login_made_by).toBe('usr_op');
  });

  it('make one member of a person who comes twice at once', async () => {
    const { domain } = await newHome();
    const person = { subject: `two-${domain}`, email: `two@${domain}`, isVerified: true, groups: ['staff'] };
    const [first, second] = [newBrowser(), newBrowser()];
    const backs = [await goThere(first, person), await goThere(second, person)];
    const answers = await Promise.all([first.get(backs[0] ?? ''), second.get(backs[1] ?? '')]);
    expect(answers.map(({ headers }) => headers['location'])).toEqual(['/console', '/console']);
  });

  it.each([
    ['without a group of the account', { groups: ['others'], isVerified: true }, 'no_group'],
    ['whose address is not verified', { groups: ['finance'], isVerified: false }, 'email_not_verified'],
  ])('make nobody of a person %s', async (_words, claims, why) => {
    const { domain } = await newHome();
    const email = `bob@${domain}`;
    expect((await logIn(newBrowser(), { subject: `bob-${domain}`, email, ...claims })).status).toBe(403);
    expect(await rowOf(email)).toBeUndefined();
    expect((await listAuditEntries(database, null))[0]?.detail).toMatchObject({ why });
  });

  it('make nobody of a person of a domain below or beside the one of the account', async () => {
    const { domain } = await newHome();
    for (const other of [`mail.${domain}`, `not${domain}`]) {
      const person = { subject: `eve-${other}`, email: `eve@${other}`, isVerified: true, groups: ['finance'] };
      expect((await logIn(newBrowser(), person)).status).toBe(403);
      expect(await rowOf(person.email)).toBeUndefined();
    }
  });

  it('change the role of a member at the next log-in, but leave the last owner', async () => {
    const { id, domain, ownerId } = await newHome();
    const owner = { subject: `olga-${domain}`, email: `owner@${domain}`, isVerified: true, groups: ['staff'] };
    await logIn(newBrowser(), owner);
    expect(await rowOf(owner.email)).toMatchObject({ role: 'owner' });
    const ann = { subject: `ann-${domain}`, email: `ann@${domain}`, isVerified: true, groups: ['finance'] };
    await logIn(newBrowser(), ann);
    await logIn(newBrowser(), owner);
    expect(await rowOf(owner.email)).toMatchObject({ role: 'viewer', account_id: id });
    expect(await actsOf(ownerId)).toContainEqual({
      act: 'user.role_changed',
      detail: { from: 'owner', to: 'viewer', groupsOf: provider.issuer },
    });
  });

  it('end the logins of a member who is in none any more', async () => {
    const { domain } = await newHome();
    const ann = { subject: `ann-${domain}`, email: `ann@${domain}`, isVerified: true };
    const browser = newBrowser();
    await logIn(browser, { ...ann, groups: ['finance'] });
    expect((await browser.get('/console/test')).status).toBe(200);
    expect((await logIn(newBrowser(), { ...ann, groups: [] })).status).toBe(403);
    expect((await browser.get('/console/test')).status).toBe(303);
  });

  it('let operators in, and make none', async () => {
    const { domain } = await newHome();
    const email = `op@${domain}`;
    const operator = { email, name: 'Op', password: PASSWORD, role: 'operator', accountId: null } as const;
    const id = await createUser(database, { ...operator, actor: 'command' });
    const person = { subject: `op-${domain}`, email, isVerified: true };
    expect((await logIn(newBrowser(), { ...person, groups: ['finance'] })).status).toBe(403);
    const answer = await logIn(newBrowser(), { ...person, groups: ['corridor-operators'] });
    expect(answer.status).toBe(303);
    expect(await rowOf(email)).toMatchObject({ id, role: 'operator', account_id: null });
    const stranger = { subject: `new-${domain}`, email: 'new@elsewhere.example', isVerified: true };
    expect((await logIn(newBrowser(), { ...stranger, groups: ['corridor-operators'] })).status).toBe(403);
  });
});

describe('a provider that is away', () => {
  let silent: Server;
  let silentUrl: string;

  beforeAll(async () => {
    silent = createServer((socket) => void socket.resume());
    silentUrl = `http://127.0.0.1:${await listenOn(silent)}`;
  });

  const WORDS = 'Acme Login cannot be reached at present.';

  it('is a page with words, in time when it hangs, too', async () => {
    const hung = await newBrowser(silentUrl, 0.2).get(`${LOG_IN}?next=%2Fconsole%2Faudit`, CLICKED);
    expect([hung.status, hung.text.includes(WORDS)]).toEqual([503, true]);
    expect(hung.text).toContain('name="next" value="/console/audit"');
    await new Promise((resolve) => silent.close(resolve));
    const gone = await newBrowser(silentUrl).get(LOG_IN, CLICKED);
    expect([gone.status, gone.text.includes(WORDS)]).toEqual([503, true]);
  });

  it('is one after the person has been there, too', async () => {
    const own = await startIdentityProvider(CALLBACK);
    const browser = newBrowser(own.issuer);
    const { email } = await newUser('kim');
    await own.seat({ subject: 'subject-kim', email, isVerified: true });
    const back = await own.visit(String((await browser.get(LOG_IN, CLICKED)).headers['location']));
    await own.stop();
    const answer = await browser.get(pathOf(back));
    expect([answer.status, answer.text.includes(WORDS)]).toEqual([503, true]);
  });
});
