import request from 'supertest';
import { changeManaged, setDisabled } from '../../db/administration/change';
import { findManaged, listManaged } from '../../db/administration/directory';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { listAuditEntries } from '../../db/auth/audit-log';
import { createClientKey } from '../../db/auth/credentials';
import { createUser } from '../../db/auth/users';
import { openDatabase } from '../../db/database';
import { listen } from '../../db/listener';
import { RouteCache } from '../../db/payments/routing/routes';
import { eventually, TOLD_MS } from '../support/builders';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createLimitedApp } from '../support/limited-app';
import { insertPartner } from '../support/rows';

const PASSWORD = 'nine blue herons at dawn';
let database: TestDatabase;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ id: accountId } = await findOrCreateAccount(database, 'Acme'));
});

const ACTOR = 'command:alice@host';

describe('a disabled', () => {
  it('account has no working key on any process, and enabling gives the keys back', async () => {
    const second = openDatabase(database.url, 2);
    const listener = await listen(database.url);
    try {
      const http = request(createLimitedApp(second, listener).app.callback());
      const base = { accountId, environment: 'test', label: '', plan: null } as const;
      const { key } = await createClientKey(database, base);
      const call = async () => (await http.get('/v1/plain').set('Authorization', `Bearer ${key}`)).status;
      expect(await call()).toBe(200);
      const change = { kind: 'account', id: accountId, actor: ACTOR } as const;
      expect(await setDisabled(database, { ...change, isDisabled: true })).toBe(true);
      await eventually(call, (status) => status === 401, 'the refusal', TOLD_MS);
      expect(await setDisabled(database, { ...change, isDisabled: true })).toBe(false);
      await setDisabled(database, { ...change, isDisabled: false });
      await eventually(call, (status) => status === 200, 'the admission', TOLD_MS);
      const entries = (await listAuditEntries(database, accountId)).filter(({ act }) => act.startsWith('account.'));
      expect(entries.map(({ act, actor }) => [act, actor])).toEqual([
        ['account.enabled', ACTOR],
        ['account.disabled', ACTOR],
      ]);
    } finally {
      await listener.close();
      await second.close();
    }
  });

  it('user is logged out and cannot log in again; so are the people of a disabled account', async () => {
    const user = { email: 'o@example.com', name: 'O', role: 'developer' as const, accountId, password: PASSWORD };
    const id = await createUser(database, { ...user, actor: ACTOR });
    const person = new Person(createConsoleApp(database), '203.0.113.5');
    const targets = [{ kind: 'user', id } as const, { kind: 'account', id: accountId } as const];
    for (const target of targets) {
      expect((await person.logIn(user.email, PASSWORD)).status).toBe(303);
      await setDisabled(database, { ...target, isDisabled: true, actor: ACTOR });
      expect((await person.get('/console/keys')).headers['location']).toMatch(/^\/console\/login/);
      expect((await person.logIn(user.email, PASSWORD)).status).toBe(401);
      await setDisabled(database, { ...target, isDisabled: false, actor: ACTOR });
    }
  });

  it('route or partner is out of the choice on every process', async () => {
    await insertPartner(database, 'ptn_1');
    const listener = await listen(database.url);
    try {
      const cache = new RouteCache(database, listener);
      const isChosen = async () => (await cache.all()).some(({ id }) => id === 'rt_ptn_1');
      expect(await isChosen()).toBe(true);
      for (const target of [{ kind: 'route', id: 'rt_ptn_1' } as const, { kind: 'partner', id: 'ptn_1' } as const]) {
        await setDisabled(database, { ...target, isDisabled: true, actor: ACTOR });
        await eventually(isChosen, (chosen) => !chosen, 'the choice without it');
        await setDisabled(database, { ...target, isDisabled: false, actor: ACTOR });
        await eventually(isChosen, (chosen) => chosen, 'the choice with it');
      }
    } finally {
      await listener.close();
    }
  });
});

describe('the plan of an account', () => {
  it('is that of its keys, unless one has its own', async () => {
    const { id } = await findOrCreateAccount(database, 'Planned');
    const base = { accountId: id, environment: 'test', label: '' } as const;
    const following = await createClientKey(database, { ...base, plan: null });
    const own = await createClientKey(database, { ...base, plan: 'enterprise' });
    const plans = async () =>
      Promise.all([following, own].map(async (key) => (await findManaged(database, 'key', key.id))?.['plan']));
    expect(await plans()).toEqual(['free', 'enterprise']);
    await changeManaged(database, { kind: 'account', id, changes: { plan: 'professional' }, actor: ACTOR });
    expect(await plans()).toEqual(['professional', 'enterprise']);
  });

  it('decides whether a key that follows it may have numbers of its own', async () => {
    const { id } = await findOrCreateAccount(database, 'Numbered');
    const { id: key } = await createClientKey(database, { accountId: id, environment: 'test', label: '', plan: null });
    const changes = { custom_endpoint_limits: { track: 5 } };
    const number = () => changeManaged(database, { kind: 'key', id: key, changes, actor: ACTOR });
    await expect(number()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await changeManaged(database, { kind: 'account', id, changes: { plan: 'enterprise' }, actor: ACTOR });
    await number();
    expect((await findManaged(database, 'key', key))?.['customEndpointLimits']).toEqual({ track: 5 });
  });
});

describe('lists', () => {
  it('page by the id last seen, and show neither hash nor secret', async () => {
    const all = await listManaged(database, 'key', { limit: 100, after: null });
    const [first] = await listManaged(database, 'key', { limit: 1, after: null });
    const rest = await listManaged(database, 'key', { limit: 100, after: first?.id ?? null });
    expect([first, ...rest]).toEqual(all);
    expect(all.length).toBeGreaterThan(1);
    for (const entry of all) expect(Object.keys(entry)).not.toContain('hash');
  });

  it('refuse to change what is unknown', async () => {
    const request = { kind: 'route', id: 'rt_none', actor: ACTOR } as const;
    const unknown = { code: 'NOT_FOUND' };
    await expect(setDisabled(database, { ...request, isDisabled: true })).rejects.toMatchObject(unknown);
    await expect(changeManaged(database, { ...request, changes: { priority: 1 } })).rejects.toMatchObject(unknown);
    await expect(changeManaged(database, { ...request, changes: { id: 'x' } })).rejects.toThrow('not for changing');
  });
});
