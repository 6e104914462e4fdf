import { isAllowed, type ConsoleRoute } from '../../../console/route';
import { CONSOLE_ROUTES } from '../../../console/routes';
import { setApprovals } from '../../../db/administration/approvals';
import { confirmProposal } from '../../../db/administration/perform';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { createPartner } from '../../../db/payments/dispatch/partners';
import type { User } from '../../../domain/auth/users';
import { settlementBody } from '../../support/builders';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { proveAll } from '../../support/second-factor';
import { FailoverScene } from '../../support/failover-scene';
import { createIndependent } from '../../support/operators';
import type { TestPartner } from '../../support/partner';
import { INSTRUCTIONS } from '../../support/payment-scene';

const PASSWORD = 'seven green boats at noon';
const HOME = '/console/partner';
const KEYS = `${HOME}/keys`;

let scene: FailoverScene;
/** Before the first payment. */
let begunAt: Date;
let bank: TestPartner;
let waiting: string;
let short: string;
let operator: Person;
let maria: Person;

let addresses = 0;
const browser = (settings: { operatorsNeedSecondFactor?: boolean; now?: () => Date } = {}): Person => {
  const { database, vault } = scene.stack;
  return new Person(createConsoleApp(database, { vault, ...settings }), `203.0.113.${(addresses += 1)}`);
};

/** Invites a person by the operators' page, who chooses a password by the link. @returns the person, logged in */
async function invited(partnerId: string, email: string): Promise<Person> {
  const page = `/console/operator/network/partners/${partnerId}`;
  const made = await operator.submit(page, `${page}/people`, [
    ['email', email],
    ['name', 'Maria'],
  ]);
  expect(made.status).toBe(201);
  const token = /\/console\/link#([\w-]{22})/.exec(made.text)?.[1] ?? '';
  const person = browser();
  await person.openLink(token);
  const chosen = await person.submit('/console/choose-password', '/console/choose-password', [['password', PASSWORD]]);
  expect(chosen.status).toBe(303);
  return person;
}

beforeAll(async () => {
  scene = await FailoverScene.open();
  begunAt = new Date();
  bank = await scene.partner('north', 'CZK', 1);
  const { database } = scene.stack;
  const common = { password: PASSWORD, actor: 'command' };
  await createUser(database, { ...common, email: 'op@example.com', name: 'Op', role: 'operator', accountId: null });
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  await createUser(database, { ...common, email: 'olga@example.com', name: 'Olga', role: 'owner', accountId });
  operator = browser();
  await operator.logIn('op@example.com', PASSWORD);
  short = (await scene.submitted('CZK')).instructionId;
  const body = settlementBody({ actualAmount: 990, actualCurrency: 'CZK', settlementReference: 'S-77' });
  await scene.stack.call('POST', `${INSTRUCTIONS}/${short}/settlement`, { key: bank.key, body });
  waiting = (await scene.submitted('CZK')).instructionId;
  maria = await invited(bank.id, 'maria@example.com');
});

const page = async (path: string, person = maria): Promise<string> => {
  const { status, text } = await person.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
};

/** Source: docs/GAPS.md#P14 */
describe('the pages of a partner', () => {
  it('begin with what waits, the sums of the day and the answers to our calls', async () => {
    expect((await maria.get('/console')).headers['location']).toBe(HOME);
    // The sums are of the day since midnight, which may have passed since the payments.
    const reader = browser({ now: () => begunAt });
    await reader.logIn('maria@example.com', PASSWORD);
    const text = await page(HOME, reader);
    expect(text).toContain(`${HOME}/instructions/${waiting}`);
    expect(text).not.toContain(`${HOME}/instructions/${short}`);
    expect(text).toMatch(/received<\/th><td[^>]*>2<\/td>/);
    expect(text).toMatch(/settled<\/th><td[^>]*>1<\/td>/);
    expect(text).toContain('Payments accepted at the call');
  });

  it('list the instructions and show one with what was sent, what was reported, and what is asked', async () => {
    expect(await page(`${HOME}/instructions?waiting=true`)).not.toContain(short);
    expect(await page(`${HOME}/instructions?status=settled&since=2026-01-01`)).toContain(short);
    expect((await maria.get(`${HOME}/instructions?cursor=x`)).status).toBe(400);
    const text = await page(`${HOME}/instructions/${short}`);
    expect(text).toContain('Check your confirmation');
    expect(text).toContain('&quot;beneficiary&quot;');
    expect(await page(`${HOME}/instructions/${waiting}`)).toContain('Report the outcome');
  });

  it('show the settlements of a day, also as a file, the reports and the laboratory', async () => {
    const [day] = await scene.stack.database.query<{ date: string }>(
      'select expected_date::text as date from payment_instructions where id = $1',
      [short],
    );
    const text = await page(`${HOME}/settlements?date=${day?.date ?? ''}`);
    expect(text).toMatch(/S-77/);
    expect(text).toContain('10.00 CZK');
    const file = await maria.get(`${HOME}/settlements/file?date=${day?.date ?? ''}`);
    expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/csv/)]);
    expect((await maria.get(`${HOME}/settlements?date=2026-02-30`)).status).toBe(400);
    expect(await page(`${HOME}/reports?disposition=applied`)).toContain(short);
    expect(await page(`${HOME}/laboratory`)).toContain('has not examined this partner');
  });

  it('give the instructions and the reports as files with the same filters', async () => {
    const rowsOf = async (path: string): Promise<string[]> => {
      const { status, headers, text } = await maria.get(path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/csv; charset=utf-8']);
      return text.trimEnd().split('\r\n').slice(1);
    };
    const given = (query: string) => rowsOf(`${HOME}/instructions/file?${query}`);
    expect(await page(`${HOME}/instructions?waiting=true`)).toContain(`${HOME}/instructions/file?waiting=true`);
    expect((await given('')).map((row) => row.split(',')[0])).toEqual([waiting, short]);
    expect(await given('waiting=true&status=')).toEqual([expect.stringMatching(`^${waiting},submitted,1000,CZK,1,`)]);
    expect(await given('status=settled&until=2026-01-01')).toEqual([]);
    expect(await page(`${HOME}/reports`)).toContain(`href="${HOME}/reports/file"`);
    const reports = await rowsOf(`${HOME}/reports/file?disposition=applied&instructionId=${short}`);
    expect(reports).toEqual([expect.stringMatching(`^rep_\\w{26},[^,]+,${short},settlement,settled,applied,`)]);
    expect((await maria.get(`${HOME}/reports/file?disposition=lost`)).status).toBe(400);
  });

  it('show nothing of another partner', async () => {
    const other = await scene.partner('south', 'HUF', 1);
    const { instructionId } = await scene.submitted('HUF');
    const ivan = await invited(other.id, 'ivan@example.com');
    expect(await page(HOME, ivan)).toContain(instructionId);
    expect((await ivan.get(`${HOME}/instructions/${waiting}`)).status).toBe(404);
    expect(await page(`${HOME}/instructions`, ivan)).not.toContain(waiting);
    expect(await page(`${HOME}/reports`, ivan)).not.toContain(short);
    for (const list of ['instructions', 'reports'])
      expect(await page(`${HOME}/${list}/file`, ivan)).not.toMatch(new RegExp(`${waiting}|${short}`));
  });
});

describe('the keys of a partner', () => {
  it('are rotated by its people, the earlier one works until it is ended', async () => {
    const made = await maria.submit(`${KEYS}/rotate-key`, `${KEYS}/rotate-key`, [['overlap', '24']]);
    expect(made.status).toBe(201);
    const key = /crd_partner_\w+/.exec(made.text)?.[0] ?? '';
    const ask = async (by: string) => (await scene.stack.call('GET', '/api/v1/partner/reports', { key: by })).status;
    expect([await ask(key), await ask(bank.key)]).toEqual([200, 200]);
    expect(ledTo(await maria.submit(KEYS, `${KEYS}/end-earlier`, [['what', 'key']]))).toEqual([
      KEYS,
      'earlier-keys-ended',
    ]);
    expect([await ask(key), await ask(bank.key)]).toEqual([200, 401]);
    expect((await maria.submit(`${KEYS}/rotate-secret`, `${KEYS}/rotate-secret`, [['overlap', '999']])).status).toBe(
      400,
    );
  });

  it('need a password or a code within five minutes', async () => {
    await scene.stack.database.query(`update logins set proven_at = proven_at - interval '300 seconds'`);
    const asked = await maria.submit(`${KEYS}/rotate-secret`, `${KEYS}/rotate-secret`, [['overlap', '1']]);
    expect([asked.status, asked.text.includes('Confirm that it is you')]).toEqual([403, true]);
  });

  it('of a live partner wait for an operator where two people decide, and need a second factor', async () => {
    const { database, vault } = scene.stack;
    const live = { adapter: 'http', config: { url: 'https://bank.example' }, environment: 'live' } as const;
    const { id } = await createPartner(database, vault, { name: 'live bank', ...live });
    await proveAll(database);
    const email = 'lena@example.com';
    await invited(id, email);
    const lena = browser({ operatorsNeedSecondFactor: true });
    await lena.logIn(email, PASSWORD);
    const rotate = () => lena.submit(`${KEYS}/rotate-secret`, `${KEYS}/rotate-secret`, [['overlap', '1']]);
    expect((await rotate()).text).toContain('People of a live partner need a second factor');
    await database.query('update logins set second_factor_at = clock_timestamp()');
    await setApprovals(database, { setting: 'live-network', count: 'two', actor: 'command' });
    const proposed = await rotate();
    expect(proposed.status).toBe(202);
    const [proposal] = await database.query<{ id: string; act: string }>('select id, act from proposals');
    expect(proposal?.act).toBe('partner.secret_rotated');
    const { id: personId } = await createIndependent(database);
    const actor = { id: `user:${personId}`, requestId: null, personId, roles: ['administration'], isIdentified: true };
    const confirmed = await confirmProposal(
      { database, vault: () => vault },
      { id: proposal?.id ?? '', actor: { ...actor, roles: ['administration'] } },
    );
    expect(confirmed.status).toBe('confirmed');

    const page = `/console/operator/network/partners/${id}`;
    const held = await operator.submit(page, `${page}/people`, [
      ['email', 'late@example.com'],
      ['name', 'Late'],
    ]);
    expect(held.status).toBe(202);
    expect((await operator.get('/console/operator/proposals')).text).toContain(
      'late@example.com, partner of live bank',
    );
    expect(
      await database.query(`select disabled_at is not null as held from users where email = 'late@example.com'`),
    ).toEqual([{ held: true }]);
    await setApprovals(database, { setting: 'live-network', count: 'one', actor: 'command' });
  });
});

describe('people of a partner', () => {
  it('are refused with every fault of the invitation, and a second time', async () => {
    const place = `/console/operator/network/partners/${bank.id}`;
    const invite = (email: string, name: string) =>
      operator.submit(place, `${place}/people`, [
        ['email', email],
        ['name', name],
      ]);
    await proveAll(scene.stack.database);
    const refused = await invite('nobody', '');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Enter a name.');
    expect((await invite('maria@example.com', 'Maria')).text).toContain('already a user with this address');
  });

  it('lose their login at once when an operator disables them', async () => {
    const pia = await invited(bank.id, 'pia@example.com');
    const [person] = await scene.stack.database.query<{ id: string }>(
      `select id from users where email = 'pia@example.com'`,
    );
    const place = `/console/operator/network/partners/${bank.id}`;
    const fields: [string, string][] = [
      ['user', person?.id ?? ''],
      ['disable', 'yes'],
    ];
    expect((await operator.submit(place, `${place}/people/switch`, fields)).status).toBe(303);
    expect((await pia.get(HOME)).headers['location']).toContain('/console/login');
  });
});

/** Pages of every person: they show what is the visitor's own. Notices by e-mail are for accounts and operators. */
const OWN = /^\/console(\/(security(?!\/mail$)|password|proof|kept-form|tables)(\/.*)?)?$/;
const OF_OTHERS = CONSOLE_ROUTES.filter(({ access }) => !['anyone', 'user', 'partner'].includes(access));

describe('every page of the console', () => {
  const user = (role: User['role']): User => ({
    ...{ id: 'usr_1', email: 'a@example.com', name: 'A', role },
    accountId: role === 'owner' ? 'acc_1' : null,
    accountName: null,
    language: null,
    partner: role === 'partner' ? { id: 'ptn_1', name: 'north', environment: 'test' } : null,
    operatorRoles: role === 'operator' ? ['operations', 'compliance', 'administration'] : [],
    ...{ needsSecondFactor: false, secondFactorAt: null, refusedBefore: 0 },
  });
  const named = (routes: readonly ConsoleRoute[]) =>
    routes.map((route) => [`${route.method} ${route.path}`, route] as const);

  it.each(named(CONSOLE_ROUTES))('%s is open to people of a partner only where it is theirs', (_name, route) => {
    const isTheirs = route.access === 'anyone' || route.path.startsWith(HOME) || OWN.test(route.path);
    expect(isAllowed(route.access, user('partner'))).toBe(isTheirs);
    if (route.access !== 'partner') return;
    expect([isAllowed('partner', user('owner')), isAllowed('partner', user('operator'))]).toEqual([false, false]);
  });

  it('answers them 403 where it is an account’s or an operator’s, and accounts 403 where it is theirs', async () => {
    const readable = OF_OTHERS.filter(({ method }) => method === 'get');
    expect(readable.length).toBeGreaterThan(50);
    const open: string[] = [];
    for (const { path } of readable) {
      const { status } = await maria.get(path.replaceAll(/:\w+/g, 'x'));
      if (status !== 403) open.push(`${path}: ${status}`);
    }
    expect(open).toEqual([]);
    const olga = browser();
    await olga.logIn('olga@example.com', PASSWORD);
    expect((await olga.get(HOME)).status).toBe(403);
    expect((await operator.get(`${HOME}/instructions`)).status).toBe(403);
  });
});
