import { setApprovals } from '../../../db/administration/approvals';
import { changeManaged, setDisabled } from '../../../db/administration/change';
import { invitePartnerPerson } from '../../../db/administration/partner-people';
import { performAct } from '../../../db/administration/perform';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { createOperatorKey } from '../../../db/auth/operator-keys';
import { eraseSubject } from '../../../db/erasure/erase-subject';
import { applyRetention } from '../../../db/retention/apply-retention';
import { createUser } from '../../../db/auth/users';
import { commandActor } from '../../../cli/actor';
import { OPERATOR_ROLES, type OperatorRole } from '../../../domain/auth/operator-roles';
import { eventually, TOLD_MS } from '../../support/builders';
import { createConsoleApp, Person } from '../../support/console-app';
import { createIndependent, createOperatorPerson } from '../../support/operators';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack } from '../../support/stack';

let stack: Stack;
let live: { id: string; routeId: string };
let test: TestPartner;
let ann: string;
let annOther: string;
let bob: string;
let annId: string;

const PROPOSALS = '/v1/operator/proposals';
const PASSWORD = 'nine blue herons at dawn';
const byCommand = (named: string | null) => {
  const machine = { uid: 0, name: 'root', host: 'h', sudoUser: undefined, loginUid: null };
  return commandActor(machine, named === null ? null : { personId: named, roles: OPERATOR_ROLES });
};
const SEEN = 'https://new.example/api';

beforeAll(async () => {
  stack = await startStack({ workers: false });
  test = await startTestPartner(stack.database, stack.vault, { name: 'test bank' });
  ({ id: annId, key: ann } = await createIndependent(stack.database));
  annOther = (await createOperatorKey(stack.database, { label: '', userId: annId })).key;
  const waived = { withoutCertificate: true, reason: 'test' };
  const partner = { name: 'live bank', adapter: 'http', url: 'https://old.example', environment: 'live', ...waived };
  const { id } = (await ask(ann, 'POST', '/v1/operator/partners', partner)).body as { id: string };
  const route = { partnerId: id, currencies: ['EUR'], timelines: ['same_day'] };
  live = { id, routeId: String((await ask(ann, 'POST', '/v1/operator/routes', route)).body['id']) };
  ({ key: bob } = await createIndependent(stack.database));
  await setApprovals(stack.database, { setting: 'live-network', count: 'two', actor: 'command:test' });
  await setApprovals(stack.database, { setting: 'release-approvals', count: 'one', actor: 'command:test' });
});

const ask = (key: string, method: string, path: string, body: object = {}): Promise<Answer> =>
  stack.call(method, path, { key, ...(method === 'GET' ? {} : { body }) });
const propose = (url = SEEN, key = ann): Promise<Answer> =>
  ask(key, 'PATCH', `/v1/operator/partners/${live.id}`, { url });
const confirm = (id: unknown, key = bob): Promise<Answer> => ask(key, 'POST', `${PROPOSALS}/${String(id)}/confirm`);
const urlOf = async (id: string): Promise<unknown> =>
  (await ask(bob, 'GET', `/v1/operator/partners/${id}`)).body['url'];
const messageOf = ({ body }: Answer): string => String((body['error'] as Record<string, unknown>)['message']);
const place = () => ({ database: stack.database, vault: () => stack.vault });
const by = (personId: string, roles: OperatorRole[] = ['administration']) => {
  return { actor: { id: `user:${personId}`, requestId: null, personId, roles, isIdentified: true } };
};
const invite = (email: string) => invitePartnerPerson(place(), { partnerId: live.id, email, name: 'Pia' }, by(annId));

/** Rejects what a test has left open. */
afterEach(async () => {
  const { body } = await ask(bob, 'GET', PROPOSALS);
  for (const { id } of body['data'] as { id: string }[]) await ask(bob, 'POST', `${PROPOSALS}/${id}/reject`);
});

describe('where two people decide about the live network', () => {
  it('changes the address of a live partner once a second person confirms it, who sees old and new', async () => {
    const before = await urlOf(live.id);
    const proposed = await propose();
    expect(proposed).toMatchObject({
      status: 202,
      body: { status: 'open', before: { url: before }, after: { url: SEEN } },
    });
    expect(await urlOf(live.id)).toBe(before);
    const { body } = await ask(bob, 'GET', PROPOSALS);
    expect(body['data']).toMatchObject([{ id: proposed.body['id'], before: { url: before }, after: { url: SEEN } }]);
    expect(await confirm(proposed.body['id'])).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(await urlOf(live.id)).toBe(SEEN);
    const entries = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === live.id);
    expect(entries.slice(0, 3)).toMatchObject(
      ['proposal.confirmed', 'partner.changed', 'proposal.made'].map((act) => {
        return { act, detail: { before: { url: before }, after: { url: SEEN } } };
      }),
    );
  });

  it('changes a test partner by one person alone', async () => {
    expect((await ask(ann, 'PATCH', `/v1/operator/partners/${test.id}`, { name: 'Test bank two' })).status).toBe(200);
  });

  it('takes two keys of one person for one person', async () => {
    const { body } = await propose('https://one.example');
    for (const key of [ann, annOther]) {
      const refused = await confirm(body['id'], key);
      expect(refused.status).toBe(403);
      expect(messageOf(refused)).toMatch(/cannot be the second person, with any key or login: another operator/);
    }
    expect(await urlOf(live.id)).not.toBe('https://one.example');
  });

  it('is confirmed by the role that the act needs alone', async () => {
    const { body } = await propose('https://role.example');
    const refused = await confirm(body['id'], await stack.createOperator('operations', 'compliance'));
    expect([refused.status, messageOf(refused)]).toEqual([403, expect.stringContaining('the role administration')]);
  });

  it('is carried out once by two confirmations at the same moment', async () => {
    const carol = await stack.createOperator();
    const { body } = await propose('https://race.example');
    const answers = await Promise.all([confirm(body['id']), confirm(body['id'], carol)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const changes = (await listAuditEntries(stack.database, null)).filter(
      ({ act, detail }) =>
        act === 'partner.changed' && (detail['after'] as Record<string, unknown>)['url'] === 'https://race.example',
    );
    expect(changes).toHaveLength(1);
  });

  it('is refused when its target has changed meanwhile, and names what', async () => {
    const { body } = await propose('https://late.example');
    const changes = { url: 'https://between.example' };
    await changeManaged(stack.database, { kind: 'partner', id: live.id, changes, actor: 'command:test' });
    const refused = await confirm(body['id']);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'INVALID_TRANSITION',
          details: [{ field: 'url', code: 'changed', message: expect.stringContaining('https://between.example') }],
        },
      },
    });
    expect(await urlOf(live.id)).toBe('https://between.example');
  });

  it('are listed page by page, the newest first', async () => {
    const [old, young] = [await propose('https://one.example'), await propose('https://two.example')];
    const { body } = await ask(bob, 'GET', `${PROPOSALS}?limit=1`);
    const next = await ask(bob, 'GET', `${PROPOSALS}?limit=1&cursor=${String(body['next_cursor'])}`);
    const ids = [body, next.body].map((page) => (page['data'] as { id: string }[]).map(({ id }) => id));
    expect(ids).toEqual([[young.body['id']], [old.body['id']]]);
  });

  it('cannot be confirmed a day later', async () => {
    const { body } = await propose('https://old.example');
    const aDayAgo = `update proposals set expires_at = now() where id = $1`;
    await stack.database.query(aDayAgo, [body['id']]);
    const refused = await confirm(body['id']);
    expect([refused.status, messageOf(refused)]).toEqual([409, expect.stringContaining('expired')]);
    const shown = await ask(bob, 'GET', `${PROPOSALS}/${String(body['id'])}`);
    expect(shown.body).toMatchObject({ status: 'expired' });
    expect((await ask(bob, 'GET', PROPOSALS)).body['data']).toEqual([]);
  });

  it('cannot be confirmed once its proposer is an operator no more', async () => {
    const dora = await createOperatorPerson(stack.database);
    const { key } = await createOperatorKey(stack.database, { label: '', userId: dora });
    const { body } = await propose('https://dora.example', key);
    await setDisabled(stack.database, { kind: 'user', id: dora, isDisabled: true, actor: 'command:test' });
    expect((await confirm(body['id'])).status).toBe(403);
  });

  it('is rejected by one, and then by nobody again', async () => {
    const { body } = await propose('https://rejected.example');
    const path = `${PROPOSALS}/${String(body['id'])}/reject`;
    expect((await ask(bob, 'POST', path, { reason: 'not agreed' })).body).toMatchObject({ status: 'rejected' });
    expect((await ask(bob, 'POST', path)).status).toBe(409);
    expect((await confirm(body['id'])).status).toBe(409);
    expect((await confirm('prop_00000000000000000000000000')).status).toBe(404);
  });

  it('makes a key that works once it is confirmed, shown to whoever proposed it alone', async () => {
    const actor = {
      id: 'user:x',
      requestId: null,
      personId: annId,
      roles: ['administration' as const],
      isIdentified: false,
    };
    const done = await performAct(place(), 'partner.key_rotated', { partnerId: live.id }, { actor });
    const key = String(done.secret);
    const works = async () => (await ask(key, 'PUT', '/api/v1/payments/instructions/instr_none/status')).status !== 401;
    expect([done.state, key.startsWith('crd_partner_'), await works()]).toEqual(['proposed', true, false]);
    const [row] = await stack.database.query<{ text: string }>(
      'select p::text as text from proposals p order by id desc limit 1',
    );
    expect(row?.text).not.toContain(key);
    const id = done.state === 'proposed' ? done.proposal.id : '';
    const confirmed = await confirm(id);
    expect(JSON.stringify(confirmed.body)).not.toContain(key);
    expect(confirmed.status).toBe(200);
    // The refusal above was cached; the notice of the new key reaches the process a moment after the answer.
    await eventually(works, (isWorking) => isWorking, 'the new key', TOLD_MS);
  });

  it('makes an operator key that its owner alone sees, once, with a second factor', async () => {
    const fay = { email: 'fay@example.com', name: 'Fay', role: 'operator', accountId: null } as const;
    const fayId = await createUser(stack.database, { ...fay, password: PASSWORD, actor: 'command:test' });
    const request = { userId: fayId, label: 'night shift', roles: ['operations' as const] };
    const done = await performAct(place(), 'operator_key.created', request, { actor: byCommand(annId) });
    expect([done.state, done.secret]).toEqual(['proposed', null]);
    expect((await confirm(done.state === 'proposed' ? done.proposal.id : '')).status).toBe(200);
    const [row] = await stack.database.query<{ id: string }>('select id from api_keys where user_id = $1', [fayId]);
    const page = '/console/operator/keys';
    const visitor = async (email: string) => {
      const person = new Person(createConsoleApp(stack.database, { vault: stack.vault }), '203.0.113.45');
      await person.logIn(email, PASSWORD);
      return person;
    };
    const owner = await visitor(fay.email);
    const show = (person: Person) => person.submit(page, `${page}/${row?.id ?? ''}`, []);
    expect((await owner.get(page)).text).toContain('night shift');
    expect((await show(owner)).status).toBe(403);
    const gus = { email: 'gus@example.com', name: 'Gus', role: 'operator', accountId: null } as const;
    await createUser(stack.database, { ...gus, password: PASSWORD, actor: 'command:test' });
    const other = await visitor(gus.email);
    await stack.database.query('update logins set second_factor_at = now()');
    expect((await show(other)).status).toBe(404);
    const shown = await show(owner);
    const key = /value="(crd_operator_[^"]+)"/.exec(shown.text)?.[1] ?? '';
    expect([shown.status, (await ask(key, 'GET', '/v1/operator/payments')).status]).toEqual([201, 200]);
    expect((await show(owner)).status).toBe(404);
  });

  it('keeps nothing that names people once it is decided, erased or has run out', async () => {
    const { database } = stack;
    const propose = async (userId: string) => {
      const request = { kind: 'user' as const, id: userId, changes: { name: 'Hidden Person' } };
      const done = await performAct(place(), 'managed.changed', request, { actor: byCommand(annId) });
      return done.state === 'proposed' ? done.proposal.id : '';
    };
    const textOf = async (id: string): Promise<string> =>
      (await database.query<{ text: string }>('select p::text as text from proposals p where id = $1', [id]))[0]
        ?.text ?? '';
    const people = [1, 2, 3].map(() => createOperatorPerson(database));
    const [rejected = '', erased = '', over = ''] = await Promise.all(people);
    const ids = [await propose(rejected), await propose(erased), await propose(over)] as const;
    for (const id of ids) expect(await textOf(id)).toContain('Hidden Person');
    await ask(bob, 'POST', `${PROPOSALS}/${ids[0]}/reject`);
    await eraseSubject(database, { subject: 'user', id: erased, reason: 'asked for', actor: 'command:test' });
    await database.query('update proposals set expires_at = now() where id = $1', [ids[2]]);
    await applyRetention(database);
    for (const id of ids) expect(await textOf(id)).not.toContain('Hidden Person');
    expect((await confirm(ids[1])).status).toBe(409);
  });

  it('shows who a person of a live partner is before another operator enables the person', async () => {
    const { id, isProposed } = await invite('pia@bank.example');
    expect(isProposed).toBe(true);
    const { body } = await ask(bob, 'GET', PROPOSALS);
    const person = { email: 'pia@bank.example', role: 'partner', partner: 'live bank' };
    expect(body['data']).toMatchObject([{ act: 'managed.switched', subject: id, person }]);
    expect((await propose('https://nobody.example')).body).toMatchObject({ person: null });
  });

  it('is not confirmed by an operator who may be the person of the partner who proposes it', async () => {
    const { id: carolId, key: carol } = await createIndependent(stack.database);
    const openOne = async () => String(((await ask(bob, 'GET', PROPOSALS)).body['data'] as { id: string }[])[0]?.id);
    const { id: pia } = await invite('pia.two@bank.example');
    expect((await confirm(await openOne())).status).toBe(200);
    const rotate = async () => {
      await performAct(place(), 'partner.key_rotated', { partnerId: live.id }, by(pia, []));
      return openOne();
    };
    const invited = await rotate();
    const refused = await confirm(invited, ann);
    expect([refused.status, messageOf(refused)]).toEqual([
      403,
      expect.stringContaining('The second person invited the first'),
    ]);
    expect((await confirm(invited, carol)).status).toBe(200);
    // Carol is shown a link, Bob confirms it.
    await performAct(place(), 'operator.password_set', { userId: pia, way: 'link' }, by(carolId));
    expect((await confirm(await openOne())).status).toBe(200);
    const linked = await rotate();
    expect((await confirm(linked, carol)).status).toBe(403);
    expect((await confirm(linked)).status).toBe(200);
  });

  it('leaves nothing of an invitation that fails before its end', async () => {
    const { database } = stack;
    await database.query('alter table proposals add constraint refused check (false) not valid');
    await expect(invite('pia.three@bank.example')).rejects.toThrow('refused');
    await database.query('alter table proposals drop constraint refused');
    expect((await invite('pia.three@bank.example')).isProposed).toBe(true);
  });

  it('covers routes, operators, their keys and the settings, and lets one person stop a route', async () => {
    const route = { partnerId: live.id, currencies: ['SEK'], timelines: ['same_day'] };
    expect((await ask(ann, 'POST', '/v1/operator/routes', route)).status).toBe(202);
    const path = `/v1/operator/routes/${live.routeId}`;
    expect((await ask(ann, 'PATCH', path, { priority: 7 })).status).toBe(202);
    expect((await ask(ann, 'POST', `${path}/disable`)).status).toBe(200);
    expect((await ask(ann, 'POST', `${path}/enable`)).status).toBe(202);
    expect((await ask(ann, 'POST', `/v1/operator/partners/${live.id}/disable`)).status).toBe(202);
    const by = { actor: byCommand(annId) };
    const acts = [
      performAct(place(), 'managed.switched', { kind: 'user', id: annId, isDisabled: true }, by),
      performAct(
        place(),
        'managed.changed',
        { kind: 'user', id: annId, changes: { operator_roles: ['operations'] } },
        by,
      ),
      performAct(place(), 'operator_key.created', { userId: annId, label: '', roles: ['operations'] }, by),
      performAct(place(), 'operator.password_set', { userId: annId, way: 'link' }, by),
      performAct(place(), 'operator.identities_forgotten', { userId: annId, accountId: null }, by),
      performAct(place(), 'operator.vouched', { userId: annId, accountId: null }, by),
      performAct(place(), 'operator.erased', { userId: annId, reason: 'asked for' }, by),
      performAct(place(), 'approvals.set', { setting: 'live-network', count: 'one' }, by),
      performAct(place(), 'approvals.set', { setting: 'release-approvals', count: 'two' }, by),
    ];
    expect((await Promise.all(acts)).map(({ state }) => state)).toEqual(acts.map(() => 'proposed'));
  });

  it('answers a repeat with the same idempotency key by the same proposal', async () => {
    const body = { partnerId: live.id, currencies: ['NOK'], timelines: ['same_day'] };
    const send = () =>
      stack.call('POST', '/v1/operator/routes', { key: ann, body, headers: { 'Idempotency-Key': 'route-1' } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body['id']]).toEqual([202, 202, first.body['id']]);
  });
});

it('readiness says to operators alone which acts one person decides alone', async () => {
  const { body } = await stack.call('GET', '/readyz', { key: ann });
  expect(body).toEqual({ status: 'ready', decidedByOne: ['release-approvals'] });
  const others = [{}, { key: await stack.createKey('acme') }, { key: `${ann}x` }];
  for (const other of others) expect((await stack.call('GET', '/readyz', other)).body).toEqual({ status: 'ready' });
});

describe('the console', () => {
  it('shows a proposal, and confirms it for a login with a second factor alone', async () => {
    const user = { email: 'eve@example.com', name: 'Eve', role: 'operator', accountId: null } as const;
    await createUser(stack.database, { ...user, password: PASSWORD, actor: 'command:test' });
    const eve = new Person(createConsoleApp(stack.database, { vault: stack.vault }), '203.0.113.44');
    await eve.logIn(user.email, PASSWORD);
    const { body } = await propose('https://console.example');
    const page = '/console/operator/proposals';
    expect((await eve.get(page)).text).toContain('https://console.example');
    expect((await eve.get('/console/operator')).text).toContain('One operator decides alone: release-approvals');
    const send = () => eve.submit(page, `${page}/${String(body['id'])}`, [['decision', 'confirm']]);
    const refused = await send();
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('a login without a second factor cannot'),
    ]);
    await stack.database.query('update logins set second_factor_at = now()');
    expect((await send()).status).toBe(303);
    expect(await urlOf(live.id)).toBe('https://console.example');
  });
});
